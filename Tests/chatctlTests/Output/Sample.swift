import ChatSystem
import Testing

@testable import ChatCore
@testable import chatctl

/// A chat and the people in it.
struct Sample {
  let chat: ChatLabel
  let alice: UserID
  let bob: UserID

  init() throws {
    chat = ChatLabel(name: "ops", id: try #require(ChatID("c0000000000000000000")))
    alice = try #require(UserID("a0000000000000000001"))
    bob = try #require(UserID("b0000000000000000002"))
  }

  /// Whoever is named `bob` is bob, anyone else alice. The date is one of November 2026 in the
  /// local zone, whichever that is.
  func message(
    _ name: String, _ body: String, number: Int64 = 42, day: Int = 29, hour: Int = 1,
    minute: Int = 5
  ) -> Message {
    let seconds = LocalTime.secondsSince1970(
      year: 2026, month: 11, day: day, hour: hour, minute: minute)
    return Message(
      number: number, date: Timestamp(milliseconds: seconds * 1000),
      user: name == "bob" ? bob : alice, name: name, body: body)
  }

  /// An update by whoever a message would be by, at its date.
  func update(_ name: String, _ kind: ChatUpdate.Kind) -> ChatUpdate {
    let message = message(name, "")
    return ChatUpdate(
      number: message.number, date: message.date, logDate: message.logDate, user: message.user,
      name: name, kind: kind)
  }
}
