/// How much there is of everything, and how often it is measured.
struct Sizes: Sendable {
  let isShort: Bool
  /// In the long chat, and lines in the file that is sent.
  let messages: Int
  /// How many of the last messages `log --since` is to find.
  let recent: Int
  /// The people who wrote the long chat.
  let authors: Int
  /// Of the large store.
  let chats: Int
  let accounts: Int
  /// The chats of the account that is measured in it.
  let ownChats: Int
  /// Processes that send at once, and how often each.
  let senders: Int
  let sends: Int
  /// Followers of one chat, and what is sent to it.
  let followers: Int
  let followedSends: Int
  /// Lines that are timed on their way to a follower.
  let arrivals: Int
  /// How long a follower has to be idle, in seconds.
  let idleSeconds: Int
  /// How often two short commands take turns, and how often each runs in its turn.
  let rounds: Int
  let runsPerRound: Int
  /// The same of commands that take long: as many as fit into a minute, within these bounds.
  let longRounds: ClosedRange<Int>
  /// The same of what many processes do together.
  let turns: Int

  /// What the targets are meant for.
  static let full = Sizes(
    isShort: false, messages: 1_000_000, recent: 1000, authors: 30, chats: 100_000,
    accounts: 10_000, ownChats: 1000, senders: 16, sends: 200, followers: 100, followedSends: 1000,
    arrivals: 300, idleSeconds: 10, rounds: 30, runsPerRound: 10, longRounds: 5...30, turns: 3)

  /// Shows that everything works, in a minute.
  static let short = Sizes(
    isShort: true, messages: 20_000, recent: 100, authors: 5, chats: 500, accounts: 100,
    ownChats: 50, senders: 4, sends: 10, followers: 10, followedSends: 20, arrivals: 10,
    idleSeconds: 1, rounds: 2, runsPerRound: 2, longRounds: 1...1, turns: 1)

  /// What the data that is kept depends on.
  var ofData: String { "\([messages, recent, authors, chats, accounts, ownChats])" }

  /// The name of the directory for data of these sizes.
  var name: String { isShort ? "short" : "full" }
}

extension Int {
  /// As people write large numbers.
  var grouped: String {
    var digits = String(self)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return digits
  }
}
