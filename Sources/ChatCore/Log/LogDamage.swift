/// What a reader had to pass over.
package struct LogDamage: Equatable, Sendable {
  /// Lines that are no records.
  package var lines: Int64 = 0
  /// Numbers that no line stands for.
  package var missing: Int64 = 0
  /// Changes of messages that the index does not tell of.
  package var unindexed: Int64 = 0
  /// The index that lacks them.
  package var index: String?

  package init(
    lines: Int64 = 0, missing: Int64 = 0, unindexed: Int64 = 0, index: String? = nil
  ) {
    self.lines = lines
    self.missing = missing
    self.unindexed = unindexed
    self.index = index
  }

  static func + (left: LogDamage, right: LogDamage) -> LogDamage {
    LogDamage(
      lines: left.lines + right.lines, missing: left.missing + right.missing,
      unindexed: left.unindexed + right.unindexed, index: left.index ?? right.index)
  }

  static func += (left: inout LogDamage, right: LogDamage) { left = left + right }
}
