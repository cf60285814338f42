import ChatSystem

/// Something that is not as it ought to be in a store, told once about one file or directory. Its
/// words stand in `FindingText.swift`.
package struct Finding: Equatable, Sendable {
  package let path: String
  let fault: Fault

  /// How much it matters.
  package enum Severity: String, Sendable {
    /// What commands stumble over, or promise and do not keep.
    case fault
    /// What a crash may leave, or someone put there: it does no harm.
    case note
  }

  /// How much it matters.
  package var severity: Severity { fault.isHarmless ? .note : .fault }

  /// Whether there is one right answer, which a repair can give.
  package var isRepairable: Bool { fault.isRepairable }
}

/// What can be wrong. Numbers are those of records, and what holds a place is told apart by it:
/// what is found in one place twice is one fault, not two that come and go.
enum Fault: Equatable, Sendable {
  case unusable(ChatError)
  /// What is to be there, and of which nothing is lost with it.
  case missing(Replaceable)
  case unknown
  /// - inode: tells one from the next of the same name.
  case leftover(inode: UInt64)
  /// - allowed: the bits that it may have.
  case tooOpen(FileMode, allowed: FileMode)
  /// - needed: the bits that it has to have.
  case closedToOwner(FileMode, needed: FileMode)
  case closedToGroup(FileMode)
  case innerLink(to: String)
  case foreignOwner(UInt32, expected: UInt32)
  case foreignGroup(UInt32, expected: UInt32)

  // Hints.
  case unusableHint(ChatError)
  /// The name of an account or a chat does not lead to it.
  case lacksHint(of: String, Leading)
  case staleHint([String])
  case nameHeldTwice([String])

  // Accounts and chats.
  case noAccount(String, as: Role)
  case deletedAccountSecrets
  case tokenOfGoneChat(token: String)
  case noParticipants
  case participantTwice(String)
  case ownerNoParticipant(String)
  case wrongDirectChat

  // Logs.
  case tornLine(number: Int64)
  case damagedLine(offset: Int64, number: Int64)
  /// - isRecord: whether nothing is missing but its line break.
  case unfinishedEnd(offset: Int64, isRecord: Bool)
  case missingNumbers(first: Int64, last: Int64)
  case numbersGoBack(Int64, after: Int64)
  case datesGoBack(Int64)
  case miscounted(Int64)
  case wrongFirst(Int64)
  case cutSegment
  case nextMissing(following: Int64)
  case nextLost(named: Int64)
  case nextWrong(named: Int64, following: Int64)
  case linesAfterNext
  case misleadingLock(segment: Int64, last: Int64)

  // Changes of messages.
  /// - isHarmless: a crash left the lines, and no change is missing for it.
  case damagedIndex(isHarmless: Bool)
  case lacksChange(Int64)
  case falseChange(Int64)
  case unerased(MessageReference)

  // Cursors and keys.
  case cursorAstray(name: String, number: Int64)
  case cursorMiscounted(name: String)
  case ofDeletedAccount
  case unusableKey(ChatError)
  /// - isAbsent: whether it is certain that there never was such a message.
  case keyAstray(Int64, isAbsent: Bool)
  case keyLost(Int64)
  /// It leads to its message, and tells something else than was sent.
  case keyFalse(Int64)

  /// There is more of it than is told.
  case more(isHarmless: Bool)

  /// What is made anew where it is missing.
  enum Replaceable: Equatable, Sendable { case lock, names }

  /// What leads from a name to an account or a chat.
  enum Leading: Equatable, Sendable { case username, email, chat, publicChat }

  /// What an account is to whoever names it.
  enum Role: Sendable { case friend, blocked, participant, banned, author, cursorOwner }

  var isHarmless: Bool {
    switch self {
    case .unknown, .leftover, .staleHint, .deletedAccountSecrets, .tokenOfGoneChat, .tornLine,
      .nextMissing, .falseChange, .ofDeletedAccount, .keyAstray, .unfinishedEnd:
      true
    case .more(let isHarmless), .damagedIndex(let isHarmless): isHarmless
    default: false
    }
  }

  /// Whether it is found by the order of a log's numbers.
  var reliesOnOrder: Bool {
    switch self {
    case .damagedIndex, .lacksChange, .falseChange, .keyLost, .keyFalse: true
    default: false
    }
  }

  var isRepairable: Bool {
    switch self {
    case .missing, .leftover, .tooOpen, .closedToOwner, .unusableHint, .lacksHint, .staleHint,
      .deletedAccountSecrets, .unfinishedEnd, .nextMissing, .misleadingLock, .damagedIndex,
      .lacksChange, .falseChange, .unerased, .ofDeletedAccount, .unusableKey, .keyLost,
      .keyFalse:
      true
    case .keyAstray(_, let isAbsent): isAbsent
    default: false
    }
  }
}

/// What was found in one part of a store.
struct Findings {
  private(set) var all: [Finding] = []
  /// How many of them are faults.
  private var faults = 0

  /// How many faults, and how many notes, are told: more than anyone reads, so that what is damaged
  /// everywhere takes no more time or memory than that.
  private static let limit = 1000

  mutating func add(_ fault: Fault, at path: String) {
    let count = fault.isHarmless ? all.count - faults : faults
    if count > Self.limit { return }
    let isLast = count == Self.limit
    all.append(
      Finding(path: path, fault: isLast ? .more(isHarmless: fault.isHarmless) : fault))
    if !fault.isHarmless { faults += 1 }
  }

  /// Adds what keeps something from being done.
  /// - Parameter fault: what the failure is to be, where it is more than a file that cannot be
  ///   used.
  /// - Returns: nil in that case.
  mutating func noting<Result>(
    as fault: (ChatError) -> Fault = Fault.unusable, at path: String,
    _ body: () throws(ChatError) -> Result
  ) -> Result? {
    do throws(ChatError) {
      return try body()
    } catch {
      add(fault(error), at: error.unusableFile ?? path)
      return nil
    }
  }

  mutating func forget(where isWrong: (Finding) -> Bool) { all.removeAll(where: isWrong) }

  /// Leaves what another look found too.
  mutating func confirm(by other: Findings) { all.removeAll { !other.all.contains($0) } }
}
