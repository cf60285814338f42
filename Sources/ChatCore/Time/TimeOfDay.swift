/// A time on a clock.
struct TimeOfDay: Equatable {
  var hour = 0
  var minute = 0
  /// 0 to 59, and 60 for a leap second.
  var second = 0
  var millisecond = 0

  /// Whether a clock shows it, leap seconds included.
  var isValid: Bool {
    (0..<24).contains(hour) && (0..<60).contains(minute) && (0...60).contains(second)
  }

  /// Since midnight.
  var milliseconds: Int { ((hour * 60 + minute) * 60 + second) * 1000 + millisecond }
}
