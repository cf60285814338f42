import CLinux
import Glibc

/// The clocks of the system, clock_gettime(2).
package enum SystemClock {
  /// The time of day: milliseconds since 1970-01-01T00:00:00Z. It can be set, also backwards.
  package static var milliseconds: Int64 {
    let time = read(CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The time since some moment, the same for all of a boot; it never goes back.
  package static var monotonic: Duration {
    let time = read(CLOCK_MONOTONIC)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func read(_ clock: clockid_t) -> timespec {
    // It cannot fail: both clocks always exist.
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
