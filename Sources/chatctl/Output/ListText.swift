import ChatCore
import ChatSystem

extension Output {
  /// How a list tells how many messages are unread.
  func text(ofUnread count: Int64) -> String {
    guard results.isTerminal else { return String(count) }
    return count == 0 ? "" : "\(count) new"
  }

  /// How a list tells a date: in local time on a terminal.
  func text(of date: Timestamp) -> String {
    guard results.isTerminal else { return date.rfc3339 }
    let time = LocalTime(secondsSince1970: date.seconds)
    return "\(time.dayText) \(time.clockText)"
  }
}
