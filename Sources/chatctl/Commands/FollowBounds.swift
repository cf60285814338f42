import ChatCore

/// The options of several commands that follow.
enum FollowOptions {
  static let timeout = CommandOption(
    long: "timeout", metavar: "DURATION",
    help: "how long to wait; 5 is seconds; else for ever")
}

/// When following ends by itself.
struct FollowBounds {
  /// After so many messages; nil for no number.
  private var remaining: Int?
  private let deadline: ContinuousClock.Instant?
  /// After a message that matches.
  private let match: MessagePattern?
  /// Whether what was waited for has come.
  private(set) var isReached = false

  /// - Parameters:
  ///   - count: of messages, at least one; nil for no number.
  ///   - timeout: from now on; nil for no end.
  ///   - match: of the last message; nil for none.
  init(count: Int? = nil, timeout: Duration? = nil, match: MessagePattern? = nil) {
    remaining = count
    deadline = timeout.map { ContinuousClock.now + $0 }
    self.match = match
  }

  /// Takes account of what was shown or handled.
  /// - Parameter counts: whether it is one of the number.
  /// - Throws: `badPattern` when there is not enough memory to tell.
  mutating func note(_ entry: ChatEntry, counts: Bool) throws(ChatError) {
    guard let message = entry.message else { return }
    if counts, let count = remaining {
      remaining = count - 1
      if count <= 1 { isReached = true }
    }
    if let match, !message.isDeleted, try match.matches(message.body) { isReached = true }
  }

  /// How long is left; nil for ever, zero when the time is over.
  var rest: Duration? { deadline.map { max(.zero, $0 - .now) } }

  var isOver: Bool { rest == .zero }
}
