import Glibc
import Testing

@testable import ChatSystem

@Suite struct AtomicFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var path: String { "\(directory.path)/file" }

  private func replace(_ path: String, with text: String, mode: UInt32 = 0o600) throws {
    _ = try AtomicFile.replace(path, with: Array(text.utf8), mode: FileMode(mode))
  }

  @Test(arguments: [0o600, 0o660, 0o400, 0o644] as [UInt32])
  func `a file that did not exist has the mode that is asked for`(mode: UInt32) throws {
    try replace(path, with: "new", mode: mode)
    #expect(try text(of: path) == "new")
    #expect(try FileStatus(of: path).mode == FileMode(mode))
    #expect(try names(in: directory.path) == ["file"])
  }

  @Test(arguments: [0o600, 0o640, 0o666, 0o400] as [UInt32])
  func `a file that is replaced keeps its mode`(mode: UInt32) throws {
    try directory.put("old", into: "file", mode: mode)
    let before = try FileStatus(of: path)
    try replace(path, with: "new contents", mode: 0o660)
    let after = try FileStatus(of: path)
    #expect(try text(of: path) == "new contents")
    #expect(after.mode == FileMode(mode))
    #expect(!after.isSameFile(as: before))
    #expect(try names(in: directory.path) == ["file"])
  }

  @Test func `who had the file open goes on reading the old one`() throws {
    try directory.put("old", into: "file")
    let reader = try FileDescriptor.open(path, .readOnly)
    try replace(path, with: "new")
    #expect(try String(decoding: reader.readToEnd(limit: 10), as: UTF8.self) == "old")
  }

  @Test(arguments: ["target", "sub/../target", "link2"])
  func `a symlink is kept, and its target replaced`(destination: String) throws {
    let target = try directory.put("old", into: "target", mode: 0o640)
    try Directory.create("\(directory.path)/sub", mode: FileMode(0o700))
    symlink("target", "\(directory.path)/link2")
    symlink(destination, path)
    try replace(path, with: "new")
    #expect(try FileStatus(of: path, followingSymlinks: false).kind == .symlink)
    #expect(try text(of: target) == "new")
    #expect(try FileStatus(of: target).mode == FileMode(0o640))
    #expect(try names(in: directory.path) == ["file", "link2", "sub", "target"])
  }

  @Test func `the directory that is to be synced is that of the file, not of a symlink`() throws {
    try Directory.create("\(directory.path)/sub", mode: FileMode(0o700))
    let target = try directory.put("old", into: "sub/target")
    symlink("sub/target", path)
    for name in [path, target] {
      let toSync = try AtomicFile.replace(name, with: [], mode: FileMode(0o600))
      #expect(toSync == "\(directory.path)/sub")
    }
  }

  @Test(arguments: ["nowhere", "link2"])
  func `a symlink to nothing is kept, and its target made`(destination: String) throws {
    symlink("nowhere", "\(directory.path)/link2")
    symlink(destination, path)
    try replace(path, with: "new")
    #expect(try FileStatus(of: path, followingSymlinks: false).kind == .symlink)
    #expect(try text(of: "\(directory.path)/nowhere") == "new")
    #expect(try names(in: directory.path) == ["file", "link2", "nowhere"])
  }

  @Test func `a symlink into a directory that is missing is refused and kept`() throws {
    symlink("nowhere/file", path)
    #expect(throws: Errno.noSuchEntry) { try replace(path, with: "new") }
    #expect(throws: Errno.noSuchEntry) { try AtomicFile.checkReplaceable(path) }
    #expect(try names(in: directory.path) == ["file"])
  }

  @Test func `a temporary file that a crash left is cleared`() throws {
    try directory.put("old", into: "file")
    try directory.put("half of the new conte", into: "file.new", mode: 0o666)
    try replace(path, with: "new")
    #expect(try text(of: path) == "new")
    #expect(try FileStatus(of: path).mode == FileMode(0o600))
    #expect(try names(in: directory.path) == ["file"])
  }

  @Test func `a symlink with the temporary name is not written through`() throws {
    let other = try directory.put("precious", into: "other")
    symlink(other, "\(path).new")
    try replace(path, with: "new")
    #expect(try text(of: other) == "precious")
    #expect(try text(of: path) == "new")
  }

  @Test func `when the rename fails, the old one stays and nothing else`() throws {
    try Directory.create(path, mode: FileMode(0o750))
    try directory.put("inside", into: "file/inside")
    #expect(throws: Errno.self) { try replace(path, with: "new") }
    #expect(try text(of: "\(path)/inside") == "inside")
    #expect(try FileStatus(of: path).mode == FileMode(0o750))
    #expect(try names(in: directory.path) == ["file"])
  }

  @Test func `in a directory that is missing nothing is made`() throws {
    #expect(throws: Errno.noSuchEntry) { try replace("\(directory.path)/a/b", with: "new") }
    #expect(try names(in: directory.path) == [])
  }

  @Test(.needsRoot) func `owner and group are kept`() throws {
    try directory.put("old", into: "file", mode: 0o640)
    chown(path, 12, 34)
    try replace(path, with: "new")
    let status = try FileStatus(of: path)
    #expect(status.user == 12)
    #expect(status.group == 34)
    #expect(status.mode == FileMode(0o640))
  }

  @Test(.needsRoot) func `what root makes is given to the owner of its directory`() throws {
    chown(directory.path, 12, 34)
    try replace(path, with: "new", mode: 0o640)
    let lock = try FileDescriptor.openOrCreate("\(path).lock", mode: FileMode(0o640)).status()
    try Directory.create("\(path).d", mode: FileMode(0o640))
    for status in [try FileStatus(of: path), lock, try FileStatus(of: "\(path).d")] {
      #expect(status.user == 12)
      #expect(status.group == 34)
      #expect(status.mode == FileMode(0o640))
    }
  }

  @Test(.needsRoot) func `what root makes where a group shares it stays root's`() throws {
    chown(directory.path, 12, 34)
    try Directory.setMode(directory.path, FileMode(0o2770))
    try replace(path, with: "new", mode: 0o660)
    let status = try FileStatus(of: path)
    #expect(status.user == 0)
    #expect(status.group == 34)
  }

  @Test(.needsACLs) func `an ACL is kept`() throws {
    try directory.put("old", into: "file", mode: 0o640)
    try run("setfacl", "-m", "u:12:rw,g:34:r,m::rw", path)
    let before = try run("getfacl", "-cnp", path)
    #expect(before.contains("user:12:rw-"))
    try replace(path, with: "new")
    #expect(try run("getfacl", "-cnp", path) == before)
  }

  @Test(.needsACLs) func `a file without an ACL gets none from its directory`() throws {
    try directory.put("old", into: "file", mode: 0o660)
    let before = try run("getfacl", "-cnp", path)
    try run("setfacl", "-d", "-m", "u:12:rw", directory.path)
    try replace(path, with: "new")
    #expect(try run("getfacl", "-cnp", path) == before)
  }

  @discardableResult
  private func run(_ words: String...) throws -> String {
    let child = try Child.spawn(words.map { Array($0.utf8) }, output: .pipe)
    var output: [UInt8] = []
    while case let bytes = try child.readOutput(upTo: 4096), !bytes.isEmpty { output += bytes }
    let ended = try child.wait()
    #expect(ended == .exited(0))
    return String(decoding: output, as: UTF8.self)
  }
}

extension Trait where Self == ConditionTrait {
  fileprivate static var needsRoot: Self {
    .enabled(if: geteuid() == 0, "only root can give files away")
  }

  fileprivate static var needsACLs: Self {
    .enabled(if: access("/usr/bin/setfacl", X_OK) == 0, "setfacl is not installed")
  }
}
