import ChatCore

extension Output {
  /// Says what readers of a log passed over.
  mutating func warn(of damage: LogDamage, in name: String) {
    if damage.lines > 0 {
      let lines = damage.lines == 1 ? "1 damaged line" : "\(damage.lines) damaged lines"
      warning("\(lines) in the log of '\(name)' passed over")
    }
    if damage.missing > 0 {
      let messages = damage.missing == 1 ? "1 message is" : "\(damage.missing) messages are"
      warning("\(messages) missing in the log of '\(name)'")
    }
    if let index = damage.index {
      let changes = damage.unindexed == 1 ? "1 change" : "\(damage.unindexed) changes"
      warning("'\(index)' lacks \(changes) that '\(name)' has: older texts may be shown")
    }
  }
}

extension Context {
  /// Says what else was found when something was added to a chat.
  mutating func warn(of receipt: Receipt, in chat: Chat) {
    if receipt.healed {
      output.warning("the log of '\(chat.title)' ended in an unfinished line, which was ended")
    }
    if receipt.clockIsBehind {
      output.warning(
        "the messages of '\(chat.title)' are dated more than a day ahead of this clock")
    }
  }
}
