import ChatCore

/// Updates in words, as people read them.
struct UpdateText {
  /// How a person is shown, by id and username.
  let person: (UserID, String) -> String
  /// How the new name of a chat is shown.
  let title: (String) -> String

  /// `alice added bob`.
  func text(of update: ChatUpdate) -> String {
    let author = person(update.user, update.byline)
    switch update.kind {
    case .edit(let target, _): return "\(author) edited #\(target.number)"
    case .deletion(let target): return "\(author) deleted #\(target.number)"
    case .event(let event): return text(of: event, by: author)
    }
  }

  private func text(of event: ChatEvent, by author: String) -> String {
    switch event {
    case .added(let subject): "\(author) added \(text(of: subject))"
    case .removed(let subject): "\(author) removed \(text(of: subject))"
    case .readmitted(let subject): "\(author) lets \(text(of: subject)) join again"
    case .joined: "\(author) joined"
    case .left: "\(author) left"
    case .owner(let subject): "\(text(of: subject)) is the owner now"
    case .renamed(let title): "\(author) renamed the chat to '\(self.title(title))'"
    }
  }

  private func text(of subject: ChatEvent.Person) -> String { person(subject.user, subject.name) }
}
