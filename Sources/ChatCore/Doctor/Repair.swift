import ChatSystem

/// Mends what has one right answer, under the store's lock, and a chat's where it is about one.
///
/// What was changed or removed is kept beside the store's files first. There is no copy of what any
/// writer removes or adds to without one: what a stopped command left, secrets, the end of a log;
/// nor of texts that are to be gone.
struct Repair {
  let store: Store
  let copies: RepairCopies

  private var layout: Layout { store.layout }

  /// Mends faults of one part.
  /// - Parameter failure: is told why something could not be mended; the rest is all the same.
  func mend(
    _ findings: [Finding], of part: Part, _ transaction: inout Transaction,
    failing failure: (ChatError) throws(ChatError) -> Void
  ) throws(ChatError) {
    guard case .chat(let id) = part else {
      return try each(findings, failing: failure) { finding throws(ChatError) in
        try mend(finding, of: part, &transaction)
      }
    }
    let chat = layout.chat(id)
    if findings.contains(where: { $0.fault == .missing(.lock) }) {
      try transaction.makeFile(chat.lock)
    }
    let wait = try store.client.waitForLock(chat.lock)
    var lock = try ChatLock.take(
      wait, path: chat.lock, holder: store.client.holder, store.access)
    var hasIndex = false
    try each(findings, failing: failure) { finding throws(ChatError) in
      switch finding.fault {
      case .damagedIndex, .lacksChange, .falseChange:
        if !hasIndex { try makeIndex(of: id, lock) }
        hasIndex = true
      default: try mend(finding, of: id, &transaction, &lock)
      }
    }
  }

  private func each(
    _ findings: [Finding], failing failure: (ChatError) throws(ChatError) -> Void,
    _ body: (Finding) throws(ChatError) -> Void
  ) throws(ChatError) {
    for finding in findings {
      do throws(ChatError) {
        try body(finding)
      } catch {
        try failure(error)
      }
    }
  }

  private func mend(
    _ finding: Finding, of part: Part, _ transaction: inout Transaction
  ) throws(ChatError) {
    let path = finding.path
    switch finding.fault {
    case .leftover: try removeLeftover(path)
    case .tooOpen(let mode, let allowed): try close(path, mode, allowed)
    case .closedToOwner(let mode, let needed):
      try attempt(.replace, path) { () throws(Errno) in
        try Directory.setMode(path, FileMode(mode.bits | needed.bits))
      }
    case .deletedAccountSecrets:
      if case .account(let id) = part, let account = try store.account(id), account.isDeleted {
        try transaction.removeSecrets(of: account)
      }
    case .missing(.names):
      if case .names(let names) = part {
        try makeRegistry(store.hints(of: names), &transaction)
      }
    case .unusableHint, .staleHint, .lacksHint:
      for hints in store.allHints(of: part) where hints.registry.holds(path) {
        try mend(finding, in: hints, &transaction)
      }
    default: break
    }
  }

  // MARK: Hints

  private func mend(
    _ finding: Finding, in hints: HintCheck, _ transaction: inout Transaction
  ) throws(ChatError) {
    let path = finding.path
    var known: [String]?
    if case .unusableHint = finding.fault {
      do throws(ChatError) {
        known = try hints.hints(at: [path])[path] ?? []
      } catch {
        // Whose name it is cannot be known before all can be read.
        return
      }
    }
    try rewrite(path, of: hints.registry, from: known, &transaction) { ids in
      switch finding.fault {
      case .staleHint(let stale): ids.removeAll { stale.contains($0) }
      case .lacksHint(let id, _): if !ids.contains(id) { ids.append(id) }
      default: break
      }
    }
  }

  /// Changes the ids of a name.
  /// - Parameter known: what they are, where its document cannot tell.
  private func rewrite(
    _ path: String, of registry: NameRegistry, from known: [String]? = nil,
    _ transaction: inout Transaction, _ change: (inout [String]) -> Void
  ) throws(ChatError) {
    // The digest of an address tells who guesses it that it was here.
    if registry.directory != layout.emails { try copies.keep(path) }
    // Before it is read: what a link leads to is of another name.
    try removeInnerLink(path)
    var ids = if let known { known } else { try NameRegistry.ids(inDocument: path) ?? [] }
    change(&ids)
    try transaction.set(ids, in: registry, at: path)
    try synchronizeDirectory(registry.directory)
  }

  /// Makes a registry that is missing: first elsewhere, since a name that cannot be found could be
  /// taken.
  private func makeRegistry(
    _ hints: HintCheck, _ transaction: inout Transaction
  ) throws(ChatError) {
    let directory = hints.registry.directory
    let found = try hints.hints(at: nil)
    try transaction.makeDirectoryIfMissing(layout.names)
    let draft = NameRegistry(directory: directory + AtomicFile.temporarySuffix)
    try transaction.makeDirectories(draft.directory, [])
    for (path, ids) in found {
      let name = path.dropFirst(directory.count)
      try transaction.set(ids, in: draft, at: draft.directory + name)
    }
    try transaction.publish(draft.directory, as: directory)
  }

  // MARK: Files

  private func removeLeftover(_ path: String) throws(ChatError) {
    try attempt(.remove, path) { () throws(Errno) in
      try Directory.removeAll(path)
      try Directory.synchronize(parentDirectory(of: path))
    }
  }

  private func close(_ path: String, _ mode: FileMode, _ allowed: FileMode) throws(ChatError) {
    // The bits above those for people stay: what a directory's group inherits.
    let closed = FileMode(mode.bits & (allowed.bits | 0o7000))
    try attempt(.replace, path) { () throws(Errno) in try Directory.setMode(path, closed) }
  }

  /// Removes a link on the way to a file that leads to another place in the store, so that what is
  /// written leaves that place alone. The directories of accounts and chats stay what they are: in
  /// them is what nothing else tells.
  private func removeInnerLink(_ path: String) throws(ChatError) {
    let links = InnerLinks(store)
    var place = path
    let truths = [layout.users, layout.chats, layout.root]
    while path.hasPrefix(layout.root), !truths.contains(parentDirectory(of: place)) {
      if links.target(of: place) != nil {
        try attempt(.remove, place) { () throws(Errno) in try removeFile(place) }
      }
      place = parentDirectory(of: place)
    }
  }

  private func remove(_ path: String) throws(ChatError) {
    try copies.keep(path)
    try attempt(.remove, path) { () throws(Errno) in
      try removeFile(path)
      try Directory.synchronize(parentDirectory(of: path))
    }
  }

  // MARK: Chats

  private func mend(
    _ finding: Finding, of id: ChatID, _ transaction: inout Transaction, _ lock: inout ChatLock
  ) throws(ChatError) {
    let path = finding.path
    let log = store.log(of: id)
    switch finding.fault {
    case .lacksHint:
      guard let chat = try store.chat(id) else { return }
      let registries = chat.participants.map { store.chats(of: $0.user) } + [store.publicChatNames]
      for registry in registries where registry.holds(path) {
        try rewrite(path, of: registry, &transaction) { $0.append(id.text) }
      }
    case .unfinishedEnd:
      var writer = try LogWriter.open(log, under: lock)
      try writer.endLine()
      try writer.synchronize()
    case .nextMissing(let following):
      try LogWriter.end(path, before: following)
    case .misleadingLock(_, let last): lock.note(lastSegment: last)
    case .unerased(let message):
      try LogWriter.open(log, under: lock).synchronize()
      try log.eraseTexts(of: message, under: lock)
    case .ofDeletedAccount, .keyAstray, .unusableKey: try remove(path)
    case .keyLost(let number), .keyFalse(let number):
      guard let record = try log.record(number), let claim = KeyClaim(record) else { return }
      try copies.keep(path)
      try removeInnerLink(path)
      let directory = parentDirectory(of: path)
      for directory in [parentDirectory(of: directory), directory] {
        try lock.makeDirectoryIfMissing(directory)
      }
      try lock.write(claim, to: path)
    default: try mend(finding, of: .chat(id), &transaction)
    }
  }

  private func makeIndex(of id: ChatID, _ lock: borrowing ChatLock) throws(ChatError) {
    let index = store.edits(of: id)
    try removeInnerLink(index.directory)
    try lock.makeDirectoryIfMissing(index.directory)
    for segment in try index.segments() {
      try copies.keep(index.path(of: segment))
      try removeInnerLink(index.path(of: segment))
    }
    try index.makeIndex(of: store.log(of: id), under: lock)
  }
}

extension NameRegistry {
  /// Whether a document is one of its.
  fileprivate func holds(_ path: String) -> Bool { parentDirectory(of: path) == directory }
}

extension Store {
  /// The hints that are mended with a part.
  fileprivate func allHints(of part: Part) -> [HintCheck] {
    switch part {
    case .root: []
    case .names(let registry): [hints(of: registry)]
    case .account(let id): [usernameHints, emailHints, chatHints(of: id)]
    case .chat: [publicChatHints]
    }
  }
}

extension LogWriter {
  /// Ends a segment that is full with the line that names the next one, which is there; also where
  /// a crash has left the beginning of that line.
  fileprivate static func end(_ path: String, before following: Int64) throws(ChatError) {
    try attempt(.write, path) { () throws(Errno) in
      let file = try FileDescriptor.openFile(path, .readWrite)
      let size = try file.status().size
      let line = LogLine.next(following)
      let length = min(Int64(line.count), size)
      let end = try file.read(upTo: Int(length), at: size - length)
      let begun = end.split(separator: lineBreak, omittingEmptySubsequences: false).last ?? []
      guard LogLine.isBegunNext(begun, following) else { return }
      try file.write(Array(line.dropFirst(begun.count)), at: size)
      try file.synchronizeData()
    }
  }
}
