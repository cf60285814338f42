import ChatSystem

/// A registry of names, and the truth that its hints are checked against.
struct HintCheck {
  let registry: NameRegistry
  /// The folded names under which the registry is to lead to an id; none for an id of nothing.
  let names: (String) throws(ChatError) -> Set<String>
  /// The ids of all that there is.
  let everything: () throws(ChatError) -> [String]

  /// Looks at every hint, whether something confirms it.
  func check(_ files: FileCheck, into findings: inout Findings) {
    let directory = registry.directory
    for name in files.list(
      directory, into: &findings,
      where: { RegistryLayout.isDocument(file: $0) ? .file : nil })
    {
      let path = "\(directory)/\(name)"
      let ids = findings.noting(as: Fault.unusableHint, at: path) { () throws(ChatError) in
        try NameRegistry.ids(inDocument: path)
      }
      guard let ids, let ids else { continue }
      let stale = ids.filter { !mayLead(path, to: $0) }
      if !stale.isEmpty { findings.add(.staleHint(stale), at: path) }
    }
  }

  /// Whether a document leads to an id rightly, as far as anyone knows: where the truth cannot be
  /// read, it may.
  func mayLead(_ path: String, to id: String) -> Bool {
    do throws(ChatError) {
      return try names(id).contains { registry.layout.document(of: $0) == path }
    } catch {
      return true
    }
  }

  /// What documents ought to hold.
  /// - Parameter paths: of the documents; nil for all.
  func hints(at paths: Set<String>?) throws(ChatError) -> [String: [String]] {
    var hints: [String: [String]] = [:]
    for id in try everything() {
      for name in try names(id) {
        let path = registry.layout.document(of: name)
        if paths?.contains(path) ?? true { hints[path, default: []].append(id) }
      }
    }
    return hints
  }
}

extension Store {
  /// The hints of usernames, those that were given up too.
  var usernameHints: HintCheck {
    accountHints(usernames) { account in
      [account.username] + (account.formerUsernames ?? [])
    }
  }

  /// The hints of e-mail addresses.
  var emailHints: HintCheck {
    accountHints(emails) { account in account.email.map { [$0] } ?? [] }
  }

  /// The hints of public chats.
  var publicChatHints: HintCheck { chatHints(publicChatNames) { $0.isPublic } }

  /// The hints of someone's chats.
  func chatHints(of user: UserID) -> HintCheck {
    chatHints(chats(of: user)) { $0.hasParticipant(user) }
  }

  private func accountHints(
    _ registry: NameRegistry, _ names: @escaping (Account) -> [String]
  ) -> HintCheck {
    HintCheck(
      registry: registry,
      names: { text throws(ChatError) in
        guard let id = UserID(text), let account = try account(id) else { return [] }
        return Set(names(account).map(foldedName))
      },
      everything: { () throws(ChatError) in try ids(in: layout.users).filter { UserID($0) != nil } }
    )
  }

  /// A chat that cannot be read confirms nothing: its hints are added when it is put back.
  private func chatHints(
    _ registry: NameRegistry, where isConfirmed: @escaping (Chat) -> Bool
  ) -> HintCheck {
    HintCheck(
      registry: registry,
      names: { text throws(ChatError) in
        guard let id = ChatID(text), let chat = try chat(id), isConfirmed(chat) else { return [] }
        return [foldedName(chat.name)]
      },
      everything: { () throws(ChatError) in
        try ids(in: layout.chats).filter { text in
          ChatID(text).map { ((try? chat($0)) ?? nil) != nil } ?? false
        }
      })
  }

  /// The names in a directory of accounts or chats, in order.
  func ids(in directory: String) throws(ChatError) -> [String] {
    try attempt(.list, directory) { () throws(Errno) in try Directory.names(in: directory) }
      .sorted()
  }
}
