import ChatSystem
import Glibc
import Testing

/// Each zone in a process of its own, as a process has but one.
@Suite struct LocalTimeTests {
  @Test func `a moment is shown as a clock in the zone shows it`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Asia/Kolkata", 1)
      let time = LocalTime(secondsSince1970: 1_796_000_723)
      #expect([time.year, time.month, time.day, time.weekday] == [2026, 11, 30, 1])
      #expect([time.hour, time.minute, time.second] == [6, 35, 23])
    }
  }

  @Test func `a clock time gives its moment, the first of two`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Europe/Berlin", 1)
      #expect(moment(2026, 7, 1, 12, 0) == 1_782_900_000)
      #expect(moment(2026, 10, 25, 2, 30) == 1_792_888_200)
      #expect(moment(2026, 3, 29, 2, 30) == 1_774_747_800)
    }
    await #expect(processExitsWith: .success) {
      setenv("TZ", "America/Havana", 1)
      #expect(moment(2024, 11, 3, 0, 30) == 1_730_608_200)
    }
  }

  @Test func `a skipped midnight gives the first moment of the day`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "America/Sao_Paulo", 1)
      let start = LocalTime(secondsSince1970: moment(2018, 11, 4, 0, 0))
      #expect([start.day, start.hour, start.minute, start.second] == [4, 1, 0, 0])
    }
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Pacific/Apia", 1)
      let start = LocalTime(secondsSince1970: moment(2011, 12, 30, 0, 0))
      #expect([start.day, start.hour, start.minute, start.second] == [31, 0, 0, 0])
    }
  }

  @Test func `every hour of two years is shown and found again`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Australia/Lord_Howe", 1)
      var later: [Int64] = []
      for seconds in stride(from: Int64(1_767_225_600), to: 1_830_297_600, by: 1800) {
        let time = LocalTime(secondsSince1970: seconds)
        let found = moment(time.year, time.month, time.day, time.hour, time.minute)
        if found != seconds { later.append(seconds - found) }
      }
      // The half hour that is shown twice, each year.
      #expect(later == [1800, 1800])
    }
  }

  @Test func `days outside the month count on`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "UTC0", 1)
      #expect(moment(2024, 3, 0, 0, 0) == moment(2024, 2, 29, 0, 0))
      #expect(moment(2025, 12, 32, 0, 0) == moment(2026, 1, 1, 0, 0))
    }
  }

  @Test(arguments: [Int64.min, -62_167_219_200, 253_402_300_799, Int64.max])
  func `any number of seconds has a year from 0 to 9999`(seconds: Int64) {
    #expect((0...9999).contains(LocalTime(secondsSince1970: seconds).year))
  }
}

private func moment(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int) -> Int64 {
  LocalTime.secondsSince1970(year: year, month: month, day: day, hour: hour, minute: minute)
}
