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
  /// How many there are, where that can be told; found out when it is shown first.
  private var total: () -> Int64? = { nil }
  private var knownTotal: Int64?
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
  /// - Parameters:
  ///   - doing: what is done to so many, `searched`.
  ///   - total: how many there are in all, about; asked for once somebody has waited.
  func begin(_ doing: String, _ unit: Unit, of total: @escaping () -> Int64? = { nil }) {
    self.doing = doing
    self.unit = unit
    self.total = total
    knownTotal = nil
    count = 0
    if isShown { next = clock() + Self.patience }
  }

  /// Counts so many more.
  func advance(by count: Int) {
    self.count += Int64(count)
    if !isShown || clock() < next { return }
    next = clock() + Self.interval
    clear()
    line = String("\(doing) \(share ?? amount(self.count))".prefix(columns - 1))
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

  /// A bar, where it is known how many there are.
  private var share: String? {
    if knownTotal == nil { knownTotal = total() }
    guard let knownTotal, knownTotal > 0 else { return nil }
    // What changes meanwhile is counted again.
    let share = Double(min(count, knownTotal)) / Double(knownTotal)
    let done = Int(share * Double(Self.barWidth))
    let bar =
      String(repeating: "#", count: done) + String(repeating: "-", count: Self.barWidth - done)
    return "[\(bar)] \(Int(share * 100)) % of \(amount(knownTotal))"
  }

  private static let barWidth = 20

  private func amount(_ count: Int64) -> String {
    switch unit {
    case .bytes: "\(count / 1_000_000) MB"
    case .messages: "\(count) messages"
    }
  }
}
