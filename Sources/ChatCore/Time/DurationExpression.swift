/// A length of time as it is typed, `90s` or `1h30m`.
///
/// Whole numbers, each with its unit, the larger unit first: `w`, `d` (24 hours), `h`, `m`, `s`,
/// `ms`.
package enum DurationExpression {
  /// The value of an option such as `--timeout`; there a number alone counts seconds.
  /// - Parameter option: with its dashes, for the error.
  package static func parse(_ text: String, of option: String) throws(ChatError) -> Duration {
    guard let milliseconds = milliseconds(isNumber(text) ? text + "s" : text) else {
      throw .invalidValue(text, of: option, expected: "a duration such as 10s, 5m or 1h30m")
    }
    return .milliseconds(milliseconds)
  }

  /// - Returns: nil for what is no duration, a number without a unit included, and for more
  ///   milliseconds than an `Int64` holds.
  static func milliseconds(_ text: String) -> Int64? {
    var rest = text[...]
    var total: Int64 = 0
    var units = Self.units[...]
    repeat {
      let digits = rest.prefix { $0.utf8.allSatisfy(isDecimalDigit) }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let count = Int64(digits), let index = units.firstIndex(where: { $0.name == name })
      else { return nil }
      let (part, tooLarge) = count.multipliedReportingOverflow(by: units[index].milliseconds)
      let (sum, overflow) = total.addingReportingOverflow(part)
      if tooLarge || overflow { return nil }
      total = sum
      units = units[(index + 1)...]
    } while !rest.isEmpty
    return total
  }

  private static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy(isDecimalDigit)
  }

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]
}
