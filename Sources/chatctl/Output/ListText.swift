import ChatCore
import ChatSystem

extension Output {
  /// How a list tells how many messages are unread.
  func text(ofUnread count: Int64) -> String {
    guard results.isTerminal else { return String(count) }
    return count == 0 ? "" : "\(count) new"
  }

  /// How a list tells a date: on a terminal in local time, and no more of it than tells it from
  /// now.
  func text(of date: Timestamp) -> String {
    guard results.isTerminal else { return date.rfc3339 }
    let now = LocalTime(secondsSince1970: SystemClock.milliseconds / 1000)
    return LocalTime(secondsSince1970: date.seconds).shortText(now: now)
  }

  /// How the details of one thing tell a date: in local time on a terminal.
  func fullText(of date: Timestamp) -> String {
    guard results.isTerminal else { return date.rfc3339 }
    let time = LocalTime(secondsSince1970: date.seconds)
    return "\(time.dayText) \(time.clockText)"
  }
}
