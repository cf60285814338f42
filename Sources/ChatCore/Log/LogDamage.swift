/// What a reader had to pass over.
package struct LogDamage: Equatable, Sendable {
  /// Lines that are no records.
  package var lines: Int64 = 0
  /// Numbers that no line stands for.
  package var missing: Int64 = 0

  package init(lines: Int64 = 0, missing: Int64 = 0) {
    self.lines = lines
    self.missing = missing
  }

  static func + (left: LogDamage, right: LogDamage) -> LogDamage {
    LogDamage(lines: left.lines + right.lines, missing: left.missing + right.missing)
  }

  static func += (left: inout LogDamage, right: LogDamage) { left = left + right }
}
