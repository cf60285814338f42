import Glibc
import Testing

@testable import ChatSystem

@Suite struct FileDescriptorTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [0, 1, 4095, 4096, 4097, 100_000])
  func `a file is read whole, up to a limit`(size: Int) throws {
    let text = String(repeating: "x", count: size)
    let path = try directory.put(text, into: "file")
    #expect(try FileDescriptor.contents(of: path, limit: 1 << 20) == Array(text.utf8))
    #expect(try FileDescriptor.contents(of: path, limit: size / 2).count == size / 2)
  }

  @Test func `what is no regular file is not waited for`() throws {
    let path = "\(directory.path)/fifo"
    mkfifo(path, 0o600)
    #expect(throws: Errno.notFile) { try FileDescriptor.contents(of: path, limit: 1) }
    #expect(throws: Errno.notFile) {
      try FileDescriptor.contents(of: directory.path, limit: 1)
    }
  }

  @Test func `one call reads from a place on, and nothing only at the end`() throws {
    let file = try FileDescriptor.open(directory.put("abcdef", into: "file"), .readOnly)
    var bytes = Array("x".utf8)
    for (place, count) in [(0, 4), (4, 2), (6, 0)] as [(Int64, Int)] {
      let read = try file.readOnce(upTo: 4, at: place, into: &bytes)
      #expect(read == count)
    }
    #expect(bytes == Array("xabcdef".utf8))
  }
}
