import Testing

@testable import chatctl

@Suite struct FieldTextTests {
  @Test(arguments: [
    ("", ""),
    ("hello, 日本語 👍", "hello, 日本語 👍"),
    (#"C:\new"#, #"C:\\new"#),
    ("a\nb\tc\r\n", #"a\nb\tc\x0d\n"#),
    ("\u{0}\u{1B}[m\u{7F}", #"\x00\x1b[m\x7f"#),
    ("é\u{80}\u{9F}\u{A0}", #"é\xc2\x80\xc2\x9f"# + "\u{A0}"),
    ("\u{2027}\u{2028}\u{2029}\u{202F}", "\u{2027}" + #"\xe2\x80\xa8\xe2\x80\xa9"# + "\u{202F}"),
    ("\u{202A}\u{202E}", #"\xe2\x80\xaa\xe2\x80\xae"#),
    ("\u{2065}\u{2066}\u{2069}", "\u{2065}" + #"\xe2\x81\xa6\xe2\x81\xa9"#),
    ("שלום\u{200F}", "שלום\u{200F}"),
    ("⁦x", #"\xe2\x81\xa6x"#),
  ])
  func `what could forge a field or a line is escaped`(text: String, expected: String) {
    #expect(field(text) == expected)
  }

  @Test func `no scalar breaks a line or a field, and every text can be restored`() throws {
    for text in everyScalar {
      let field = field(text)
      #expect(!field.utf8.contains { $0 < 0x20 || $0 == 0x7F })
      #expect(!field.unicodeScalars.contains { $0.properties.generalCategory == .control })
      let restored = try #require(unescape(field))
      #expect(restored == Array(text.utf8))
    }
  }

  private func field(_ text: String) -> String {
    var bytes: [UInt8] = []
    FieldText.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes that a field stands for; nil for an escape that is none.
  private func unescape(_ field: String) -> [UInt8]? {
    var result: [UInt8] = []
    var bytes = field.utf8[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      switch bytes.popFirst() {
      case UInt8(ascii: "\\"): result.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "x"):
        guard let value = UInt8(Substring(bytes.prefix(2)), radix: 16) else { return nil }
        result.append(value)
        bytes = bytes.dropFirst(2)
      default: return nil
      }
    }
    return result
  }
}
