import ChatCore

/// Updates in words, as a terminal shows them.
enum UpdateText {
  /// `alice added bob`. Names stand as they are: whoever prints it sanitises it.
  static func text(of update: ChatUpdate) -> String {
    switch update.kind {
    case .edit(let target, _): "\(update.name) edited #\(target.number)"
    case .deletion(let target): "\(update.name) deleted #\(target.number)"
    case .event(let event): text(of: event, by: update.name)
    }
  }

  private static func text(of event: ChatEvent, by name: String) -> String {
    switch event {
    case .added(let person): "\(name) added \(person.name)"
    case .removed(let person): "\(name) removed \(person.name)"
    case .joined: "\(name) joined"
    case .left: "\(name) left"
    case .owner(let person): "\(person.name) is the owner now"
    case .renamed(let title): "\(name) renamed the chat to '\(title)'"
    }
  }
}
