import Testing

@testable import ChatSystem

@Suite struct FileSystemTests {
  @Test func `a file system is one of this machine alone only if that is known`() throws {
    #expect(try !FileSystem(of: "/proc").isLocal)
    #expect(try FileSystem(of: "/dev/shm").isLocal)
    #expect(throws: Errno.noSuchEntry) { try FileSystem(of: "/proc/nothing") }
  }

  @Test(arguments: ["/proc/self/status", "/dev/shm"])
  func `an open file is on the file system that its path is on`(path: String) throws {
    let file = try FileDescriptor.open(path, .readOnly)
    #expect(try FileSystem(of: file) == FileSystem(of: path))
  }
}
