import ChatSystem

/// How far a long run has come, for who waits at a terminal: one line on standard error that is
/// written over, and gone before anything else is written.
final class Progress {
  /// What is counted.
  enum Unit { case bytes, messages }

  private let isShown: Bool
  private let columns: Int
  private let write: (String) -> Void
  private let clock: () -> Int64

  private var doing = ""
  private var unit = Unit.messages
  private var count: Int64 = 0
  /// When it is shown next, in milliseconds.
  private var next = Int64.max
  /// What stands on the terminal now.
  private var line = ""

  /// - Parameters:
  ///   - isShown: whether anyone looks on; else nothing is ever written.
  ///   - columns: the width of the terminal.
  ///   - clock: the time in milliseconds.
  ///   - write: to standard error.
  init(
    isShown: Bool, columns: Int, clock: @escaping () -> Int64, write: @escaping (String) -> Void
  ) {
    self.isShown = isShown
    self.columns = columns
    self.clock = clock
    self.write = write
  }

  /// How long a run may take before it is shown, and how often from then on, in milliseconds.
  private static let (patience, interval): (Int64, Int64) = (1000, 200)

  /// Begins to count.
  /// - Parameter doing: what is done to so many, `searched`.
  func begin(_ doing: String, _ unit: Unit) {
    self.doing = doing
    self.unit = unit
    count = 0
    if isShown { next = clock() + Self.patience }
  }

  /// Counts so many more.
  func advance(by count: Int) {
    self.count += Int64(count)
    if !isShown || clock() < next { return }
    next = clock() + Self.interval
    clear()
    line = String("\(doing) \(amount)".prefix(columns - 1))
    write(line)
  }

  /// Takes the line off the terminal, until it is shown again.
  func clear() {
    if line.isEmpty { return }
    // Of spaces, as not every terminal knows how to erase.
    write("\r" + String(repeating: " ", count: line.count) + "\r")
    line = ""
  }

  /// Ends counting.
  func end() {
    clear()
    next = .max
  }

  private var amount: String {
    switch unit {
    case .bytes: "\(count / 1_000_000) MB"
    case .messages: "\(count) messages"
    }
  }
}
