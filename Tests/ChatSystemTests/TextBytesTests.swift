import ChatSystem
import Testing

@Suite struct TextBytesTests {
  @Test(arguments: [0, 1, -1, 9, 10, 99, 1 << 53, .max, .min])
  func `a number is appended as its description has it`(number: Int64) {
    var bytes: [UInt8] = []
    bytes.append(decimal: number)
    #expect(String(decoding: bytes, as: UTF8.self) == String(number))
  }

  @Test func `texts are appended in their order`() {
    var bytes = Array("-".utf8)
    bytes.append("", "é", "")
    bytes.append("a", "", "bc")
    bytes.append("d")
    for text in [Array("x".utf8), []] { bytes.append(text.span, between: UInt8(ascii: "|")) }
    #expect(String(decoding: bytes, as: UTF8.self) == "-éabcd|x|||")
  }

  @Test func `hexadecimal digits come back as they were written`() {
    var bytes = Array("z".utf8)
    bytes.append(hexadecimal: 0x0123_4567_89AB_CDEF, 0x09AF)
    #expect(String(decoding: bytes, as: UTF8.self) == "z0123456789abcdef09af")
    #expect(hexadecimalValue(in: bytes.span, at: 0) == nil)
    #expect(hexadecimalValue(in: bytes.span, at: 1) == 0x0123_4567)
    #expect(hexadecimalValue(in: bytes.span, at: 9) == 0x89AB_CDEF)
    #expect(hexadecimalValue(in: bytes.span, at: 13) == 0xCDEF_09AF)
    #expect(hexadecimalValue(in: bytes.span, at: 14) == nil)
  }

  @Test func `only lower-case hexadecimal digits have a value`() {
    for byte in UInt8.min ... .max {
      for place in 0..<8 {
        var bytes = Array("0a9f5b3c".utf8)
        bytes[place] = byte
        let isDigit = "0123456789abcdef".utf8.contains(byte)
        #expect((hexadecimalValue(in: bytes.span, at: 0) != nil) == isDigit)
      }
    }
  }

  @Test func `a short text is found where it stands and nowhere else`() {
    let bytes = Array("{\"seq\":12,\"n\":3".utf8)
    for text: StaticString in [
      "", "{", "3", ":3", ",\"n\":", "{\"seq\":", "{\"seq\":1", "2,\"n\":3",
    ] {
      let needle = text.withUTF8Buffer(Array.init)
      for index in 0...bytes.count + 1 {
        let isThere = index <= bytes.count && bytes[index...].starts(with: needle)
        #expect(ShortText(text).stands(at: index, in: bytes.span) == isThere)
      }
    }
  }
}
