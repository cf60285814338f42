import ChatSystem
import Synchronization
import TestTools

/// A command that runs beside others until it ends by itself; what it prints is kept.
final class Follower: Sendable {
  /// Its command line, without the program.
  let name: String
  private let program: Mutex<RunningProgram>
  private let output: FileDescriptor
  private let errors: FileDescriptor

  /// Starts it.
  init(_ launch: Launch) throws {
    name = launch.words.dropFirst().joined(separator: " ")
    output = try FileDescriptor.inMemory([])
    errors = try FileDescriptor.inMemory([])
    program = Mutex(try launch.start(.init(output: output.raw, errors: errors.raw)))
  }

  /// Waits for its end, which has to be near.
  /// - Returns: what came of it; it was killed where it had not ended after so many seconds.
  func finish(atMost seconds: Int = 120) throws -> Outcome {
    Outcome(
      code: program.withLock { $0.wait(atMost: seconds).code },
      output: String(decoding: try output.readToEnd(limit: .max), as: UTF8.self),
      errors: String(decoding: try errors.readToEnd(limit: .max), as: UTF8.self))
  }
}
