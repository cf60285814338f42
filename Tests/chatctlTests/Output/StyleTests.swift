import ChatCore
import Foundation
import Testing

@testable import chatctl

@Suite struct StyleTests {
  @Test(arguments: Style.palette)
  func `a person's colour is readable on black and on white`(color: UInt8) throws {
    let index = Int(color) - 16
    try #require((0..<216).contains(index))
    let levels = [0.0, 95, 135, 175, 215, 255].map { level in
      let share = level / 255
      return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    // Relative luminance and contrast as WCAG 2 defines them.
    let luminance =
      0.2126 * levels[index / 36] + 0.7152 * levels[index / 6 % 6] + 0.0722 * levels[index % 6]
    #expect(1.05 / (luminance + 0.05) >= 3.9)
    #expect((luminance + 0.05) / 0.05 >= 3.9)
  }

  @Test func `people have every colour of the palette, each the same one always`() throws {
    let ids = try (0..<16).map {
      try #require(UserID("00000000000000000" + String(0xA00 + $0, radix: 16)))
    }
    #expect(Set(ids.map { Style.person($0).parameters }).count == Style.palette.count)
    #expect(Style.person(ids[0]) == Style(parameters: "38;5;28"))
  }
}
