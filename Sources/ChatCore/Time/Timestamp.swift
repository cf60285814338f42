/// A moment, in milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
package struct Timestamp: Hashable, Comparable, Sendable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whole seconds since 1970-01-01T00:00:00Z, the fraction cut off towards the past.
  package var seconds: Int64 { milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0) }

  /// The moment that is so much later; nil after the year 9999, which RFC 3339 cannot write.
  package func adding(_ duration: Duration) -> Timestamp? {
    let (seconds, attoseconds) = duration.components
    let (whole, tooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (later, overflow) = milliseconds.addingReportingOverflow(whole)
    let (sum, carry) = later.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    let moment = Timestamp(milliseconds: sum)
    return tooLong || overflow || carry || moment > .latest ? nil : moment
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
