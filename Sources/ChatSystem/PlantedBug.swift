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
  /// A document is there before the hint that leads to it.
  case documentBeforeHint = "document-before-hint"
  /// The file of a key is written after the message that was sent under it.
  case keyAfterMessage = "key-after-message"
  /// Who sends a message again under its key does not sync it.
  case keyNotSyncedAgain = "key-not-synced-again"
  /// What a crash left at the end of a log is cut off.
  case cutLog = "cut-log"
  /// What a crash left at the end of a log is taken for a whole line.
  case lineLeftTorn = "line-left-torn"

  /// A document that is damaged is taken for one that was never written.
  case damageTakenForNothing = "damage-taken-for-nothing"
  /// Doctor does not look at cursors.
  case uncheckedCursors = "unchecked-cursors"

  /// Whether this process has it.
  package var isPlanted: Bool {
    #if PLANTED_BUGS
      getenv("CHATCTL_PLANTED_BUG").map { String(cString: $0) == rawValue } ?? false
    #else
      false
    #endif
  }
}

extension FileDescriptor {
  /// Cuts the file off, ftruncate(2); for ``PlantedBug/cutLog`` alone.
  package func plantCut(at size: Int64) throws(Errno) {
    try retrying { ftruncate(raw, off_t(size)) }
  }
}
