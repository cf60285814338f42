import Foundation
import Testing

@testable import chatctl

@Suite struct EastAsianWidthTableTests {
  /// Of Debian's package unicode-data.
  private static let source = "/usr/share/unicode/EastAsianWidth.txt"

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: source),
      "the package unicode-data is not installed"))
  func `the table agrees with the Unicode Character Database`() throws {
    let text = try String(contentsOfFile: Self.source, encoding: .utf8)
    var isWide = [Bool](repeating: false, count: 0x110000)
    for line in text.split(separator: "\n") {
      // Such as `231A..231B;W  # So [2] WATCH..HOURGLASS`.
      let fields = line.prefix { $0 != "#" }.split(separator: ";")
      guard fields.count == 2 else { continue }
      let bounds = try fields[0].split(separator: "..").map { bound in
        try #require(Int(bound.trimmingCharacters(in: .whitespaces), radix: 16))
      }
      let (first, last) = try (#require(bounds.first), #require(bounds.last))
      let width = fields[1].trimmingCharacters(in: .whitespaces)
      if width == "W" || width == "F" {
        for value in first...last { isWide[value] = true }
      }
    }
    let wrong = isWide.indices.compactMap { Unicode.Scalar(UInt32($0)) }.filter {
      EastAsianWidthTable.isWide($0) != isWide[Int($0.value)]
    }
    #expect(wrong.isEmpty)
  }
}
