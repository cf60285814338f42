import ChatCore

/// How commands say what they have done.
extension Context {
  /// Says what was done with an account of whoever runs the command.
  mutating func report(_ account: Account, _ status: String) {
    if output.json {
      output.object(.account(account, showsEmail: true))
    } else {
      output.status(status)
    }
  }

  /// A chat that was just changed as whoever runs the command sees it; by its bare name where that
  /// cannot be found out, since the change is done.
  func shown(_ chat: Chat) -> Chat {
    (try? store.shown(chat, to: identity.account)) ?? chat
  }

  /// Prints a chat that was changed with `--json`, else says what became of it.
  mutating func report(_ chat: Chat, _ statuses: [String]) throws(ChatError) {
    if output.json { return output.object(.chat(try store.summary(ofChanged: chat))) }
    for status in statuses { output.status(status) }
  }

  /// The same with one status.
  mutating func report(_ chat: Chat, _ status: String) throws(ChatError) {
    try report(chat, [status])
  }
}
