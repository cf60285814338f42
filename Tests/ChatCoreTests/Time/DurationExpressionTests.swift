import ChatCore
import Testing

@Suite struct DurationExpressionTests {
  @Test(
    arguments: [
      ("10", 10_000), ("0", 0), ("10s", 10_000), ("500ms", 500), ("2m", 120_000),
      ("1h30m", 5_400_000), ("90d", 7_776_000_000), ("2w", 1_209_600_000), ("1m1ms", 60_001),
      ("1w2d3h4m5s6ms", 788_645_006), ("007s", 7000),
      ("9223372036854775807ms", 9_223_372_036_854_775_807),
    ] as [(String, Int64)])
  func `numbers with units add up, a number alone counts seconds`(text: String, milliseconds: Int64)
    throws
  {
    #expect(
      try DurationExpression.parse(text, of: "--timeout") == .milliseconds(milliseconds))
  }

  @Test(
    arguments: [
      "", "s", "-1s", "+1s", "1.5h", "1h30", "30m1h", "1h1h", "1x", "1H", "1 h", " 1h", "1h ",
      "\u{661}s", "1s\u{301}", "9223372036854775808ms", "9223372036854775807s", "15250284453w",
      "9223372036854775807", "99999999999999999999d",
    ])
  func `anything else is refused, overflow too`(text: String) {
    #expect(
      throws: ChatError.invalidValue(
        text, of: "--timeout", expected: "a duration such as 10s, 5m or 1h30m")
    ) {
      try DurationExpression.parse(text, of: "--timeout")
    }
  }
}
