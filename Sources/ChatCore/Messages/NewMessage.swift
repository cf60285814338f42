/// A message that is to be sent.
package struct NewMessage: Sendable {
  let text: String
  /// The number of the message that it answers.
  let replyTo: Int64?
  /// Whether a program answers with it, so that others do not answer it in turn.
  let isAutomatic: Bool
  /// What is put after the text, given the message's number; nil for nothing.
  let footer: (@Sendable (Int64) -> String)?

  /// - Parameters:
  ///   - replyTo: the number of the message that it answers.
  ///   - isAutomatic: whether a program answers with it.
  ///   - footer: gives what is put after the text, from the message's number.
  package init(
    _ text: MessageText, replyTo: Int64? = nil, isAutomatic: Bool = false,
    footer: (@Sendable (Int64) -> String)? = nil
  ) {
    self.init(text.text, replyTo: replyTo, isAutomatic: isAutomatic, footer: footer)
  }

  init(
    _ text: String, replyTo: Int64? = nil, isAutomatic: Bool = false,
    footer: (@Sendable (Int64) -> String)? = nil
  ) {
    self.text = text
    self.replyTo = replyTo
    self.isAutomatic = isAutomatic
    self.footer = footer
  }

  /// Its text as the message of this number.
  func body(_ number: Int64) -> String { footer.map { text + $0(number) } ?? text }
}
