import ChatSystem

/// An account: its documents, the names that lead to it, and whom it names.
struct AccountCheck {
  let store: Store
  let files: FileCheck
  let id: UserID

  private var layout: UserLayout { store.layout.user(id) }

  func check(into findings: inout Findings) {
    guard files.check(layout.root, .directory, into: &findings) else { return }
    let account = findings.noting(at: layout.profile) { () throws(ChatError) in
      try store.account(id)
    }
    checkFiles(of: account ?? nil, into: &findings)
    store.chatHints(of: id).check(ifThere: files, into: &findings)
    guard let account, let account else { return }
    checkNames(of: account, into: &findings)
    checkPeople(of: account, into: &findings)
    checkSecrets(of: account, into: &findings)
  }

  private func checkFiles(of account: Account?, into findings: inout Findings) {
    // What is missing of the truth is told by who reads it.
    _ = files.list(layout.root, into: &findings) { name in
      switch "\(layout.root)/\(name)" {
      case layout.profile: .file
      case layout.secrets: .secret
      case layout.chats: .directory
      default: nil
      }
    }
  }

  private func checkNames(of account: Account, into findings: inout Findings) {
    for (hints, kind) in [
      (store.usernameHints, Fault.Leading.username), (store.emailHints, .email),
    ] {
      for path in hints.documents(of: id.text) {
        guard let ids = (try? NameRegistry.ids(inDocument: path) ?? []) else { continue }
        if !ids.contains(id.text) {
          findings.add(.lacksHint(of: id.text, kind), at: path)
        }
        let others = ids.filter { $0 != id.text && hints.leads(path, to: $0) }
        if !others.isEmpty { findings.add(.nameHeldTwice(([id.text] + others).sorted()), at: path) }
      }
    }
  }

  private func checkPeople(of account: Account, into findings: inout Findings) {
    for (ids, role) in [(account.friends, Fault.Role.friend), (account.blocked ?? [], .blocked)] {
      for other in ids where store.isNoAccount(other) {
        findings.add(.noAccount(other.text, as: role), at: layout.profile)
      }
    }
  }

  private func checkSecrets(of account: Account, into findings: inout Findings) {
    if account.isDeleted {
      if (try? pathExists(layout.secrets)) == true {
        findings.add(.deletedAccountSecrets, at: layout.secrets)
      }
      return
    }
    do throws(ChatError) {
      guard let secrets = try store.secrets(of: account) else { return }
      for token in secrets.tokens ?? [] {
        for chat in token.scope.chats ?? [] where (try? store.chat(chat)) == .some(nil) {
          findings.add(.tokenOfGoneChat(token: token.name), at: layout.secrets)
        }
      }
    } catch {
      switch error {
      // What only its owner may read, nobody else can look at; and its mode is told already.
      case .secretsOfAnotherUser, .readableByOthers: break
      default:
        let isTold = findings.all.contains { $0.path == error.unusableFile }
        if !isTold { findings.add(.unusable(error), at: error.unusableFile ?? layout.secrets) }
      }
    }
  }
}

extension HintCheck {
  /// The documents that are to lead to an id; none where that cannot be known.
  func documents(of id: String) -> [String] {
    ((try? names(id)) ?? []).map { registry.layout.document(of: $0) }.sorted()
  }

  /// Whether something confirms that a document leads to an id.
  func leads(_ path: String, to id: String) -> Bool {
    ((try? names(id)) ?? []).contains { registry.layout.document(of: $0) == path }
  }

  /// The same as ``check(_:into:)`` for a registry that may be missing.
  func check(ifThere files: FileCheck, into findings: inout Findings) {
    if let status = try? FileStatus(of: registry.directory), status.kind == .directory {
      check(files, into: &findings)
    }
  }
}

extension Store {
  /// Whether there is certainly no account of an id, not even a deleted or a damaged one.
  func isNoAccount(_ id: UserID) -> Bool {
    do throws(ChatError) {
      return try account(id) == nil
    } catch {
      return false
    }
  }

  /// Whether an account was deleted.
  func isDeleted(_ id: UserID) -> Bool { ((try? account(id)) ?? nil)?.isDeleted ?? false }
}
