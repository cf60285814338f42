import CLinux
import Glibc

/// The time of day, clock_gettime(2).
package enum SystemClock {
  /// Milliseconds since 1970-01-01T00:00:00Z. The clock can be set, also backwards.
  package static var milliseconds: Int64 {
    // It cannot fail: this clock always exists.
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds since some moment, by CLOCK_MONOTONIC, which nobody sets.
  package static var monotonicMilliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
