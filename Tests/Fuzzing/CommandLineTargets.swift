@testable import ChatCore
@testable import chatctl

/// A command line, its words parted by line breaks, is understood or refused with an error that has
/// words and an exit code.
func checkArguments(_ bytes: [UInt8]) throws(BrokenRule) {
  let words = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    .map(Array.init)
  let line: ParsedLine
  do throws(ChatError) {
    line = try Parser.parse(arguments: words, table: .chatctl)
  } catch {
    let command = Parser.command(in: words, of: .chatctl)
    let explained = CommandTable.chatctl.explaining(error, of: command, in: words)
    return try require(
      !explained.message.isEmpty && explained.exitCode == 2, "\(explained) is a refusal")
  }
  guard case .help(let topic) = line else { return }
  try require(!HelpText(table: .chatctl).text(for: topic).isEmpty, "help has words")
}

/// Whatever a text is, what is shown of it cannot act on a terminal, forge a line or leave its
/// columns.
func checkText(_ bytes: [UInt8]) throws(BrokenRule) {
  let text = String(decoding: bytes, as: UTF8.self)
  let inline = Sanitizer.inline(text)
  try require(inline.unicodeScalars.allSatisfy(isHarmless), "'\(inline)' acts on a terminal")
  for columns in [1, 8, 40] {
    for line in Sanitizer.lines(text) {
      try require(line.unicodeScalars.allSatisfy(isHarmless), "'\(line)' acts on a terminal")
      let indent = min(2, columns - 1)
      for (number, part) in TextWrap(columns: columns, indent: indent).lines(of: line, from: 0)
        .enumerated()
      {
        let width = DisplayWidth.of(part) + (number == 0 ? 0 : indent)
        try require(
          width <= columns || part.count == 1, "'\(part)' takes \(width) columns of \(columns)")
      }
    }
  }
  var field: [UInt8] = []
  FieldText.append(text, to: &field)
  try require(
    !field.contains(UInt8(ascii: "\n")) && !field.contains(UInt8(ascii: "\t")),
    "a field has a line break or a tab")
  var json: [UInt8] = []
  JSONText.append(text, to: &json)
  try require(
    JSONValue(json) == .string(text), "'\(text)' is another text when it was JSON")
}

/// Whether a terminal may get a scalar: no control, and nothing that reorders or breaks a line.
private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: false
  default: true
  }
}
