import ChatSystem
import Foundation
import TestTools

/// A program that follows something and prints to a pipe.
final class Follower {
  let program: RunningProgram
  private let output: FileDescriptor

  init(_ launch: Launch) throws {
    var pipe = try attempt("pipe") { () throws(Errno) in try Pipe.make() }
    program = try launch.start(Launch.Streams(output: pipe.writeEnd.raw))
    pipe.writeEnd = nil
    guard let end = pipe.readEnd.take() else { throw Failure("a pipe has no end to read from") }
    output = end
  }

  /// Waits until it has printed something that ends a line.
  func waitForLine() throws {
    var last: UInt8?
    while last != UInt8(ascii: "\n") {
      let block = try read()
      if block.isEmpty { throw Failure("a follower ended by itself") }
      last = block.last
    }
  }

  /// Reads all that it prints, and waits for its end.
  func finish() throws -> Ending {
    while try !read().isEmpty {}
    return program.wait()
  }

  /// Reads what it has printed; nothing when it has ended.
  private func read() throws -> [UInt8] {
    try attempt("waiting for what a follower prints") { () throws(Errno) in
      let results = try waitForEvents(
        [PollRequest(output.raw, wantsInput: true)], timeout: .seconds(60))
      if results.first?.isReadable != true { throw .timedOut }
      return try output.readAvailable(upTo: 64 << 10)
    }
  }
}
