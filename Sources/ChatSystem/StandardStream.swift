import CLinux
import Glibc

/// The three streams that every process starts with.
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

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

  /// Reads at most `count` bytes, read(2); empty at the end of the input.
  package func read(upTo count: Int) throws(Errno) -> [UInt8] {
    var failure: Errno?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(Errno) {
        initialized = try retrying { Glibc.read(rawValue, buffer.baseAddress, count) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

/// Writes all of `bytes` to a descriptor, write(2), going on after short writes.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(Errno) {
  var written = 0
  while written < bytes.count {
    written += try retrying {
      bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
    }
  }
}
