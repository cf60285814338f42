import ChatCore
import ChatSystem

extension Command {
  static func tokenCreate(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "make a token, for a bot that acts as you",
      operands: [Operand(metavar: "NAME", help: "what to call it, by the rules of usernames")],
      options: [
        MessageOptions.chat, Options.sendOnly, Options.readOnly, Options.expires, Options.output,
      ],
      needs: Needs(store: .write, account: .required),
      details: [
        "Prints the token, this once: the store keeps only a digest. Whoever has it can read and "
          + "send in your chats, or less if options say so, and nothing else. To read is also to "
          + "move cursors, and to send is also to edit and delete what the token itself has sent. "
          + "What it sends is shown as USERNAME[NAME].",
        "It is used with --token-file FILE, or with CHATCTL_TOKEN_FILE or CHATCTL_TOKEN in the "
          + "environment, and needs no login then. A file that others can read is refused. It may be "
          + "a pipe, as in 'chatctl --token-file <(pass bot) send ops hi'.",
      ],
      examples: [
        Example(
          command: "chatctl token create backup --chat ops --send-only --output ~/.backup-token",
          purpose: "one that only sends to ops"),
        Example(
          command: "chatctl --token-file ~/.backup-token send ops \"backup failed\"",
          purpose: "send with it"),
        Example(command: "chatctl token create ci --expires 90d", purpose: "print one for 90 days"),
      ],
      run: { invocation, context throws(ChatError) in
        let store = try context.store
        let identity = try context.identity
        let name = try checkedName(.tokenName, invocation.operands[0], TokenName.init)
        let scope = try invocation.tokenScope(in: store, of: identity)
        let expires = try invocation.expiry(now: context.now)
        let path = try invocation.file(of: Options.output)
        let (token, text) = try store.createToken(
          name, for: scope, expires: expires, of: identity, writtenTo: path)
        let secret = path == nil ? text.text : nil
        if context.output.json {
          context.output.object(
            .token(token, try store.chats(of: token, for: context.identity), secret: secret))
        } else if let secret {
          context.output.line(secret)
        }
        if secret != nil { try context.flush(orRevoke: token, of: identity) }
        if context.output.json { return }
        context.output.status(
          "made the token \(token.name)"
            + (path.map { " and wrote it to \($0)" } ?? ", which is not shown again"))
        // A number without a unit is seconds, which not everyone means.
        if let expires = token.expires {
          context.output.status("it ends at \(context.output.statusText(of: expires))")
        }
      })
  }

  static func tokenList(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "list your tokens",
      needs: Needs(store: .read, account: .required),
      details: [
        "In a pipe each token is a line of five fields: name, 'read and send', 'read' or 'send', its "
          + "chats with commas between them or 'all chats', when it was made, and when it expires or "
          + "nothing. " + Reference.fields
      ],
      examples: [Example(command: "chatctl token", purpose: "your tokens")],
      isGroupDefault: true,
      run: { _, context throws(ChatError) in
        let store = try context.store
        let tokens = try store.tokens(of: try context.identity)
        var table = Table()
        for token in tokens {
          let chats = try store.chats(of: token, for: context.identity) { context.passOver($0) }
          if context.output.json {
            context.output.object(.token(token, chats))
          } else {
            table.row(
              token.name, token.scope.rights.map(\.rawValue).joined(separator: " and "),
              chats?.map(\.name).joined(separator: ", ") ?? "all chats",
              context.output.text(of: token.created),
              token.expires.map { context.output.text(of: $0) } ?? "")
          }
        }
        table.print(to: &context.output)
        if tokens.isEmpty {
          context.output.status("you have no tokens; 'chatctl token create NAME' makes one")
        }
      })
  }

  static func tokenRevoke(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "take a token back",
      operands: [Operand(metavar: "NAME", help: "which one", completion: .live(.token))],
      needs: Needs(store: .write, account: .required),
      details: ["It ends at once, also for commands that run with it."],
      examples: [
        Example(command: "chatctl token revoke backup", purpose: "the bot can do nothing more")
      ],
      run: { invocation, context throws(ChatError) in
        let token = try context.change { transaction, identity throws(ChatError) in
          try transaction.revokeToken(invocation.operands[0], of: identity)
        }
        if context.output.json {
          context.output.object(
            .token(token, try context.store.chats(of: token, for: context.identity)))
        } else {
          context.output.status("revoked the token \(token.name)")
        }
      })
  }
}

private enum Options {
  static let sendOnly = CommandOption(long: "send-only", help: "it may send, not read")
  static let readOnly = CommandOption(long: "read-only", help: "it may read, not send")
  static let expires = CommandOption(
    long: "expires", metavar: "DURATION", help: "it ends so much later, such as 90d; 90 is seconds")
  static let output = CommandOption(
    long: "output", metavar: "FILE", help: "write it to FILE, made new and yours alone",
    completion: .file)
}

extension Context {
  /// Writes out the only copy of a token, and takes the token back where that fails: nobody would
  /// have it.
  fileprivate mutating func flush(
    orRevoke token: Token, of identity: Identity
  ) throws(ChatError) {
    do throws(ChatError) {
      try output.flush()
    } catch {
      do throws(ChatError) {
        _ = try store.transaction { transaction throws(ChatError) in
          try transaction.revokeToken(token.name, of: identity)
        }
        output.warning("the token \(token.name) was not shown, and is revoked")
      } catch {
        output.warning(
          "the token \(token.name) was not shown, and is not revoked: \(error.message)")
      }
      throw error
    }
  }
}

extension Output {
  /// How a status message tells a moment: in local time on a terminal.
  fileprivate func statusText(of date: Timestamp) -> String {
    guard diagnostics.isTerminal else { return date.rfc3339 }
    let time = LocalTime(secondsSince1970: date.seconds)
    return "\(time.clockText) on \(time.dayText)"
  }
}

extension Store {
  /// The chats of a token's scope; nil for all chats. One that was deleted, or is not open to them
  /// any more, goes by its id.
  /// - Parameter report: is told of each that cannot be read, which goes by its id, too.
  fileprivate func chats(
    of token: Token, for identity: Identity, passingOver report: (ChatError) -> Void = { _ in }
  ) throws(ChatError) -> [ChatLabel]? {
    guard let ids = token.scope.chats else { return nil }
    var chats: [ChatLabel] = []
    for id in ids {
      var title = id.text
      do throws(ChatError) {
        title = try chat(id.text, for: identity).title
      } catch {
        switch error {
        case .noChat, .notParticipant, .removedFromChat: break
        default: report(error)
        }
      }
      chats.append(ChatLabel(name: title, id: id))
    }
    return chats
  }
}

extension Invocation {
  fileprivate func tokenScope(
    in store: Store, of identity: Identity
  ) throws(ChatError) -> TokenScope {
    if has(Options.sendOnly), has(Options.readOnly) {
      throw .conflictingOptions("--send-only", "--read-only")
    }
    let rights: [TokenScope.Right] =
      has(Options.sendOnly) ? [.send] : has(Options.readOnly) ? [.read] : [.read, .send]
    var chats: [ChatID] = []
    for name in values(of: MessageOptions.chat) {
      let chat = try store.chat(name, for: identity)
      if !chats.contains(chat.id) { chats.append(chat.id) }
    }
    return TokenScope(rights: rights, chats: chats.isEmpty ? nil : chats)
  }

  fileprivate func expiry(now: Timestamp) throws(ChatError) -> Timestamp? {
    guard let text = value(of: Options.expires) else { return nil }
    let duration = try DurationExpression.parse(text, of: "--expires")
    guard duration > .zero, let date = now.adding(duration) else {
      throw .invalidValue(
        text, of: "--expires", expected: "a duration that ends later, and before the year 10000")
    }
    return date
  }
}
