import ChatSystem

/// Looks through a whole store for what is not as it ought to be, and mends what has one right
/// answer.
///
/// It goes part by part, so that a store of any size takes little memory: the directory itself, the
/// registries of names, each account, each chat. Looking takes no lock. Whoever is at work may have
/// half done what looks wrong, so that is looked at again when the lock under which it is done has
/// changed hands: what is still the same then is there to stay. A repair looks once more under the
/// locks that writers take, and mends what it finds then.
package struct Doctor {
  private let store: Store
  private let files: FileCheck
  private let progress: (Int) -> Void

  /// - Parameter progress: is told of so many bytes more that were looked at.
  /// - Throws: when the store cannot be looked at at all.
  package init(_ store: Store, progress: @escaping (Int) -> Void) throws(ChatError) {
    self.store = store
    self.progress = progress
    files = try FileCheck(store, progress: progress)
  }

  /// How many bytes there are to look at, about: the store may change meanwhile.
  package func measure() -> Int64 {
    let layout = store.layout
    return [layout.names, layout.users, layout.chats].reduce(0) { $0 + size(below: $1) }
  }

  /// The sizes of all files below a directory; of those that can be seen.
  private func size(below directory: String) -> Int64 {
    let names = (try? Directory.names(in: directory)) ?? []
    return names.reduce(0) { sum, name in
      let path = "\(directory)/\(name)"
      guard let status = try? FileStatus(of: path, followingSymlinks: false) else { return sum }
      // Symlinks may lead in a circle: what they lead to is not counted.
      switch status.kind {
      case .directory: return sum + size(below: path)
      case .file: return sum + status.size
      default: return sum
      }
    }
  }

  /// What became of a finding.
  package enum Outcome: Equatable, Sendable { case found, repaired }

  /// Is told what was found, and what became of it.
  package typealias Report = (Finding, Outcome) throws(ChatError) -> Void

  /// Looks through the store.
  /// - Throws: `busy` where what looks wrong may be somebody's work, and they hold the lock too
  ///   long.
  package func examine(_ report: Report) throws(ChatError) {
    try forEachPart { part throws(ChatError) in
      for finding in try confirmed(part).all { try report(finding, .found) }
    }
  }

  /// Looks through the store and mends what has one right answer, keeping a copy of what it changes
  /// or removes.
  /// - Parameter failure: is told why something could not be mended.
  package func repair(
    _ report: Report, failing failure: (ChatError) throws(ChatError) -> Void
  ) throws(ChatError) {
    let layout = store.layout
    let isLockable = try attempt(.inspect, layout.lock) { () throws(Errno) in
      try pathExists(layout.lock)
    }
    if !isLockable {
      try report(Finding(path: layout.lock, fault: .missing(.lock)), .repaired)
      _ = try store.client.acquire(layout.lock, creating: store.access.fileMode)
    }
    let copies = RepairCopies(store)
    try forEachPart { part throws(ChatError) in
      let found = try confirmed(part)
      if !found.all.contains(where: \.isRepairable) {
        for finding in found.all { try report(finding, .found) }
        return
      }
      var mended: [Finding] = []
      var left: [Finding] = []
      do throws(ChatError) {
        (mended, left) = try repair(part, copies, failing: failure)
      } catch {
        try failure(error)
        left = found.all
      }
      // Some of it the lock's next holder clears before anything else.
      mended += found.all.filter { !mended.contains($0) }
      for finding in mended where !left.contains(finding) { try report(finding, .repaired) }
      for finding in left { try report(finding, .found) }
    }
  }

  /// Mends a part under the locks that writers of it take.
  /// - Returns: what was mended, and what is wrong still.
  private func repair(
    _ part: Part, _ copies: RepairCopies, failing failure: (ChatError) throws(ChatError) -> Void
  ) throws(ChatError) -> (mended: [Finding], left: [Finding]) {
    try store.transaction { transaction throws(ChatError) in
      let repair = Repair(store: store, copies: copies)
      var mended: [Finding] = []
      var found = try look(at: part).all
      // What is mended may show what it hid.
      while found.contains(where: \.isRepairable) {
        try repair.mend(found.filter(\.isRepairable), of: part, &transaction, failing: failure)
        let left = try look(at: part).all
        let gone = found.filter { !left.contains($0) }
        found = left
        if gone.isEmpty || mended.contains(where: gone.contains) { break }
        mended += gone
      }
      return (mended, found)
    }
  }

  private func forEachPart(_ body: (Part) throws(ChatError) -> Void) throws(ChatError) {
    try body(.root)
    for registry in Part.Registry.allCases { try body(.names(registry)) }
    for name in (try? store.ids(in: store.layout.users)) ?? [] {
      if let id = UserID(name) { try body(.account(id)) }
    }
    for name in (try? store.ids(in: store.layout.chats)) ?? [] {
      if let id = ChatID(name) { try body(.chat(id)) }
    }
  }

  private func look(at part: Part) throws(ChatError) -> Findings {
    var findings = Findings()
    switch part {
    case .root: checkRoot(into: &findings)
    case .names(let registry):
      let hints = store.hints(of: registry)
      if (try? pathExists(hints.registry.directory)) == false {
        findings.add(.missing(.names), at: hints.registry.directory)
      } else if files.check(hints.registry.directory, .directory, into: &findings) {
        hints.check(files, into: &findings)
      }
    case .account(let id):
      if try isThere(store.layout.user(id).root) {
        AccountCheck(store: store, files: files, id: id).check(into: &findings)
      }
    case .chat(let id):
      // It may have been deleted since it was listed.
      if try isThere(store.layout.chat(id).root) {
        ChatCheck(store: store, files: files, id: id, progress: progress).check(into: &findings)
      }
    }
    return findings
  }

  private func isThere(_ path: String) throws(ChatError) -> Bool {
    try attempt(.inspect, path) { () throws(Errno) in try pathExists(path) }
  }

  private func checkRoot(into findings: inout Findings) {
    let layout = store.layout
    files.check(layout.root, .directory, into: &findings)
    _ = files.list(layout.root, into: &findings) { name in
      switch "\(layout.root)/\(name)" {
      case layout.manifest: .file
      case layout.lock: .lock
      case layout.users, layout.chats, layout.names, layout.repairs: .directory
      default: nil
      }
    }
    if (try? pathExists(layout.lock)) == false { findings.add(.missing(.lock), at: layout.lock) }
    for directory in [layout.users, layout.chats]
    where (try? pathExists(directory)) == false {
      findings.add(.unusable(.missing(directory)), at: directory)
    }
    for (directory, drafts, isOurs) in [
      (layout.users, [layout.newUser.root], { UserID($0) != nil }),
      (layout.chats, [layout.newChat.root, layout.goneChat.root], { ChatID($0) != nil }),
      (layout.names, [], { layout.isRegistry("\(layout.names)/\($0)") }),
    ] as [(String, [String], (String) -> Bool)] {
      guard let status = try? FileStatus(of: directory), status.kind == .directory else { continue }
      files.listUnknown(in: directory, drafts: drafts, into: &findings, where: isOurs)
    }
  }

  // MARK: Work in progress

  /// What is wrong with a part for certain.
  private func confirmed(_ part: Part) throws(ChatError) -> Findings {
    var found = try look(at: part)
    for _ in 0..<Self.looks where !found.all.isEmpty {
      for lock in part.locks(in: store.layout) { try waitForTurn(of: lock) }
      found.confirm(by: try look(at: part))
    }
    return found
  }

  private static let looks = 2

  /// Waits until whoever may hold a lock now has let it go at some time: it is free, or another
  /// holder has left their name.
  private func waitForTurn(of lock: String) throws(ChatError) {
    let start = store.client.monotonic()
    let holder = note(in: lock)
    while (try? FileLock.isHeld(lock)) == true, note(in: lock) == holder {
      if store.client.monotonic() - start >= store.client.lockTimeout {
        throw .busy(
          path: lock, holder: LockNote(holder)?.holder, waited: store.client.lockTimeout)
      }
      _ = try attempt(.inspect, lock) { () throws(Errno) in
        try waitForEvents([], timeout: .milliseconds(2))
      }
    }
  }

  private func note(in lock: String) -> [UInt8] { (try? FileLock.note(in: lock)) ?? [] }
}

/// What is looked at, and mended, as one.
enum Part {
  case root
  case names(Registry)
  case account(UserID)
  case chat(ChatID)

  enum Registry: CaseIterable { case usernames, emails, publicChats }

  /// The locks under which writers change it.
  func locks(in layout: Layout) -> [String] {
    if case .chat(let id) = self { return [layout.lock, layout.chat(id).lock] }
    return [layout.lock]
  }
}

extension Store {
  /// The hints of a registry that the whole store has.
  func hints(of registry: Part.Registry) -> HintCheck {
    switch registry {
    case .usernames: usernameHints
    case .emails: emailHints
    case .publicChats: publicChatHints
    }
  }
}
