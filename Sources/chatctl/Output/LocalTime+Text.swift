import ChatSystem

/// How a local time is shown to people, in English whatever the locale is.
extension LocalTime {
  /// `Mon 30 November 2026`.
  var dayText: String {
    "\(Self.weekdays[weekday]) \(day) \(Self.months[month - 1]) \(year)"
  }

  /// `01:05`.
  var clockText: String {
    "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
