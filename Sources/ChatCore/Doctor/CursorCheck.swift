import ChatSystem

/// The cursors and the keys of a chat, which are to hold what its log does.
struct CursorCheck {
  let store: Store
  let files: FileCheck
  let layout: ChatLayout
  let log: MessageLog

  func checkCursors(into findings: inout Findings) {
    if PlantedBug.uncheckedCursors.isPlanted { return }
    let names = files.list(layout.cursors, into: &findings) {
      CursorLayout.owner(ofFile: $0).map { $0.suffix == .lock ? .lock : .file }
    }
    for name in names {
      guard let (user, suffix) = CursorLayout.owner(ofFile: name) else { continue }
      let path = "\(layout.cursors)/\(name)"
      if store.isNoAccount(user) {
        findings.add(.noAccount(user.text, as: .cursorOwner), at: path)
      } else if store.isDeleted(user) {
        if (try? FileLock.isHeld(path)) != true { findings.add(.ofDeletedAccount, at: path) }
      } else if suffix == .document {
        let fault = findings.noting(at: path) { () throws(ChatError) in
          try self.fault(ofCursor: path, of: user)
        }
        if let fault, let fault { findings.add(fault, at: path) }
      } else if suffix == .failed {
        _ = findings.noting(at: path) { () throws(ChatError) in
          guard let letters = try Document.read(DeadLetters.self, at: path) else { return }
          if letters.user != user || layout.cursor(letters.name, of: user).failed != path {
            throw .damaged(path: path, reason: "it is another cursor's")
          }
        }
      }
    }
  }

  private func fault(ofCursor path: String, of user: UserID) throws(ChatError) -> Fault? {
    guard let cursor = try Document.read(Cursor.self, at: path) else { return nil }
    if cursor.user != user || layout.cursor(cursor.name, of: user).document != path {
      throw .damaged(path: path, reason: "it is another cursor's")
    }
    if cursor.place == .beforeAll {
      return cursor.count == 0 ? nil : .cursorMiscounted(name: cursor.name)
    }
    guard let record = try log.record(cursor.seq), record.date == cursor.date else {
      return .cursorAstray(name: cursor.name, number: cursor.seq)
    }
    let isRight = try log.count(through: record) == cursor.count
    return isRight ? nil : .cursorMiscounted(name: cursor.name)
  }

  func checkKeys(into findings: inout Findings) {
    let directories = files.list(layout.keys, into: &findings) {
      ChatLayout.isKeys(directory: $0) ? .directory : nil
    }
    for directory in directories.map({ "\(layout.keys)/\($0)" }) {
      let names = files.list(directory, into: &findings) {
        ChatLayout.isKey(file: $0) ? .file : nil
      }
      for path in names.map({ "\(directory)/\($0)" }) {
        let claim = findings.noting(as: Fault.unusableKey, at: path) { () throws(ChatError) in
          try Document.read(KeyClaim.self, at: path)
        }
        guard let claim, let claim else { continue }
        let fault = findings.noting(at: log.directory) { () throws(ChatError) in
          try self.fault(of: claim, at: path)
        }
        if let fault, let fault { findings.add(fault, at: path) }
      }
    }
  }

  private func fault(of claim: KeyClaim, at path: String) throws(ChatError) -> Fault? {
    let record = try log.record(claim.seq)
    if record?.key == ChatLayout.digest(ofKey: path) { return nil }
    // Where its place is taken or not reached, it was never sent; else its line may be damaged.
    var isAbsent = record != nil
    if !isAbsent { isAbsent = try lastNumber() < claim.seq }
    return .keyAstray(claim.seq, isAbsent: isAbsent)
  }

  private func lastNumber() throws(ChatError) -> Int64 {
    var reader = try log.reverseReader()
    while let line = try reader.nextLine() {
      if case .record(let record) = line { return record.seq }
    }
    return 0
  }
}
