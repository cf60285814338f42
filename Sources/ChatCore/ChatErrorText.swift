import ChatSystem

/// The words of every error: lower case, no full stop, the thing at fault by name; and a hint that
/// names what helps. Names stand as they were given: whoever prints them to a terminal sanitises
/// them.
extension ChatError {
  /// What is wrong, in one line.
  package var message: String {
    switch self {
    case .unknownCommand(let name, _, _): "there is no command '\(name)'"
    case .unknownOption(let option, let command, _, _):
      "'\(command.isEmpty ? "chatctl" : command)' has no option '\(option)'"
    case .missingValue(let option, let metavar): "option '\(option)' needs a value, \(metavar)"
    case .unexpectedValue(let option): "option '\(option)' takes no value"
    case .missingOperand(let operand, let command): "'\(command)' needs \(operand)"
    case .unexpectedOperand(let word, let command): "'\(command)' has no use for '\(word)'"
    case .invalidValue(let value, let name, let expected):
      "\(named(name)) is \(expected), not '\(value)'"
    case .conflictingOptions(let one, let other): "'\(one)' and '\(other)' do not go together"
    case .lateOption(let option, _): "'\(option)' stands in the text, where it is no option"
    case .optionNeeds(let option, let other): "'\(option)' needs '\(other)'"
    case .credentialsDisagree(let username, let owner):
      "the token is of '\(owner)', not of '\(username)', as whom you are to act"
    case .badPattern(let text, let reason):
      "'\(text.prefix(60))\(text.count > 60 ? "…" : "")' is no regular expression: \(reason)"
    case .noPattern(let option): "'\(option)' is for a PATTERN, and there is none"
    case .argumentNotUTF8(let text): "'\(text)' is not valid UTF-8"
    case .invalidKey(let bytes, let limit):
      bytes == 0
        ? "a key may not be empty" : "the key has \(bytes) bytes, and the limit is \(limit)"
    case .ambiguousChat(let name, let candidates):
      "'\(name)' may be any of \(quoted(candidates))"
    case .noParticipants: "a chat needs at least one friend"
    case .ownParticipation: "you take part in a chat of yours anyway"
    case .ownFriend: "you cannot add yourself as a friend"
    case .ownBlock: "you cannot block yourself"
    case .ownRemoval: "you cannot remove yourself from a chat"
    case .noTerminal(let what, _): "there is no terminal to ask \(what)"
    case .mayNotAsk(let what, _): "nobody may be asked \(what), because of '--no-input'"
    case .noInput: "standard input is closed, and there is no message on the command line"

    case .noAccount(let name, _): "there is no account '\(name)'"
    case .accountDeleted(let name): "the account '\(name)' was deleted"
    case .noToken(let name): "you have no token '\(name)'"
    case .noCursor(let name, let chat, _): "you have no cursor '\(name)' in '\(chat)'"
    case .noFriend(let name): "you have no friend '\(name)'"
    case .noChat(let name, _): "there is no chat '\(name)'"
    case .chatGone(let name): "the chat '\(name)' was deleted"
    case .noMessage(let number, let chat): "there is no message #\(number) in '\(chat)'"
    case .messageDeleted(let number, let chat): "message #\(number) of '\(chat)' was deleted"

    case .notLoggedIn: "you are not logged in"
    case .notLoggedInAs(let name, _, _): "you are not logged in as '\(name)'"
    case .wrongPassword: "the username or the password is wrong"
    case .wrongOldPassword: "the old password is wrong"
    case .sessionEnded(let name): "the session of '\(name)' has ended"
    case .accountGone(let name): "your account '\(name)' does not exist any more"
    case .token(let source, let error): "\(source): \(error.message)"
    case .programWithoutFlag(_, let error), .misuse(_, let error): error.message
    case .badToken: "the token is not valid, or was revoked"
    case .emptyToken: "the token is not valid: it is empty"
    case .tokenOfAnotherStore: "the token is not valid: this store has no such account"
    case .tokenExpired(let name): "the token '\(name)' has expired"
    case .tokenRevoked(let name): "the token '\(name)' was revoked"
    case .tokenMayNot(let name, let right): "the token '\(name)' has no right to \(right)"
    case .tokenNotFor(let name, let chat): "the token '\(name)' is not for the chat '\(chat)'"
    case .commandNeedsSession(let command, _): "'\(command)' cannot be used with a token"
    case .noTokenFile(let path): "there is no token file '\(path)'"
    case .tokenForFile: "a token was given where the file that holds it is asked for"
    case .secretsOfAnotherUser(let name):
      "the account '\(name)' belongs to another user of this host"
    case .readableByOthers(let path): "other users of this host can read '\(path)'"
    case .notFriends(let name): "'\(name)' is not one of your friends"
    case .notYourMessage(let number, _, _, nil): "message #\(number) is not yours"
    case .notYourMessage(let number, _, _, let token?):
      "message #\(number) was not sent with the token '\(token)'"
    case .notParticipant(let name): "you do not take part in the chat '\(name)'"
    case .removedFromChat(let name): "you were removed from the chat '\(name)'"
    case .banned(let username, let name): "'\(username)' was removed from the chat '\(name)'"
    case .notOwner(let name): "the chat '\(name)' is not yours"
    case .lastParticipant(let name): "nobody else takes part in the chat '\(name)'"
    case .directChat(let name): "'\(name)' is a direct chat, which stays as it is"
    case .blocked(let name): "'\(name)' has blocked you"
    case .blocking(let name): "you have blocked '\(name)'"
    case .guestsMayNot(let what): "guests may not \(what)"
    case .isGuest(let name, let what): "'\(name)' is a guest, and guests may not \(what)"
    case .notConfirmed: "nothing was done"
    case .notInGroup(let name): "you are not in the group '\(name)'"

    case .usernameTaken(let name): "the username '\(name)' is taken"
    case .usernameReserved(let name):
      "the username '\(name)' was another account's, and stays reserved"
    case .emailTaken(let address): "the e-mail address '\(address)' is taken"
    case .keyUsed(let key, let number):
      "under the key '\(key)' another message was sent, #\(number)"
    case .chatExists(let name): "you already have a chat named '\(name)'"
    case .tokenExists(let name): "you already have a token named '\(name)'"
    case .fileExists(let path): "'\(path)' is there already"
    case .noDirectory(let path):
      "'\(path)' cannot be made: there is no directory '\(parentDirectory(of: path))'"
    case .storeExists(let path): "there is a store in '\(path)' already"

    case .cursorInUse(let name, let chat, let holder):
      "the cursor '\(name)' of '\(chat)' is in use"
        + (holder.map { " by process \($0.pid) on \($0.host), 'chatctl \($0.command)'" } ?? "")
    case .busy(let path, let holder, let waited): busyMessage(path, holder, waited)

    case .documentTooLarge(let path): "'\(path)' has grown as large as it may be"
    case .noStore(let path): "there is no store in '\(path)'"
    case .notAdmitted(let path, _): "you may not use the store in '\(path)'"
    case .notEmpty(let path): "'\(path)' holds other things, so no store is made there"
    case .noGroup(let name): "this host has no group '\(name)'"
    case .noHome: "your home directory cannot be found"
    case .newerFormat(let path, let found):
      "'\(path)' has format \(found), and this chatctl knows formats up to "
        + "\(Manifest.currentFormat)"
    case .damaged(let path, let reason): "'\(path)' is damaged: \(reason)"
    case .missing(let path): "'\(path)' is missing from the store"
    case .system(let operation, let path, let error): systemMessage(operation, path, error)
    case .maybeStored(let operation, let path, let error):
      "it may or may not have been stored: \(systemMessage(operation, path, error))"
    case .partlySent(let before, let receipt, let maybeNext, let path, let error):
      "only \(firstMessages(before + receipt.sent.count)) stored"
        + (maybeNext ? ", and perhaps the next" : "") + ": \(systemMessage(.write, path, error))"
    case .passedOver(let name, let error):
      "the chat '\(name)' was passed over: \(error.message)"
    case .untold(let name, let error):
      "the chat '\(name)' was changed, but its log may not tell: \(error.message)"
    case .notDeleted(let name, let count, let error):
      "the account '\(name)' was not deleted, but is out of \(count) of its chats: \(error.message)"
    case .secretsNotRemoved(let name, let error):
      "the account '\(name)' was deleted, but its secrets may still be in the store: "
        + error.message
    case .stillRemembered(let name, let error):
      "'\(name)' was logged out, but is still remembered here: \(error.message)"
    case .notErased(let number, let chat, let error):
      "message #\(number) of '\(chat)' was deleted, but its text may still be in the store: "
        + error.message
    case .notRemoved(let name, let path, let error):
      "the chat '\(name)' was deleted, but its files were not: "
        + systemMessage(.remove, path, error)
    case .outputFailed(let error): "standard output cannot be written: \(error)"
    case .tourFailed(let step): "the tour stopped at: \(step)"

    case .blankMessage: "the message is blank"
    case .nulInMessage(let offset): "the message holds a NUL byte at offset \(offset)"
    case .messageNotUTF8(let offset): "the message is not valid UTF-8 at byte offset \(offset)"
    case .messageTooLong(let bytes, let limit):
      "the message has \(bytes) bytes, and the limit is \(limit)"
    case .answerTooLong(let limit): "the answer has more than \(limit) bytes"
    case .linesRefused(let count, let sent):
      "\(count) \(count == 1 ? "line was" : "lines were") refused, \(sent) sent"
    case .invalidName(let kind, let name, let problem): nameMessage(kind, name, problem)
    case .invalidEmail(let text): "'\(text)' is no e-mail address"
    case .invalidImageURL(let text): "'\(text)' is no http or https URL"
    case .invalidPassword(let problem): passwordMessage(problem)
    }
  }

  /// What to do about it, in one line; nil where there is nothing better than the message.
  package var hint: String? {
    switch self {
    case .unknownCommand(_, let group, let alternatives):
      alternatives.isEmpty
        ? "'\(helpCommand(group))' lists \(group.isEmpty ? "the" : "its") commands"
        : "did you mean \(quoted(alternatives.map { "chatctl \($0)" }))?"
    case .unknownOption(_, let command, let alternatives, let beforeText):
      alternatives.isEmpty
        ? "'\(helpCommand(command))' lists its options"
          + (beforeText ? "; '--' before the message makes it text" : "")
        : "did you mean \(quoted(alternatives))?"
    case .missingOperand(_, let command), .unexpectedOperand(_, let command),
      .misuse(let command, _):
      "'\(helpCommand(command))' shows how it is used"
    case .programWithoutFlag(let flag, _): "to run a command, '\(flag)' goes before '--'"
    case .lateOption(let option, let command):
      "put it before the text, or '--' before the text: 'chatctl \(command) CHAT \(option) … TEXT'"
    case .badPattern: "'-F' takes it as plain text"
    case .ambiguousChat: "name one of them"
    case .noParticipants:
      "name friends to start it with, or make it public: 'chatctl chat create NAME --public'"
    case .credentialsDisagree: "leave out the token, or '--as' and CHATCTL_USER"
    case .ownParticipation: "leave your name out"
    case .noTerminal(_, let option), .mayNotAsk(_, let option): "give it with \(named(option))"
    case .noInput: "give the message as words: 'chatctl send CHAT MESSAGE'"

    case .noAccount(_, let alternatives) where !alternatives.isEmpty:
      "did you mean \(quoted(alternatives))?"
    case .noAccount(let name, _):
      ((try? Username(name)).map { "they make one with 'chatctl signup \($0.text)'; " } ?? "")
        + "'chatctl friends' and 'chatctl chat show CHAT' list people"
    case .noCursor(_, _, let nearest?): "did you mean '\(nearest)'?"
    case .noCursor(_, let chat, nil): "'chatctl cursor list \(escapedShellWord(chat))' lists them"
    case .noToken: "'chatctl token list' lists them"
    case .noFriend: "'chatctl friends' lists them"
    case .notFriends(let name): "'chatctl friends add \(escapedShellWord(name))' adds them"
    case .noChat(let name, _) where name.hasPrefix("@"):
      "'chatctl send \(escapedShellWord(name)) MESSAGE' begins it"
    case .noChat(_, let alternatives):
      alternatives.isEmpty
        ? "'chatctl chat list' lists your chats, 'chatctl chat list --public' those open to all"
        : "did you mean \(quoted(alternatives))?"

    case .noMessage(_, let chat), .messageDeleted(_, let chat):
      "'chatctl log \(escapedShellWord(chat))' shows the numbers of its messages"

    case .notLoggedIn:
      "'chatctl login USERNAME' logs in, 'chatctl signup USERNAME' makes an account"
    case .notLoggedInAs(_, let meant?, _):
      "did you mean \(meant.hasPrefix("~") ? "the guest " : "")'\(meant)'?"
    case .notLoggedInAs(let name, nil, true) where !name.hasPrefix("~"):
      "nobody has that name: 'chatctl account list' lists who is logged in, "
        + "'chatctl signup USERNAME' makes an account"
    case .notLoggedInAs(let name, nil, _), .sessionEnded(let name):
      name.hasPrefix("~")
        ? "'chatctl login --guest HANDLE' begins as another guest"
        : "'chatctl login \(escapedShellWord(nameWithoutAt(name)))' logs in"
    case .notYourMessage(_, let chat, let byline, _):
      "'chatctl log \(escapedShellWord(chat)) --from \(escapedShellWord(byline))' shows those that are"
    case .accountGone(let name): "'chatctl logout \(escapedShellWord(name))' forgets it here"
    case .notParticipant: "ask one of its participants to add you"
    case .removedFromChat: "its owner may add you again"
    case .banned: "its owner may add them again"
    case .notOwner(let name): "'chatctl chat show \(escapedShellWord(name))' shows whose it is"
    case .ownRemoval: "'chatctl chat leave CHAT' ends your part in it"
    case .lastParticipant(let name):
      "'chatctl chat delete \(escapedShellWord(name))' deletes it and its messages"
    case .blocking(let name): "'chatctl friends unblock \(escapedShellWord(name))' takes that back"
    case .guestsMayNot: "'chatctl signup USERNAME' makes an account"
    case .isGuest: "guests are met in public chats: 'chatctl chat create NAME --public' makes one"

    case .wrongPassword:
      "'chatctl login USERNAME' tries again, 'chatctl signup USERNAME' makes an account"
    case .token(_, let error): error.hint
    case .tokenOfAnotherStore: "name the store that it is for with '--store DIR' or CHATCTL_STORE"
    case .badToken, .emptyToken, .tokenExpired, .tokenRevoked, .tokenMayNot, .tokenNotFor,
      .tokenForFile:
      "'chatctl token create NAME' makes another one"
    case .noTokenFile(let path):
      path.isEmpty
        ? "name the file, or unset the variable"
        : "look at its name, or 'chatctl token create NAME --output FILE' makes one"
    case .commandNeedsSession(_, let source): "leave out \(named(source)), and log in"
    case .wrongOldPassword: "'chatctl passwd' asks again"
    case .readableByOthers(let path): "'chmod 600 \(escapedShellWord(path))' makes it yours alone"
    case .secretsOfAnotherUser: "log in as the user who signed it up"
    case .notInGroup, .noGroup: "name a group that 'id' lists"

    case .usernameTaken(let name) where name.hasPrefix("~"):
      "choose another handle: nobody can log in as a guest again"
    case .usernameTaken: "choose another one, or 'chatctl login USERNAME' if it is yours"
    case .usernameReserved: "choose another one"
    case .emailTaken: "'chatctl login ADDRESS' logs in to the account that has it"
    case .chatExists: "'chatctl chat list' lists your chats"
    case .keyUsed: "one key is for one message: choose another one for this"
    case .tokenExists(let name): "'chatctl token revoke \(escapedShellWord(name))' takes it back"
    case .fileExists: "remove it, name another one, or leave out '--output'"
    case .noDirectory(let path):
      "'mkdir -p \(escapedShellWord(parentDirectory(of: path)))' makes it"
    case .storeExists: "'chatctl signup USERNAME' makes an account in it"
    case .cursorInUse: "one process at a time uses a cursor: end that one first"
    case .busy: "'--lock-timeout DURATION' waits longer"

    case .noStore:
      "'chatctl signup USERNAME' makes one, or name another with '--store DIR' or CHATCTL_STORE"
    case .notAdmitted(_, let group):
      "it is for members of \(group.map { "the group '\($0)'" } ?? "a group"); "
        + "who becomes one has to log in to the host again"
    case .notEmpty: "name an empty or a new directory with '--store DIR'"
    case .noHome: "set HOME, or both CHATCTL_STORE and XDG_STATE_HOME"
    case .newerFormat: "update chatctl"
    case .damaged(let path, _) where path.hasSuffix("/sessions.json"):
      "remove it, and log in again"
    case .damaged(let path, _) where path.hasSuffix("/store.json"):
      "put the file back from a backup"
    case .damaged, .missing:
      "'chatctl doctor --repair' mends what it can; else put the file back from a backup"
    case .notErased(let number, let chat, _):
      "'chatctl delete \(escapedShellWord(chat)) \(number)' erases it"
    case .notRemoved: "the next change of the store removes them"
    case .notDeleted: "'chatctl account delete' goes on with the others"
    case .secretsNotRemoved: "'chatctl account delete' removes them"
    case .stillRemembered(let name, _):
      "'chatctl logout \(escapedShellWord(name))' forgets it here"
    case .passedOver(_, let error): error.hint
    case .system(let operation, let path, .accessDenied) where operation != .run:
      "'namei -l \(escapedShellWord(path))' shows who may use it"
    case .untold: "nothing has to be done again"
    case .maybeStored: "look whether it is there before you do it again"

    case .invalidName(.cursorName, _, .reserved):
      "it is the read mark: 'chatctl chat read CHAT' moves that"
    case .invalidName(_, _, .reserved): "choose another one"
    case .invalidName(.chatName, _, .forbidden("/")):
      "leave the owner out: OWNER/NAME names a chat that is there, and NAME is asked for here"
    case .invalidName(.chatName, let name, .leading("@")):
      "'chatctl send \(escapedShellWord(name)) MESSAGE' begins a direct chat"
    case .invalidName(.username, _, .forbidden("@")):
      "an e-mail address goes beside it: 'chatctl signup USERNAME --email ADDRESS'"
    case .invalidName(.username, _, .leading("~")):
      "'chatctl login --guest HANDLE' logs in as a guest"
    case .invalidEmail: "write it as NAME@DOMAIN: 'alice@example.org'"
    case .invalidImageURL: "write it whole: 'https://example.org/alice.png'"
    case .invalidPassword(.empty):
      "type one on the terminal, or give a line on standard input with '--password-stdin'"
    case .blankMessage: "give the message as words or on standard input"
    case .messageNotUTF8: "'--lossy' sends it with a replacement character there"
    case .missingValue, .unexpectedValue, .invalidValue, .conflictingOptions, .argumentNotUTF8,
      .noPattern,
      .ownFriend, .ownBlock, .chatGone, .directChat, .blocked,
      .documentTooLarge, .system, .partlySent, .accountDeleted, .notConfirmed,
      .outputFailed, .tourFailed, .invalidKey, .optionNeeds, .nulInMessage, .messageTooLong,
      .answerTooLong,
      .linesRefused,
      .invalidName, .invalidPassword:
      nil
    }
  }

  /// The program's exit status.
  package var exitCode: Int32 {
    switch self {
    case .unknownCommand, .unknownOption, .missingValue, .unexpectedValue, .missingOperand,
      .unexpectedOperand, .invalidValue, .conflictingOptions, .optionNeeds, .lateOption,
      .credentialsDisagree,
      .argumentNotUTF8, .ambiguousChat, .invalidKey, .noParticipants, .ownParticipation, .ownFriend,
      .ownBlock,
      .ownRemoval, .noGroup, .noTerminal, .mayNotAsk, .noInput, .badPattern, .noPattern,
      .tokenForFile:
      2
    case .noAccount, .noFriend, .noChat, .chatGone, .noMessage, .messageDeleted, .accountDeleted,
      .noToken, .noCursor:
      3
    case .notLoggedIn, .notLoggedInAs, .wrongPassword, .wrongOldPassword, .sessionEnded,
      .accountGone, .secretsOfAnotherUser, .readableByOthers, .notFriends, .notParticipant,
      .removedFromChat,
      .banned, .notOwner, .lastParticipant, .directChat, .blocked, .blocking, .notYourMessage,
      .guestsMayNot, .isGuest, .notInGroup, .notConfirmed, .badToken, .emptyToken,
      .tokenOfAnotherStore, .tokenExpired, .tokenRevoked,
      .tokenMayNot, .tokenNotFor, .commandNeedsSession, .noTokenFile:
      4
    case .usernameTaken, .usernameReserved, .emailTaken, .chatExists, .keyUsed, .tokenExists,
      .fileExists, .storeExists, .notEmpty:
      5
    case .passedOver(_, let error), .programWithoutFlag(_, let error), .misuse(_, let error):
      error.exitCode
    case .busy, .cursorInUse: 6
    case .token(_, let error), .notDeleted(_, _, let error): error.exitCode
    case .noStore, .noDirectory, .notAdmitted, .noHome, .documentTooLarge, .newerFormat, .damaged,
      .missing,
      .system, .maybeStored, .partlySent, .untold, .notErased, .notRemoved, .secretsNotRemoved,
      .stillRemembered,
      .outputFailed, .tourFailed:
      7
    case .blankMessage, .nulInMessage, .messageNotUTF8, .messageTooLong, .answerTooLong,
      .linesRefused,
      .invalidName, .invalidEmail, .invalidImageURL, .invalidPassword:
      8
    }
  }
}

/// An option, in quotes; or a variable, or what help calls a word, as it is.
private func named(_ source: String) -> String { source.hasPrefix("-") ? "'\(source)'" : source }

private func helpCommand(_ command: String) -> String {
  command.isEmpty ? "chatctl help" : "chatctl help \(command)"
}

private func quoted(_ names: [String]) -> String {
  let shown = names.prefix(5).map { "'\($0)'" }
  return (shown + (names.count > 5 ? ["…"] : [])).joined(separator: ", ")
}

private func busyMessage(_ path: String, _ holder: LockHolder?, _ waited: Duration) -> String {
  let seconds = waited / .seconds(1)
  let time = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  guard let holder else { return "'\(path)' has been locked for \(time) s" }
  return "'\(path)' has been locked for \(time) s by process \(holder.pid) on \(holder.host), "
    + "'chatctl \(holder.command)'"
}

private func systemMessage(_ operation: SystemOperation, _ path: String, _ error: Errno) -> String {
  let changes: Set<SystemOperation> = [.lock, .replace, .remove, .write]
  if changes.contains(operation), [.accessDenied, .readOnly, .notPermitted].contains(error) {
    return "'\(path)' is read-only for you: \(error)"
  }
  return "cannot \(operation.rawValue) '\(path)': \(error)"
}

private func firstMessages(_ count: Int) -> String {
  count == 1 ? "the first message was" : "the first \(count) messages were"
}

private func nameMessage(_ kind: NameKind, _ name: String, _ problem: NameProblem) -> String {
  let subject = "the \(kind.rawValue) '\(name)'"
  switch problem {
  case .empty: return "a \(kind.rawValue) may not be empty"
  case .tooLong(let characters, let limit):
    return "\(subject) has \(characters) characters, and the limit is \(limit)"
  case .leading(let character):
    return "\(subject) may not begin with \(described(character))"
  case .trailing(let character):
    return "\(subject) may not end with \(described(character))"
  case .reserved: return "\(subject) has a meaning of its own"
  case .forbidden(let scalar): return "\(subject) may not hold \(described(scalar))"
  case .mixedScripts(let scalar):
    return "\(subject) mixes Latin letters with \(described(scalar)), which looks like another"
  }
}

private func described(_ character: Character) -> String {
  character == " " ? "a space" : "'\(character)'"
}

/// A character as itself and by its number, or by its number alone where it would not be seen.
private func described(_ scalar: Unicode.Scalar) -> String {
  if scalar == " " { return "a space" }
  let number = "U+" + hexadecimal(scalar.value, digits: 4).uppercased()
  return scalar.isPrintable && !scalar.isMark ? "'\(scalar)' (\(number))" : number
}

private func passwordMessage(_ problem: PasswordProblem) -> String {
  switch problem {
  case .empty: "the password is empty"
  case .tooLong(let limit): "the password has more than \(limit) bytes"
  case .nul: "the password holds a NUL byte"
  case .lineBreak: "the password holds a line break"
  case .mismatch: "the two passwords differ"
  case .notTwoLines: "standard input is to be two lines, the old password and the new one"
  }
}
