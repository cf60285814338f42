import ChatSystem

/// A chat: its document, who it names, the hints that lead to it, its log and what goes with that.
struct ChatCheck {
  let store: Store
  let files: FileCheck
  let id: ChatID
  /// Is told how many bytes of a log were read.
  let progress: (Int) -> Void

  private var layout: ChatLayout { store.layout.chat(id) }

  func check(into findings: inout Findings) {
    guard files.check(layout.root, .directory, into: &findings) else { return }
    let chat = findings.noting(at: layout.document) { () throws(ChatError) in
      try store.chat(id)
    }
    let parts = files.list(layout.root, into: &findings) { name in
      switch "\(layout.root)/\(name)" {
      case layout.document: .file
      case layout.lock: .lock
      case layout.messages, layout.edits, layout.cursors, layout.keys: .directory
      default: nil
      }
    }
    if (try? pathExists(layout.lock)) == false {
      findings.add(.missing(.lock), at: layout.lock)
    }
    if let chat, let chat {
      checkPeople(of: chat, into: &findings)
      checkHints(of: chat, into: &findings)
    }
    let paths = Set(parts.map { "\(layout.root)/\($0)" })
    let log = store.log(of: id)
    if paths.contains(layout.messages) {
      var check = LogCheck(
        log, index: store.edits(of: id), chat: layout, store: store, files: files,
        progress: progress)
      check.check(lock: paths.contains(layout.lock) ? layout.lock : nil)
      for finding in check.findings.all { findings.add(finding.fault, at: finding.path) }
    } else if (try? pathExists(layout.messages)) == false {
      findings.add(.unusable(.missing(layout.messages)), at: layout.messages)
    }
    let check = CursorCheck(store: store, files: files, layout: layout, log: log)
    if paths.contains(layout.cursors) { check.checkCursors(into: &findings) }
    if paths.contains(layout.keys) { check.checkKeys(into: &findings) }
  }

  private func checkPeople(of chat: Chat, into findings: inout Findings) {
    let users = chat.participants.map(\.user)
    let path = layout.document
    if users.isEmpty { findings.add(.noParticipants, at: path) }
    var seen: Set<UserID> = []
    for user in users {
      if !seen.insert(user).inserted { findings.add(.participantTwice(user.text), at: path) }
      if store.isNoAccount(user) {
        findings.add(.noAccount(user.text, as: .participant), at: path)
      }
    }
    for user in chat.banned where store.isNoAccount(user) {
      findings.add(.noAccount(user.text, as: .banned), at: path)
    }
    if chat.isDirect {
      let pair = [users.first, users.last].compactMap { $0 }
      let isRight = pair.count == 2 && users.count <= 2 && .direct(pair[0], pair[1]) == id
      if !isRight { findings.add(.wrongDirectChat, at: path) }
    } else if let owner = chat.owner {
      if !seen.contains(owner) { findings.add(.ownerNoParticipant(owner.text), at: path) }
    }
  }

  private func checkHints(of chat: Chat, into findings: inout Findings) {
    let folded = foldedName(chat.name)
    var registries = chat.participants.map(\.user)
      // Nobody misses those of who is gone.
      .filter { (try? pathExists(store.layout.user($0).root)) == true && !store.isDeleted($0) }
      .map { (store.chats(of: $0), Fault.Leading.chat) }
    if chat.isPublic { registries.append((store.publicChatNames, .publicChat)) }
    for (registry, kind) in registries {
      let path = registry.layout.document(of: folded)
      // One that cannot be read is told with its registry.
      guard let ids = (try? NameRegistry.ids(inDocument: path) ?? []) else { continue }
      if !ids.contains(id.text) { findings.add(.lacksHint(of: id.text, kind), at: path) }
    }
  }
}
