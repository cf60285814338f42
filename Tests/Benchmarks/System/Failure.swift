import ChatSystem
import Foundation

/// Why something could not be done, in words.
struct Failure: LocalizedError, CustomStringConvertible {
  let description: String

  var errorDescription: String? { description }

  init(_ description: String) { self.description = description }

  /// - Parameter code: of errno(3).
  init(_ action: String, code: Int32) { description = "\(action): \(Errno(code))" }
}

/// Says what was attempted when a system call fails.
func attempt<Value: ~Copyable>(
  _ action: String, _ body: () throws(Errno) -> Value
) throws(Failure) -> Value {
  do throws(Errno) {
    return try body()
  } catch {
    throw Failure("\(action): \(error)")
  }
}
