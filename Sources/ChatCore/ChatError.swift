package import ChatSystem

/// Everything a user can cause or meet, each with its words, its exit code and a hint.
///
/// Messages are lower case without a full stop. Names in them are as they were given: whoever prints
/// a message to a terminal sanitises it.
package enum ChatError: Error, Equatable, Sendable {
  // Usage.
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, command: String, nearest: String?)
  case missingValue(option: String, metavar: String)
  case unexpectedValue(option: String)
  case missingOperand(String, command: String)
  case unexpectedOperand(String, command: String)
  case invalidValue(String, of: String, expected: String)
  case conflictingOptions(String, String)
  case argumentNotUTF8(String)
  case ambiguousChat(String, candidates: [String])
  case inputNeedsTerminal(what: String, option: String)
  case noMessageInput

  // Not found.
  case noAccount(String)
  case noFriend(String)
  case noChat(String, alternatives: [String])

  // Not logged in or not allowed.
  case notLoggedIn
  case notLoggedInAs(String)
  case wrongPassword
  case sessionEnded(username: String)
  case secretsOfAnotherUser(username: String)
  case notFriends(String)
  case guestsMayNot(String)
  case privateChat(String)

  // Conflicts.
  case usernameTaken(String)
  case emailTaken(String)
  case chatExists(String)
  case storeExists(String)

  // Busy.
  case busy(holder: LockHolder?, waited: Duration)

  // The store and the system.
  case noStore(String)
  case notEmpty(String)
  case noHome
  case notShared(String)
  case noGroup(String)
  case newerFormat(path: String, found: Int)
  case damaged(path: String, reason: String)
  case system(SystemOperation, path: String, Errno)
  case maybeStored(path: String, Errno)
  case chatGone(String)
  case outputFailed(Errno)
  case lines(stored: Int, refused: Int)
  case tourFailed(step: String)

  // Refused content.
  case blankMessage
  case nulInMessage(offset: Int)
  case messageNotUTF8(offset: Int)
  case messageTooLong(bytes: Int, limit: Int)
  case invalidName(NameKind, String, NameProblem)
  case invalidEmail(String)
  case invalidPassword(PasswordProblem)
  case noParticipants

  case timedOut
}

/// What was being done when the system refused.
package enum SystemOperation: String, Sendable {
  case open, read, write, list, create, replace, lock, watch, remove, sync, inspect, run
}

/// The process that holds a lock, as it wrote itself into the lock file; for messages only.
package struct LockHolder: Equatable, Sendable, Codable {
  package var pid: Int32
  package var host: String
  package var command: String
}

/// What a name names.
package enum NameKind: String, Sendable {
  case username
  case guestHandle = "guest handle"
  case chatName = "chat name"
}

/// Why a name is refused.
package enum NameProblem: Error, Equatable, Sendable {
  case empty
  case tooLong(characters: Int, limit: Int)
  case leading(Character)
  case trailing(Character)
  case forbidden(Unicode.Scalar)
  case mixedScripts(Unicode.Scalar)
  case notUTF8
}

/// Why a password is refused.
package enum PasswordProblem: Error, Equatable, Sendable {
  case empty
  case tooLong(limit: Int)
  case nul
  case mismatch
}
