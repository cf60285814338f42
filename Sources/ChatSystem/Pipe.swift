import CLinux
import Glibc

/// The ends of a pipe that this process holds, pipe(7).
package struct Pipe: ~Copyable {
  /// To read from; closed by setting it to nil.
  package var readEnd: FileDescriptor?
  /// To write to; closed by setting it to nil.
  package var writeEnd: FileDescriptor?

  /// None, until it is made.
  package init() {}

  private init(readEnd: consuming FileDescriptor, writeEnd: consuming FileDescriptor) {
    self.readEnd = consume readEnd
    self.writeEnd = consume writeEnd
  }

  /// Makes a pipe that a program started later does not get by itself, pipe2(2).
  package static func make() throws(Errno) -> Pipe {
    var ends: [Int32] = [-1, -1]
    try retrying { pipe2(&ends, O_CLOEXEC) }
    return Pipe(readEnd: FileDescriptor(owning: ends[0]), writeEnd: FileDescriptor(owning: ends[1]))
  }
}

extension Optional<FileDescriptor> {
  /// Its number; optional chaining would consume the descriptor.
  package var raw: Int32? {
    switch self {
    case .some(let descriptor): descriptor.raw
    case .none: nil
    }
  }
}
