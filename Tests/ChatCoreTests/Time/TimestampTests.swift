import Testing

@testable import ChatCore

@Suite struct TimestampTests {
  static let samples: [(Int64, String)] = [
    (0, "1970-01-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (1_796_000_723_123, "2026-11-30T01:05:23.123Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (951_868_799_999, "2000-02-29T23:59:59.999Z"),
    (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
    (-62_162_121_600_000, "0000-02-29T00:00:00.000Z"),
    (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ]

  @Test(arguments: samples)
  func `a moment is written in UTC to the millisecond, and read back`(
    milliseconds: Int64, text: String
  ) {
    let moment = Timestamp(milliseconds: milliseconds)
    #expect(moment.rfc3339 == text)
    #expect(exact(text) == moment)
  }

  @Test func `every day from the year 0 to 9999 follows the day before`() {
    var date = CivilDate(daysSince1970: -719_528)
    #expect(date == CivilDate(year: 0, month: 1, day: 1))
    var wrong: [Int] = []
    for days in -719_527...2_932_896 {
      let next = CivilDate(daysSince1970: days)
      if next != successor(of: date) || next.daysSince1970 != days { wrong.append(days) }
      date = next
    }
    #expect(wrong.isEmpty)
    #expect(date == CivilDate(year: 9999, month: 12, day: 31))
  }

  @Test(arguments: [Int64.min, -62_167_219_200_001])
  func `a moment before the year 0 is written as the first of all`(milliseconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds).rfc3339 == "0000-01-01T00:00:00.000Z")
  }

  @Test(arguments: [Int64.max, 253_402_300_800_000])
  func `a moment after the year 9999 is written as the last of all`(milliseconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds).rfc3339 == "9999-12-31T23:59:59.999Z")
  }

  @Test func `a moment is appended to what is there`() {
    var bytes = Array("date:".utf8)
    Timestamp(milliseconds: 0).append(to: &bytes)
    #expect(bytes.elementsEqual("date:1970-01-01T00:00:00.000Z".utf8))
  }

  @Test(
    arguments: [
      "", "2026-11-30", "2026-11-30T01:05:23Z", "2026-11-30T01:05:23.12Z",
      "2026-11-30T01:05:23.1234Z", "2026-11-30t01:05:23.123Z", "2026-11-30T01:05:23.123z",
      "2026-11-30 01:05:23.123Z", "2026-11-30T01:05:23.123Z ", "2026/11/30T01:05:23.123Z",
      "2026-11-3xT01:05:23.123Z", "2026-11-30T01:05:23,123Z", "-026-11-30T01:05:23.123Z",
      "2026-11-30T01:05:2:.123Z", "2026-11-30T01:05:2/.123Z", "2026-11-30T01:05:23.123+",
    ])
  func `the exact reader takes no other form`(text: String) {
    #expect(exact(text) == nil)
  }

  static let impossible = [
    "2026-00-10T00:00:00.000Z", "2026-13-10T00:00:00.000Z", "2026-11-00T00:00:00.000Z",
    "2026-11-31T00:00:00.000Z", "2026-12-32T00:00:00.000Z", "2026-02-29T00:00:00.000Z",
    "1900-02-29T00:00:00.000Z", "2000-02-30T00:00:00.000Z", "2026-11-30T24:00:00.000Z",
    "2026-11-30T23:60:00.000Z", "2026-11-30T23:59:61.000Z", "2026-11-29T23:59:60.000Z",
  ]

  @Test(arguments: impossible)
  func `impossible dates are refused`(text: String) {
    #expect(exact(text) == nil)
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test(
    arguments: [
      ("2026-11-30T01:05:23.123Z", "2026-11-30T01:05:23.123Z"),
      ("2026-11-30T01:05:23Z", "2026-11-30T01:05:23.000Z"),
      ("2026-11-30t01:05:23.1z", "2026-11-30T01:05:23.100Z"),
      ("2026-11-30 01:05:23.123999999Z", "2026-11-30T01:05:23.123Z"),
      ("2026-11-30T01:05:23+09:00", "2026-11-29T16:05:23.000Z"),
      ("2026-11-30T23:05:23-05:30", "2026-12-01T04:35:23.000Z"),
      ("2026-11-30T01:05:23-00:00", "2026-11-30T01:05:23.000Z"),
      ("1990-12-31T23:59:60Z", "1991-01-01T00:00:00.000Z"),
      ("1990-12-31T15:59:60.5-08:00", "1991-01-01T00:00:00.500Z"),
      ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
    ])
  func `any form of RFC 3339 is read`(text: String, moment: String) {
    #expect(Timestamp(rfc3339: text)?.rfc3339 == moment)
  }

  @Test(
    arguments: [
      "", "2026", "2026-11-30", "2026-11-30T01:05Z", "2026-11-30T01:05:23", "20261130T010523Z",
      "2026-11-30T01:05:23.Z", "2026-11-30T01:05:23+0900", "2026-11-30T01:05:23+24:00",
      "2026-11-30T01:05:23+09:60", "2026-11-30T01:05:23Zx", " 2026-11-30T01:05:23Z",
      "2026-1-30T01:05:23Z", "02026-11-30T01:05:23Z", "+2026-11-30T01:05:23Z",
      "2026-11-30T01:05:23\u{2212}09:00", "2026-11-30T\u{661}1:05:23Z",
      "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
    ])
  func `what is not RFC 3339 is refused`(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test(
    arguments: [(0, 0), (999, 0), (1000, 1), (-1, -1), (-1000, -1), (-1001, -2)] as [(Int64, Int64)]
  )
  func `whole seconds are cut towards the past`(milliseconds: Int64, seconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds).seconds == seconds)
  }

  @Test func `a moment is later by a duration, up to the last that has a form`() {
    #expect(Timestamp.noon.adding(.milliseconds(1500)) == .noon + 1500)
    let rest = Timestamp.latest.milliseconds - Timestamp.noon.milliseconds
    #expect(Timestamp.noon.adding(.milliseconds(rest)) == .latest)
    for tooLong in [Duration.milliseconds(rest + 1), .milliseconds(Int64.max), .seconds(Int64.max)]
    {
      #expect(Timestamp.noon.adding(tooLong) == nil)
    }
  }

  private func exact(_ text: String) -> Timestamp? {
    Timestamp(exactRFC3339: Array(text.utf8).span)
  }

  /// The next day by the calendar's own rules.
  private func successor(of date: CivilDate) -> CivilDate? {
    CivilDate(year: date.year, month: date.month, day: date.day + 1)
      ?? CivilDate(year: date.year, month: date.month + 1, day: 1)
      ?? CivilDate(year: date.year + 1, month: 1, day: 1)
  }
}
