/// What a reader had to pass over.
package struct LogDamage: Equatable, Sendable {
  /// Lines that are no records.
  package var lines: Int64 = 0
  /// Numbers that no line stands for.
  package var missing: Int64 = 0

  package static let none = LogDamage()

  static func += (left: inout LogDamage, right: LogDamage) {
    left.lines += right.lines
    left.missing += right.missing
  }
}
