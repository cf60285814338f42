import Synchronization

/// A value that several threads use, one after the other.
final class Guarded<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  /// Uses and changes the value, alone.
  func use<Result: Sendable>(
    _ body: (inout sending Value) throws -> sending Result
  ) rethrows -> Result {
    try value.withLock(body)
  }
}
