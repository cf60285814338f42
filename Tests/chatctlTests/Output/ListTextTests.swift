import ChatSystem
import Testing

@testable import chatctl

@Suite struct ListTextTests {
  private func time(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 12) -> LocalTime {
    LocalTime(
      secondsSince1970: LocalTime.secondsSince1970(
        year: year, month: month, day: day, hour: hour, minute: 5))
  }

  @Test func `a date is told from now by no more than it takes`() {
    let now = time(2026, 11, 30)
    #expect(time(2026, 11, 30, 1).shortText(now: now) == "01:05")
    #expect(time(2026, 11, 30, 23).shortText(now: now) == "23:05")
    #expect(time(2026, 11, 29).shortText(now: now) == "29 Nov")
    #expect(time(2026, 10, 30).shortText(now: now) == "30 Oct")
    #expect(time(2025, 11, 30).shortText(now: now) == "30 Nov 2025")
    #expect(time(2027, 1, 1).shortText(now: now) == "1 Jan 2027")
  }
}
