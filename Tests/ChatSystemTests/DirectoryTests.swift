import Glibc
import Testing

@testable import ChatSystem

@Suite struct DirectoryTests {
  private let directory: TemporaryDirectory
  private let root: String

  init() throws {
    directory = try TemporaryDirectory()
    root = directory.path
  }

  @Test func `names are all there but those that are not UTF-8`() throws {
    for name in ["a", ".hidden", "日本", "..."] { try directory.put("", into: name) }
    let odd = Array("\(root)/".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
    close(open(odd, O_CREAT | O_WRONLY, 0o600))
    defer { unlink(odd) }
    #expect(try names(in: root) == ["...", ".hidden", "a", "日本"])
  }

  @Test func `more names than are read at once are all there`() throws {
    let long = String(repeating: "n", count: 240)
    let all = (100..<500).map { "\(long)\($0)" }
    for name in all { try directory.put("", into: name) }
    #expect(try names(in: root) == all)
  }

  @Test func `a directory is made with what is missing above it, each with its mode`() throws {
    try Directory.createAll("\(root)/a/b/c", mode: FileMode(0o711))
    for path in ["a", "a/b", "a/b/c"] {
      #expect(try FileStatus(of: "\(root)/\(path)").mode == FileMode(0o711))
    }
    try Directory.createAll("\(root)/a/b", mode: FileMode(0o700))
    #expect(try FileStatus(of: "\(root)/a/b").mode == FileMode(0o711))
  }

  @Test func `a file in the way is no directory`() throws {
    try directory.put("", into: "file")
    for path in ["file", "file/below"] {
      #expect(throws: Errno.notDirectory) {
        try Directory.createAll("\(root)/\(path)", mode: FileMode(0o700))
      }
    }
  }

  @Test func `a symlink to a directory counts as one`() throws {
    try Directory.create("\(root)/real", mode: FileMode(0o700))
    symlink("real", "\(root)/link")
    try Directory.createAll("\(root)/link/new", mode: FileMode(0o700))
    #expect(try names(in: "\(root)/real") == ["new"])
  }

  @Test func `everything below is removed, and nothing that symlinks point to`() throws {
    try Directory.createAll("\(root)/kept/deep", mode: FileMode(0o700))
    try directory.put("precious", into: "kept/file")
    try Directory.createAll("\(root)/gone/a/b", mode: FileMode(0o700))
    try directory.put("", into: "gone/a/b/file")
    for (target, link) in [("../kept", "gone/directory"), ("../kept/file", "gone/file")] {
      symlink(target, "\(root)/\(link)")
    }
    symlink("gone", "\(root)/link")
    try Directory.removeAll("\(root)/link")
    #expect(try names(in: "\(root)/gone") == ["a", "directory", "file"])
    try Directory.removeAll("\(root)/gone")
    #expect(try names(in: root) == ["kept"])
    #expect(try text(of: "\(root)/kept/file") == "precious")
    #expect(try names(in: "\(root)/kept") == ["deep", "file"])
  }

  @Test func `removing what is not there is fine`() throws {
    try Directory.removeAll("\(root)/nothing")
  }

  @Test(
    arguments: [
      ("/a/b", "/a"), ("/a/b//", "/a"), ("/a//b", "/a"), ("/a", "/"), ("/", "/"), ("//a", "/"),
      ("a/b", "a"), ("a", "."), ("a/", "."), ("./a", "."), ("../a", ".."), ("", "."),
    ])
  func `the parent of a path is as dirname has it`(path: String, parent: String) {
    #expect(parentDirectory(of: path) == parent)
  }
}
