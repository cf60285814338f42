/// What a chat's log tells its readers, record by record.
package enum ChatEntry: Equatable, Sendable {
  case message(Message)
  /// Apart, as there are few: a message is small to copy then.
  indirect case update(ChatUpdate)

  /// When it was written, by the writer's clock.
  package var date: Timestamp {
    switch self {
    case .message(let message): message.date
    case .update(let update): update.date
    }
  }

  /// When the log has it written: entries are ordered by it.
  var logDate: Timestamp {
    switch self {
    case .message(let message): message.logDate
    case .update(let update): update.logDate
    }
  }

  /// Its number and its date in the log.
  package var reference: MessageReference {
    switch self {
    case .message(let message): message.reference
    case .update(let update): MessageReference(number: update.number, date: update.logDate)
    }
  }

  /// The text of a message, or the new one that an edit gives it.
  var text: String? {
    switch self {
    case .message(let message): return message.body
    case .update(let update):
      if case .edit(_, let body) = update.kind { return body }
      return nil
    }
  }

  /// Who made it, and whom it happened to.
  package var people: [UserID] {
    switch self {
    case .message(let message): return [message.user]
    case .update(let update):
      guard case .event(let event) = update.kind, let subject = event.subject else {
        return [update.user]
      }
      return [update.user, subject.user]
    }
  }

  /// The message that it changes; nil where it changes none.
  var target: MessageReference? {
    if case .update(let update) = self { update.target } else { nil }
  }

  /// The message, if it is one.
  package var message: Message? {
    if case .message(let message) = self { message } else { nil }
  }
}

/// A change of an earlier message, or of the chat itself.
package struct ChatUpdate: Equatable, Sendable {
  /// Its own number in the chat.
  package var number: Int64
  /// When it was written, by the writer's clock.
  package var date: Timestamp
  /// When the log has it written.
  package var logDate: Timestamp
  package var user: UserID
  /// The username, at the time, of who made it.
  package var name: String
  /// The name of the token that stood in for them.
  package var token: String?
  package var kind: Kind

  /// What it is.
  package enum Kind: Equatable, Sendable {
    /// The message has another text from now on; an empty one when the message was deleted since.
    case edit(MessageReference, body: String)
    case deletion(MessageReference)
    case event(ChatEvent)
  }

  /// Who made it, as it is shown.
  package var byline: String { Author.byline(name, token) }

  /// What it does to a message; nil for an event.
  var change: MessageChange? {
    switch kind {
    case .edit(let target, _): .edit(target)
    case .deletion(let target): .deletion(target)
    case .event: nil
    }
  }

  /// The message that it changes; nil for an event.
  var target: MessageReference? { change?.target }
}

/// A message as another record means it: by its number, and by its date in the log, so that after
/// damage it is not taken for another one.
package struct MessageReference: Hashable, Comparable, Sendable {
  package var number: Int64
  /// The log's date of the message.
  package var date: Timestamp

  /// As if a record stood before the first.
  package static let beforeAll = MessageReference(number: 0, date: Timestamp(milliseconds: 0))

  /// Whether it comes first in the log: dates never go back, and also where a log was put back from
  /// a backup and numbers come again, who comes later has a later date.
  package static func < (left: MessageReference, right: MessageReference) -> Bool {
    (left.date, left.number) < (right.date, right.number)
  }
}

/// What a record does to an earlier message.
enum MessageChange: Hashable, Sendable {
  case edit(MessageReference)
  case deletion(MessageReference)

  var target: MessageReference {
    switch self {
    case .edit(let target), .deletion(let target): target
    }
  }
}
