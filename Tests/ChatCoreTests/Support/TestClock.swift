import Synchronization

@testable import ChatCore

/// A clock that stands still until it is set.
final class TestClock: Sendable {
  private let milliseconds: Atomic<Int64>

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
