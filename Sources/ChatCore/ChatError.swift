package import ChatSystem

/// Everything a user can cause or meet. Its words stand in `ChatErrorText.swift`.
package enum ChatError: Error, Equatable, Sendable {
  // Usage.
  /// - group: the known word before it; empty for none.
  /// - alternatives: the commands that may be meant.
  case unknownCommand(String, group: String, alternatives: [String])
  /// - alternatives: the options and commands that may be meant.
  /// - beforeText: whether what looks like an option may be meant as the beginning of a message.
  case unknownOption(
    String, command: String, alternatives: [String], beforeText: Bool = false)
  case missingValue(option: String, metavar: String)
  case unexpectedValue(option: String)
  case missingOperand(String, command: String)
  case unexpectedOperand(String, command: String)
  case invalidValue(String, of: String, expected: String)
  case conflictingOptions(String, String)
  /// An option stands where a text goes on.
  case lateOption(String, command: String)
  /// What would be a program's words is not, as the flag is missing that makes them so.
  indirect case programWithoutFlag(String, ChatError)
  /// The error of who types `command`, whose help tells what is meant.
  indirect case misuse(command: String, ChatError)
  /// The first has no meaning without the second.
  case optionNeeds(String, String)
  /// - owner: of the token that was given as well.
  case credentialsDisagree(username: String, owner: String)
  case badPattern(String, reason: String)
  /// An option says how to take a pattern, and there is none.
  case noPattern(for: String)
  case argumentNotUTF8(String)
  case invalidKey(bytes: Int, limit: Int)
  case ambiguousChat(String, candidates: [String])
  case noParticipants
  case ownParticipation
  case ownFriend
  case ownBlock
  case ownRemoval
  case noGroup(String)
  case noTerminal(toAsk: String, option: String)
  /// `--no-input` was given.
  case mayNotAsk(for: String, option: String)
  case noInput

  // There is no such thing.
  /// - alternatives: the usernames that may be meant.
  case noAccount(String, alternatives: [String] = [])
  case accountDeleted(String)
  case noToken(String)
  /// - nearest: the one that may be meant.
  case noCursor(String, chat: String, nearest: String?)
  case noFriend(String)
  case noChat(String, alternatives: [String])
  case chatGone(String)
  case noMessage(Int64, chat: String)
  case messageDeleted(Int64, chat: String)

  // Not logged in, or not allowed.
  case notLoggedIn
  /// - meant: who is logged in and may be meant.
  /// - isUnknown: whether nobody goes by that name, as far as whoever asks may know.
  case notLoggedInAs(String, meant: String?, isUnknown: Bool = false)
  case wrongPassword
  case wrongOldPassword
  case sessionEnded(username: String)
  /// Someone has a session of an account that is not there.
  case accountGone(username: String)
  /// - source: of the token that the error is about: an option or a variable.
  indirect case token(from: String, ChatError)
  case badToken
  case emptyToken
  /// It is of no account that the store has.
  case tokenOfAnotherStore
  case tokenExpired(String)
  case tokenRevoked(String)
  /// - right: of the token's account, in a word.
  case tokenMayNot(String, _ right: String)
  case tokenNotFor(String, chat: String)
  /// - token: where one was given.
  case commandNeedsSession(String, token: String)
  case noTokenFile(String)
  case tokenForFile
  case secretsOfAnotherUser(username: String)
  case readableByOthers(String)
  case notFriends(String)
  case notParticipant(String)
  case removedFromChat(String)
  /// Someone else was removed from a chat.
  case banned(String, from: String)
  case notOwner(String)
  case lastParticipant(String)
  case directChat(String)
  /// They have blocked us.
  case blocked(by: String)
  /// We have blocked them.
  case blocking(String)
  /// - byline: of those that are.
  /// - token: that was given, and did not send it.
  case notYourMessage(Int64, chat: String, byline: String, token: String? = nil)
  case guestsMayNot(String)
  /// - cannot: what someone else, a guest of that name, may not.
  case isGuest(String, cannot: String)
  case notInGroup(String)
  /// Who was asked did not agree.
  case notConfirmed

  // There is one already.
  case usernameTaken(String)
  case usernameReserved(String)
  case emailTaken(String)
  case chatExists(String)
  /// - by: the number of the message that was sent under that key.
  case keyUsed(String, by: Int64)
  case tokenExists(String)
  case fileExists(String)
  case storeExists(String)
  case notEmpty(String)

  case cursorInUse(String, chat: String, LockHolder?)
  case busy(path: String, holder: LockHolder?, waited: Duration)

  // The store and the system.
  case noStore(String)
  /// - group: of the host, whose members share the store; nil where it has no name.
  case notAdmitted(store: String, group: String?)
  case noHome
  /// A file that someone named cannot be made, as its directory is not there.
  case noDirectory(forFile: String)
  case documentTooLarge(String)
  case newerFormat(path: String, found: Int)
  case damaged(path: String, reason: String)
  case missing(String)
  case system(SystemOperation, path: String, Errno)
  case maybeStored(SystemOperation, path: String, Errno)
  /// Only the first of several messages were stored, those that the receipt is of.
  /// - `before`: how many were sent before these.
  /// - `maybeNext`: whether the one that follows may have been stored as well.
  case partlySent(before: Int = 0, Receipt, maybeNext: Bool, path: String, Errno)
  /// Something is wrong with the files of one chat, and what was to be done with it was not.
  indirect case passedOver(chat: String, ChatError)
  /// A chat was changed, and its log may not tell.
  indirect case untold(chat: String, ChatError)
  /// What an account has to leave before it can be deleted was left in part.
  /// - chats: how many it has no part in any more.
  indirect case notDeleted(username: String, chats: Int, ChatError)
  /// An account was deleted, and its secrets, which count for nothing any more, may still be there.
  indirect case secretsNotRemoved(username: String, ChatError)
  /// A session has ended, and is still remembered here.
  indirect case stillRemembered(username: String, ChatError)
  /// A message was deleted, and its text may still be there.
  indirect case notErased(Int64, chat: String, ChatError)
  /// A chat was deleted, and its files are still there.
  case notRemoved(chat: String, path: String, Errno)
  case outputFailed(Errno)
  case tourFailed(step: String)

  // Refused content.
  case blankMessage
  case nulInMessage(offset: Int)
  case messageNotUTF8(offset: Int)
  case messageTooLong(bytes: Int, limit: Int)
  /// Of what a program goes on to write no more is read.
  case answerTooLong(limit: Int)
  case linesRefused(count: Int, sent: Int)
  case invalidName(NameKind, String, NameProblem)
  case invalidEmail(String)
  case invalidImageURL(String)
  case invalidPassword(PasswordProblem)
}

extension ChatError {
  /// The file that cannot be used; nil where it is about something else.
  var unusableFile: String? {
    switch self {
    case .damaged(let path, _), .missing(let path), .documentTooLarge(let path),
      .system(_, let path, _), .maybeStored(_, let path, _):
      path
    default: nil
    }
  }
}

/// What was being done when the system refused.
package enum SystemOperation: String, Sendable {
  case open, read, write, list, create, replace, remove, lock, sync, watch, inspect, run

  /// What it is where there is nothing at `path`, so that this is made.
  func orCreate(_ path: String) -> Self { (try? pathExists(path)) == false ? .create : self }
}

/// The process that holds a lock, as it wrote itself into the lock file; for messages only.
package struct LockHolder: Equatable, Sendable {
  package var pid: Int32
  package var host: String
  package var command: String
}

/// What a name names.
package enum NameKind: String, Sendable {
  case username
  case guestHandle = "guest handle"
  case chatName = "chat name"
  case tokenName = "token name"
  case cursorName = "cursor name"
}

/// Why a name is refused.
package enum NameProblem: Error, Equatable, Sendable {
  case empty
  case tooLong(characters: Int, limit: Int)
  case leading(Character)
  case trailing(Character)
  case forbidden(Unicode.Scalar)
  case mixedScripts(Unicode.Scalar)
  case reserved
}

/// Why a password is refused.
package enum PasswordProblem: Error, Equatable, Sendable {
  case empty
  case tooLong(limit: Int)
  case nul
  case lineBreak
  case mismatch
  /// Standard input is not the old one and the new one, each on a line.
  case notTwoLines
}

extension ChatError {
  /// Whether it is about one chat that is closed to someone, so that others are still open.
  package var endsOneChat: Bool {
    switch self {
    case .chatGone, .notParticipant, .removedFromChat: true
    default: false
    }
  }
}

/// Runs system calls and tells their failure as what was being done to which file.
/// - Parameters:
///   - operation: what `calls` are for.
///   - path: the file to name in the error.
package func attempt<Result: ~Copyable>(
  _ operation: SystemOperation, _ path: String, _ calls: () throws(Errno) -> Result
) throws(ChatError) -> Result {
  do throws(Errno) {
    return try calls()
  } catch {
    throw .system(operation, path: path, error)
  }
}

/// Makes a file that someone named.
/// - Throws: `noDirectory` where there is none for it; else as ``attempt(_:_:_:)``.
package func creating<Result: ~Copyable>(
  _ path: String, _ calls: () throws(Errno) -> Result
) throws(ChatError) -> Result {
  do throws(Errno) {
    return try calls()
  } catch {
    if error == .noSuchEntry, (try? pathExists(parentDirectory(of: path))) == false {
      throw .noDirectory(forFile: path)
    }
    throw .system(.create, path: path, error)
  }
}

/// The same as ``attempt(_:_:_:)`` for a file that may be missing.
/// - Returns: nil when there is nothing at `path`.
/// - Throws: `damaged` where something else stands in the place of a directory, as what is in that
///   is not missing.
func attemptIfPresent<Result>(
  _ operation: SystemOperation, _ path: String, _ calls: () throws(Errno) -> Result
) throws(ChatError) -> Result? {
  do throws(Errno) {
    return try calls()
  } catch {
    if error == .noSuchEntry { return nil }
    if error == .notDirectory {
      throw .damaged(path: firstNonDirectory(on: path), reason: "it is no directory")
    }
    throw .system(operation, path: path, error)
  }
}

/// What `read` finds in a place that need not be a store's: where the way to `path` leads through
/// what is no directory, there is nothing, and nothing is damaged.
func ifReachable<Result>(
  _ path: String, _ read: () throws(ChatError) -> Result?
) throws(ChatError) -> Result? {
  do throws(ChatError) {
    return try read()
  } catch {
    if case .damaged(let place, _) = error, place != path { return nil }
    throw error
  }
}

/// What stands on the way to `path` and is no directory; `path` itself where all the way is.
private func firstNonDirectory(on path: String) -> String {
  let parent = parentDirectory(of: path)
  if parent == path { return path }
  if let status = try? FileStatus(of: parent) {
    return status.kind == .directory ? path : parent
  }
  return firstNonDirectory(on: parent)
}
