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

  @Test func `a file that is longer than it is told to be is read whole`() throws {
    // Those of proc(5) tell no size.
    let path = "/proc/self/status"
    #expect(try FileStatus(of: path).size == 0)
    let text = String(
      decoding: try FileDescriptor.contents(of: path, limit: 1 << 20), as: UTF8.self)
    #expect(text.hasPrefix("Name:") && text.contains("nonvoluntary_ctxt_switches"))
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
