import ChatSystem
import Foundation

/// Why something could not be done, in words.
package struct Failure: LocalizedError, CustomStringConvertible {
  package let description: String

  package var errorDescription: String? { description }

  package init(_ description: String) { self.description = description }

  /// - Parameter code: of errno(3).
  package init(_ action: String, code: Int32) { description = "\(action): \(Errno(code))" }
}

/// Says what was attempted when a system call fails.
package func attempt<Value: ~Copyable, Reason: Error>(
  _ action: String, _ body: () throws(Reason) -> Value
) throws(Failure) -> Value {
  do throws(Reason) {
    return try body()
  } catch {
    throw Failure("\(action): \(error)")
  }
}
