import ChatCore
import TestTools
import Testing

@testable import chatctl
@testable import reliability

/// The method finds what it is for, and forgets no command.
struct PermissionsTests {
  @Test func `every command of the table is tried`() {
    let tried = CommandList.all.map { $0.words.joined(separator: " ") }
    for command in CommandTable.chatctl.commands {
      let name = command.name.text
      let isTried = tried.contains { $0 == name || $0.hasPrefix("\(name) ") }
      #expect(isTried || CommandList.others.contains(name), "\(name)")
    }
  }

  @Test func `modes are read from a trace`() {
    let trace = """
      12 openat(AT_FDCWD</tmp>, "/a.new", O_WRONLY|O_CREAT|O_EXCL, 0666) = 3</a.new>
      12 fchmod(3</a.new>, 0640) = 0
      12 openat(AT_FDCWD</tmp>, "/b", O_WRONLY|O_CREAT|O_EXCL, 0600) = -1 EEXIST (File exists)
      12 rename("/a.new", "/a") = 0
      12 mkdir("/d", 0777) = 0
      12 chmod("/d", 02770) = 0
      """
    let modes = ModeTrace.modes(in: trace, umask: 0o022).map { "\($0.path) \($0.mode)" }
    #expect(modes == ["/a.new 420", "/a.new 416", "/a 416", "/d 493", "/d 1528"])
  }
}
