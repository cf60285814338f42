import Glibc

/// A date and a time in the local zone, that of `TZ` or /etc/localtime (tzset(3)).
package struct LocalTime: Equatable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int
  /// 0 for Sunday to 6.
  package let weekday: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// localtime_r(3). A moment outside the years 0 to 9999 counts as the nearest inside.
  package init(secondsSince1970 seconds: Int64) {
    let time = brokenDown(seconds)
    year = Int(time.tm_year) + 1900
    month = Int(time.tm_mon) + 1
    day = Int(time.tm_mday)
    weekday = Int(time.tm_wday)
    hour = Int(time.tm_hour)
    minute = Int(time.tm_min)
    second = Int(time.tm_sec)
  }

  /// The moment at which a local clock shows this.
  ///
  /// Of two such moments, when clocks go back, it is the first. A time that clocks going forward
  /// skip is read by the clock before: 02:30 is then what is called 03:30, and a skipped midnight
  /// the first moment of its day. mktime(3) leaves these cases open, and glibc decides them by
  /// earlier calls.
  /// - Parameter day: may lie outside the month; 0 is the last day of the month before.
  /// - Returns: seconds since 1970-01-01T00:00:00Z.
  package static func secondsSince1970(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) -> Int64 {
    var shown = tm()
    shown.tm_year = Int32(year - 1900)
    shown.tm_mon = Int32(month - 1)
    shown.tm_mday = Int32(day)
    shown.tm_hour = Int32(hour)
    shown.tm_min = Int32(minute)
    shown.tm_sec = Int32(second)
    let asUTC = Int64(timegm(&shown))
    // Zones are less than a day from UTC, so these are the offsets on both sides of any change.
    let offsets = [asUTC - secondsPerDay, asUTC + secondsPerDay].map { utcOffset(at: $0) }
    let moments = offsets.map { asUTC - $0 }.sorted()
    return moments.first { $0 + utcOffset(at: $0) == asUTC } ?? asUTC - offsets[0]
  }
}

private let secondsPerDay: Int64 = 86_400

private func utcOffset(at seconds: Int64) -> Int64 { Int64(brokenDown(seconds).tm_gmtoff) }

private func brokenDown(_ seconds: Int64) -> tm {
  // A day less on both sides keeps the local year inside too, which is all that can fail.
  var clamped = time_t(min(max(seconds, -62_167_132_800), 253_402_214_399))
  var time = tm()
  localtime_r(&clamped, &time)
  return time
}
