import ChatCore

/// How the people of a chat are called where people read it: on a terminal and in exported pages.
struct PeopleNames: Sendable {
  /// A name on one line, sanitised.
  /// - Parameter name: the username at the time.
  func text(of user: UserID, called name: String) -> String { Sanitizer.inline(name) }
}
