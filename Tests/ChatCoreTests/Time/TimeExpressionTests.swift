import ChatCore
import Glibc
import Testing

/// Each zone in a process of its own, as a process has but one.
@Suite struct TimeExpressionTests {
  @Test func `times are read in the local zone unless they name one`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Europe/Berlin", 1)
      // 02:05 in Berlin.
      let now = "2026-11-30T01:05:23.123Z"
      expect("now", "2026-11-30T01:05:23.123Z", now: now)
      expect("today", "2026-11-29T23:00:00.000Z", now: now)
      expect("yesterday", "2026-11-28T23:00:00.000Z", now: now)
      expect("2026-07-01", "2026-06-30T22:00:00.000Z", now: now)
      expect("2026-11-30 14:00", "2026-11-30T13:00:00.000Z", now: now)
      expect("2026-11-30T14:00", "2026-11-30T13:00:00.000Z", now: now)
      expect("2026-11-30t14:00:01.5", "2026-11-30T13:00:01.500Z", now: now)
      expect("00:30", "2026-11-29T23:30:00.000Z", now: now)
      expect("2026-11-30T14:00:00Z", "2026-11-30T14:00:00.000Z", now: now)
      expect("2026-11-30 14:00:00+09:00", "2026-11-30T05:00:00.000Z", now: now)
      expect("90s", "2026-11-30T01:03:53.123Z", now: now)
      expect("15m", "2026-11-30T00:50:23.123Z", now: now)
      expect("2h", "2026-11-29T23:05:23.123Z", now: now)
      expect("1h30m", "2026-11-29T23:35:23.123Z", now: now)
      expect("3d", "2026-11-27T01:05:23.123Z", now: now)
      expect("2w", "2026-11-16T01:05:23.123Z", now: now)
    }
  }

  @Test func `days begin at local midnight on days of 23 and 25 hours`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Europe/Berlin", 1)
      expect("today", "2026-03-28T23:00:00.000Z", now: "2026-03-29T12:00:00.000Z")
      expect("today", "2026-03-29T22:00:00.000Z", now: "2026-03-30T12:00:00.000Z")
      expect("yesterday", "2026-03-28T23:00:00.000Z", now: "2026-03-30T12:00:00.000Z")
      expect("today", "2026-10-24T22:00:00.000Z", now: "2026-10-25T12:00:00.000Z")
      expect("yesterday", "2026-10-24T22:00:00.000Z", now: "2026-10-26T12:00:00.000Z")
      // Skipped, and shown twice.
      expect("2026-03-29 02:30", "2026-03-29T01:30:00.000Z", now: "2026-03-30T12:00:00.000Z")
      expect("2026-10-25 02:30", "2026-10-25T00:30:00.000Z", now: "2026-03-30T12:00:00.000Z")
    }
  }

  @Test func `a day without midnight begins at its first moment`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "America/Sao_Paulo", 1)
      expect("2018-11-04", "2018-11-04T03:00:00.000Z", now: "2018-11-04T12:00:00.000Z")
      expect("today", "2018-11-04T03:00:00.000Z", now: "2018-11-04T12:00:00.000Z")
    }
  }

  @Test func `yesterday crosses months and years`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "UTC0", 1)
      expect("yesterday", "2024-02-29T00:00:00.000Z", now: "2024-03-01T00:00:00.000Z")
      expect("yesterday", "2025-12-31T00:00:00.000Z", now: "2026-01-01T23:59:59.999Z")
    }
  }

  @Test(
    arguments: [
      "", "10", "2026", "tomorrow", "Today", "2026-11-31", "2026-11-30T", "2026-11-30T14",
      "2026-11-30 14:60", "2026-11-30 24:00", "2026-11-30 23:59:60", "2026-11-30T14:00Z", "14",
      "24:00", "14:00 ", "-2h", "2h ago", "9223372036854775807ms1", "30/11/2026",
    ])
  func `anything else is refused`(text: String) {
    #expect(
      throws: ChatError.invalidValue(
        text, of: "--since",
        expected: "a time such as 2h, yesterday, 2026-11-30 or 2026-11-30T14:00")
    ) {
      try TimeExpression.parse(text, of: "--since", now: Timestamp(milliseconds: 0))
    }
  }

  @Test func `a moment too long ago for any number is refused`() {
    #expect(throws: ChatError.self) {
      try TimeExpression.parse(
        "9223372036854775807ms", of: "--since", now: Timestamp(milliseconds: -2))
    }
  }
}

private func expect(
  _ text: String, _ moment: String, now: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let start = Timestamp(exactRFC3339: Array(now.utf8).span) ?? .earliest
  let found = try? TimeExpression.parse(text, of: "--since", now: start).rfc3339
  #expect(found == moment, "\(text)", sourceLocation: sourceLocation)
}
