import Glibc

/// Bugs that builds for tests can have on purpose, to see that the tests find them: one at a time,
/// by the environment variable `CHATCTL_PLANTED_BUG`. A release has none.
package enum PlantedBug: String {
  /// What gives the right to write is asked for before the lock is there, and then not again.
  case earlyRights = "early-rights"
  /// A cursor is believed by its number alone.
  case datelessCursor = "dateless-cursor"
  /// A follower looks first and watches then.
  case lateWatch = "late-watch"

  /// Whether this process has it.
  package var isPlanted: Bool {
    #if PLANTED_BUGS
      getenv("CHATCTL_PLANTED_BUG").map { String(cString: $0) == rawValue } ?? false
    #else
      false
    #endif
  }
}
