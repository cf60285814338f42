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

  /// `01:05` today, `30 Nov` this year, else `30 Nov 2026`.
  func shortText(now: LocalTime) -> String {
    let date = "\(day) \(Self.months[month - 1].prefix(3))"
    if year != now.year { return "\(date) \(year)" }
    return (month, day) == (now.month, now.day) ? clockText : date
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
