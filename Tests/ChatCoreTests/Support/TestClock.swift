import Synchronization

@testable import ChatCore

/// A clock that stands still until it is set.
final class TestClock: Sendable {
  private let milliseconds: Atomic<Int64>
  /// When it was made, by the other clock.
  private let begin = ContinuousClock.now
  private let elapsed = Atomic<Int64>(0)

  /// A clock that nobody sets, which stands still, too, until it is let go on.
  var monotonic: ContinuousClock.Instant {
    begin + .milliseconds(elapsed.load(ordering: .relaxed))
  }

  /// Lets the clock that nobody sets go on.
  func letPass(_ seconds: Int64) { elapsed.add(seconds * 1000, ordering: .relaxed) }

  init(_ time: Timestamp = .noon) { milliseconds = Atomic(time.milliseconds) }

  var now: Timestamp {
    get { Timestamp(milliseconds: milliseconds.load(ordering: .relaxed)) }
    set { milliseconds.store(newValue.milliseconds, ordering: .relaxed) }
  }
}

extension Timestamp {
  /// 2026-11-30T12:00:00Z.
  static let noon = Timestamp(milliseconds: 1_796_040_000_000)

  static func + (date: Timestamp, milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: date.milliseconds + milliseconds)
  }

  static func - (date: Timestamp, milliseconds: Int64) -> Timestamp {
    date + -milliseconds
  }
}
