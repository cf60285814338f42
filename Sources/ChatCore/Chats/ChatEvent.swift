/// What happened to a chat, as its log tells it beside the messages.
package enum ChatEvent: Equatable, Sendable {
  /// Someone was made a participant by another.
  case added(Person)
  case removed(Person)
  /// Someone who was removed may join again.
  case readmitted(Person)
  case joined
  case left
  /// Someone became the owner, because the one before left.
  case owner(Person)
  case renamed(to: String)

  /// Whom it happened to.
  package struct Person: Equatable, Sendable {
    package var user: UserID
    /// The username at the time.
    package var name: String
  }

  /// The word for it, in the log and in JSON.
  package var name: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .readmitted: "readmitted"
    case .joined: "joined"
    case .left: "left"
    case .owner: "owner"
    case .renamed: "renamed"
    }
  }

  /// Whom it happened to, where that is another than who made it happen.
  package var subject: Person? {
    switch self {
    case .added(let person), .removed(let person), .readmitted(let person), .owner(let person):
      person
    case .joined, .left, .renamed: nil
    }
  }

  /// The chat's new name.
  package var title: String? {
    if case .renamed(let title) = self { title } else { nil }
  }
}

extension ChatEvent {
  /// The fields of a log line that tell an event: `event`, and what goes with it. `title` is the
  /// new name of the chat, or the username of the `subject`.
  struct Fields {
    var name: String?
    var subject: UserID?
    var title: String?

    /// Nil where they tell none that this version knows.
    var event: ChatEvent? {
      switch (name, subject, title) {
      case ("added", let user?, let name?): .added(Person(user: user, name: name))
      case ("removed", let user?, let name?): .removed(Person(user: user, name: name))
      case ("readmitted", let user?, let name?): .readmitted(Person(user: user, name: name))
      case ("owner", let user?, let name?): .owner(Person(user: user, name: name))
      case ("joined", _, _): .joined
      case ("left", _, _): .left
      case ("renamed", _, let title?): .renamed(to: title)
      default: nil
      }
    }
  }

  /// Appends the fields of a log line, each after a comma.
  func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: ",\"event\":\"\(name)\"".utf8)
    if let subject { bytes.append(contentsOf: ",\"subject\":\"\(subject.user.text)\"".utf8) }
    if let title = title ?? subject?.name {
      bytes.append(contentsOf: ",\"title\":".utf8)
      JSONText.append(title, to: &bytes)
    }
  }
}
