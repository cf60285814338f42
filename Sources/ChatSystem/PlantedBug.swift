#if PLANTED_BUGS
  import Glibc
#endif

/// Bugs that builds for tests can have on purpose, to see that the tests find them: one at a time,
/// by the environment variable `CHATCTL_PLANTED_BUG`. In a release none can be planted, and nothing
/// of them is part of it.
package struct PlantedBug: Sendable {
  /// What gives the right to write is asked for before the lock is there, and then not again.
  @inlinable package static var earlyRights: PlantedBug { PlantedBug("early-rights") }
  /// A lock is let go before the sync, also where other hosts may write.
  @inlinable package static var earlyRelease: PlantedBug { PlantedBug("early-release") }
  /// A cursor is believed by its number alone.
  @inlinable package static var datelessCursor: PlantedBug { PlantedBug("dateless-cursor") }
  /// A follower looks first and watches then.
  @inlinable package static var lateWatch: PlantedBug { PlantedBug("late-watch") }
  /// A document is there before the hint that leads to it.
  @inlinable package static var documentBeforeHint: PlantedBug {
    PlantedBug("document-before-hint")
  }
  /// The file of a key is written after the message that was sent under it.
  @inlinable package static var keyAfterMessage: PlantedBug { PlantedBug("key-after-message") }
  /// Who sends a message again under its key does not sync it.
  @inlinable package static var keyNotSyncedAgain: PlantedBug {
    PlantedBug("key-not-synced-again")
  }
  /// What a crash left at the end of a log is cut off.
  @inlinable package static var cutLog: PlantedBug { PlantedBug("cut-log") }
  /// What a crash left at the end of a log is taken for a whole line.
  @inlinable package static var lineLeftTorn: PlantedBug { PlantedBug("line-left-torn") }
  /// The texts that edits gave a message stay when it is erased.
  @inlinable package static var textLeftInEdits: PlantedBug { PlantedBug("text-left-in-edits") }
  /// A document that is damaged is taken for one that was never written.
  @inlinable package static var damageTakenForNothing: PlantedBug {
    PlantedBug("damage-taken-for-nothing")
  }
  /// Doctor does not look at cursors.
  @inlinable package static var uncheckedCursors: PlantedBug { PlantedBug("unchecked-cursors") }
  /// A search for a byte looks at the one after the last, too.
  @inlinable package static var searchTooFar: PlantedBug { PlantedBug("search-too-far") }
  /// Controls stand in a text of JSON as they are.
  @inlinable package static var unescapedControls: PlantedBug {
    PlantedBug("unescaped-controls")
  }

  #if PLANTED_BUGS
    private let name: String

    @usableFromInline package init(_ name: String) { self.name = name }

    /// Whether this process has it.
    package var isPlanted: Bool {
      getenv("CHATCTL_PLANTED_BUG").map { String(cString: $0) == name } ?? false
    }
  #else
    @inlinable package init(_ name: StaticString) {}

    /// Whether this process has it.
    @inlinable package var isPlanted: Bool { false }
  #endif
}

extension FileDescriptor {
  /// Cuts the file off, ftruncate(2); for ``PlantedBug/cutLog`` alone.
  package func plantCut(at size: Int64) throws(Errno) {
    #if PLANTED_BUGS
      try retrying { ftruncate(raw, off_t(size)) }
    #endif
  }
}
