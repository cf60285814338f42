import ChatSystem
import Glibc
import Testing

@Suite struct SystemClockTests {
  @Test func `the time of day is that of time(2), in milliseconds`() {
    let before = Int64(time(nil))
    let now = SystemClock.milliseconds
    // The coarse clock behind time(2) may be a tick behind.
    #expect((before * 1000...(Int64(time(nil)) + 1) * 1000 + 999).contains(now))
  }
}
