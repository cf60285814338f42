import ChatSystem

/// The words of every finding, in the voice of errors: the file at fault by its path, lower case,
/// no full stop; and what helps.
extension Finding {
  /// What is wrong, in one line.
  package var message: String {
    switch fault {
    case .unusable(let error), .unusableHint(let error), .unusableKey(let error): error.message
    case .missing: ChatError.missing(path).message
    default: "'\(path)' \(fault.words)"
    }
  }

  /// What whoever looks after the store can do about it, in one line.
  package var hint: String {
    if isRepairable { return "'chatctl doctor --repair' \(fault.repair)" }
    return switch fault {
    case .unusable(.damaged), .unusable(.missing): "put the file back from a backup"
    case .unusable(let error):
      error.hint ?? "look at the file, or put it back from a backup"
    case .unknown: "nothing of chatctl is called so: remove it if you have no use for it"
    case .closedToGroup: "'chmod g+rwX \(escapedShellWord(path))' opens it to the group"
    case .foreignOwner(_, let user): "'chown \(user) \(escapedShellWord(path))' gives it back"
    case .foreignGroup(_, let group): "'chgrp \(group) \(escapedShellWord(path))' gives it back"
    case .nameHeldTwice: "have one of them take another: 'chatctl profile'"
    case .tokenOfGoneChat(let token):
      "'chatctl token revoke \(escapedShellWord(token))' takes it back"
    case .tornLine: "nothing is lost: it was never said to be stored"
    case .cursorAstray, .cursorMiscounted:
      "'chatctl cursor set' puts a cursor right, 'chatctl chat read' the read mark"
    case .keyAstray: "put the log back from a backup, if there is one of it whole"
    case .more: "mend some of it first"
    default: "put the file back from a backup"
    }
  }
}

extension Fault {
  /// What follows the path.
  fileprivate var words: String {
    switch self {
    case .unusable, .unusableHint, .unusableKey, .missing: ""
    case .unknown: "is none of the files of a store"
    case .leftover: "is left from a command that was stopped"
    case .tooOpen(let mode, let allowed):
      "can be used by others than it is for: its mode is \(mode.octal), not \(allowed.octal)"
    case .closedToOwner(let mode, _): "is closed to its owner: its mode is \(mode.octal)"
    case .innerLink(let target): "is a link to something else in the store, '\(target)'"
    case .closedToGroup(let mode):
      "is closed to the group that shares the store: its mode is \(mode.octal)"
    case .foreignOwner(let user, let expected):
      "belongs to the user \(user), not to \(expected) as the store does"
    case .foreignGroup(let group, let expected):
      "belongs to the group \(group), not to \(expected) as the store does"

    case .lacksHint(let id, let kind): "does not lead to \(id), \(kind.owner)"
    case .staleHint(let ids): "leads to \(ids.joined(separator: ", ")), which does not go by it"
    case .nameHeldTwice(let ids): "is the name of several accounts: \(ids.joined(separator: ", "))"

    case .noAccount(let id, .friend): "names \(id) as a friend, which is no account"
    case .noAccount(let id, .blocked): "names \(id) as blocked, which is no account"
    case .noAccount(let id, .participant): "names \(id) as participant, which is no account"
    case .noAccount(let id, .banned): "names \(id) as removed, which is no account"
    case .noAccount(let id, .author): "has lines of \(id), which is no account"
    case .noAccount(let id, .cursorOwner): "is of \(id), which is no account"
    case .deletedAccountSecrets: "is of an account that was deleted"
    case .tokenOfGoneChat(let token): "has a token '\(token)' for a chat that is gone"
    case .noParticipants: "names no participant"
    case .participantTwice(let id): "names \(id) as participant twice"
    case .ownerNoParticipant(let id): "names \(id) as owner, who is no participant"
    case .wrongDirectChat: "is no direct chat of its participants"

    case .tornLine(let number): "has a line #\(number) that was never finished, and is passed over"
    case .damagedLine(let offset, let number):
      "has a damaged line at byte \(offset), which stands for #\(number)"
    case .unfinishedEnd(_, true): "ends in a line without its line break"
    case .unfinishedEnd(_, false): "ends in an unfinished line"
    case .missingNumbers(let first, let last):
      first == last ? "lacks #\(first)" : "lacks #\(first) to #\(last)"
    case .numbersGoBack(let number, let last): "goes back from #\(last) to #\(number)"
    case .datesGoBack(let number): "goes back in time at #\(number)"
    case .miscounted(let number): "counts the messages wrongly at #\(number)"
    case .wrongFirst(let number): "is not called by its first number, #\(number)"
    case .cutSegment: "was cut: its last line is not whole, and other files follow"
    case .nextMissing(let following): "does not name the file that follows, of #\(following)"
    case .nextLost(let named): "goes on in a file of #\(named), which is missing"
    case .nextWrong(let named, let following):
      "names a file of #\(named) as the next, which is that of #\(following)"
    case .linesAfterNext: "goes on after the line that ends it"
    case .misleadingLock(let segment, let last):
      "leads writers to the file of #\(segment), and the last one is of #\(last)"

    case .damagedIndex(true): "has lines that a crash cut off"
    case .damagedIndex(false): "has damaged lines: changes of messages may not be seen"
    case .lacksChange(let number): "lacks the change #\(number): an older text may be shown"
    case .falseChange(let number): "tells of a change #\(number) that never came"
    case .unerased(let message): "still has a text of #\(message.number), which was deleted"

    case .cursorAstray(let name, let number):
      "has the cursor '\(name)' at #\(number), which is not in the log as it was"
    case .cursorMiscounted(let name): "counts the messages up to the cursor '\(name)' wrongly"
    case .ofDeletedAccount: "is of an account that was deleted"
    case .keyAstray(let number, _): "is of a key that #\(number) does not have"
    case .keyFalse(let number): "tells of #\(number) what was not sent under that key"
    case .keyLost(let number): "does not lead to #\(number), which was sent under that key"

    case .more: "is not the last: there is more than is told"
    }
  }

  /// What a repair does.
  fileprivate var repair: String {
    switch self {
    case .missing(.lock): "makes it"
    case .missing(.names), .unusableHint: "makes it anew of what it leads to"
    case .leftover, .deletedAccountSecrets, .ofDeletedAccount, .keyAstray: "removes it"
    case .tooOpen: "closes it"
    case .closedToOwner: "opens it"
    case .lacksHint: "adds it"
    case .staleHint: "takes that out"
    case .unfinishedEnd: "ends it, as the next message does"
    case .nextMissing: "names it"
    case .misleadingLock: "puts that right"
    case .damagedIndex, .lacksChange, .falseChange: "makes it anew of the log"
    case .unerased: "erases it"
    case .unusableKey, .keyLost, .keyFalse: "makes it anew of the log, or removes it"
    default: "mends it"
    }
  }
}

extension Fault.Leading {
  fileprivate var owner: String {
    switch self {
    case .username: "the account that has that username"
    case .email: "the account that has that e-mail address"
    case .chat: "a chat of that name that its owner takes part in"
    case .publicChat: "the public chat of that name"
    }
  }
}

extension FileMode {
  fileprivate var octal: String { String(bits, radix: 8) }
}
