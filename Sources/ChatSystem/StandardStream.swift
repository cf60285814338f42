import CLinux
import Glibc

/// The three streams that every process starts with.
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Opens /dev/null in place of each standard stream that the process was started without, so that
  /// no file of the store gets its number. The wrong way round: using it still fails with EBADF.
  package static func occupyClosed() throws(Errno) {
    for stream in [input, output, error] where fcntl(stream.rawValue, F_GETFD) == -1 {
      // open(2) gives the lowest number that is free, which is this one.
      try retrying { open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY) }
    }
  }

  /// Whether `path` leads to the same file, pipe or device, as `/dev/stdout` does; fstat(2).
  package func isFile(at path: String) throws(Errno) -> Bool {
    var status = stat()
    guard fstat(rawValue, &status) == 0 else { return false }
    return try FileStatus.ifPresent(at: path)?.isSameFile(as: FileStatus(status)) ?? false
  }

  /// Whether it is connected to a terminal, isatty(3).
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width of the terminal in columns, TIOCGWINSZ of ioctl_tty(2); nil where there is none.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of `bytes`, write(2).
  package func write(_ bytes: [UInt8]) throws(Errno) { try writeAll(bytes, to: rawValue) }

  /// The same, piece by piece as there is room, unless something comes at another descriptor first.
  /// - Throws: `interrupted` when that has input and there is no room; the rest is not written.
  package func write(_ bytes: [UInt8], unlessReadable other: Int32) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let ready = try waitForEvents(
        [
          PollRequest(rawValue, wantsInput: false, wantsOutput: true),
          PollRequest(other, wantsInput: true),
        ], timeout: nil)
      let piece = Array(rest.prefix(pipeRoom))
      if !ready[0].isWritable, !ready[0].isBroken { throw .interrupted }
      try write(piece)
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Reads at most `count` bytes, read(2), waiting for the first; empty at the end of the input.
  package func read(upTo count: Int) throws(Errno) -> [UInt8] {
    while true {
      do throws(Errno) {
        return try readSome(upTo: count, from: rawValue)
      } catch {
        // Whoever shares the stream may have set it not to block.
        if error != .wouldBlock { throw error }
        try waitUntilReady(rawValue, POLLIN)
      }
    }
  }
}
