/// What chats are called where several are shown: each by its title, those that share one by
/// `owner/name`.
package struct ChatNames {
  /// The folded title of each.
  private var titles: [ChatID: String] = [:]
  /// How many have each of these.
  private var counts: [String: Int] = [:]
  /// Those that were asked for, until a title changes.
  private var names: [ChatID: String] = [:]

  /// - Parameter chats: those that may be shown; one that comes later is added when it is asked for.
  package init(of chats: [Chat]) {
    for chat in chats { add(chat, as: foldedName(chat.title)) }
  }

  /// The name of a chat among these.
  package mutating func name(of chat: Chat, in store: Store) throws(ChatError) -> String {
    let title = foldedName(chat.title)
    if titles[chat.id] != title { add(chat, as: title) }
    if let name = names[chat.id] { return name }
    let name = counts[title] == 1 ? chat.title : try store.qualifiedName(of: chat)
    names[chat.id] = name
    return name
  }

  private mutating func add(_ chat: Chat, as title: String) {
    if let former = titles.updateValue(title, forKey: chat.id) { counts[former, default: 1] -= 1 }
    counts[title, default: 0] += 1
    names = [:]
  }
}
