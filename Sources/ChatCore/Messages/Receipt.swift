/// What was sent.
package struct Receipt: Equatable, Sendable {
  /// One message.
  package struct Sent: Equatable, Sendable {
    package var number: Int64
    package var date: Timestamp
  }

  package var sent: [Sent] = []
  /// A line that a crash had left unfinished was ended.
  package var healed = false
  /// The log's dates are more than a day ahead of this machine's clock.
  package var clockIsBehind = false
  /// It was sent before, under the same key.
  package var isRepeat = false
}
