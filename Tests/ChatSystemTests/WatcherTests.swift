import Glibc
import Testing

@testable import ChatSystem

@Suite struct WatcherTests {
  private let directory: TemporaryDirectory
  private let root: String

  init() throws {
    directory = try TemporaryDirectory()
    root = "\(directory.path)/watched"
    try Directory.create(root, mode: FileMode(0o700))
    try directory.put("", into: "watched/file")
  }

  @Test func `nothing is told when nothing happens, nor what happened before`() throws {
    let watcher = try Watcher.make()
    _ = try watcher.add(root, from: .written)
    _ = try text(of: "\(root)/file")
    #expect(try watcher.changes() == [:])
  }

  @Test(arguments: [Watcher.Change.written, .entries, .lost])
  func `changes are told from the least on that is asked for`(least: Watcher.Change) throws {
    let watcher = try Watcher.make()
    let watch = try watcher.add(root, from: least)
    try directory.put("more", into: "watched/file")
    #expect(try watcher.changes() == (least == .written ? [watch: .written] : [:]))
    try directory.put("", into: "watched/new")
    #expect(try watcher.changes() == (least == .lost ? [:] : [watch: .entries]))
    try moveFile(root, to: "\(directory.path)/elsewhere")
    #expect(try watcher.changes() == [watch: .lost])
    #expect(try watcher.changes() == [:])
  }

  /// What makes a name come or go.
  enum Change: CaseIterable { case create, remove, moveIn, moveOut, replace, makeDirectory }

  @Test(arguments: Change.allCases)
  func `names that come, go or are replaced are told`(change: Change) throws {
    let outside = try directory.put("", into: "outside")
    let watcher = try Watcher.make()
    let watch = try watcher.add(root, from: .entries)
    switch change {
    case .create: try directory.put("", into: "watched/new")
    case .remove: try removeFile("\(root)/file")
    case .moveIn: try moveFile(outside, to: "\(root)/new")
    case .moveOut: try moveFile("\(root)/file", to: "\(directory.path)/out")
    case .replace: _ = try AtomicFile.replace("\(root)/file", with: [1], mode: FileMode(0o600))
    case .makeDirectory: try Directory.create("\(root)/new", mode: FileMode(0o700))
    }
    #expect(try watcher.changes() == [watch: .entries])
  }

  @Test func `a directory that was moved or removed is lost, whatever else happened`() throws {
    let other = "\(directory.path)/other"
    try Directory.create(other, mode: FileMode(0o700))
    let watcher = try Watcher.make()
    let moved = try watcher.add(root, from: .written)
    let removed = try watcher.add(other, from: .written)
    try directory.put("x", into: "watched/file")
    try directory.put("x", into: "other/file")
    try moveFile(root, to: "\(directory.path)/elsewhere")
    try directory.put("y", into: "elsewhere/file")
    try Directory.removeAll(other)
    #expect(try watcher.changes() == [moved: .lost, removed: .lost])
  }

  @Test func `several directories are told apart`() throws {
    let other = "\(directory.path)/other"
    try Directory.create(other, mode: FileMode(0o700))
    let watcher = try Watcher.make()
    let watch = try watcher.add(root, from: .written)
    let otherWatch = try watcher.add(other, from: .written)
    try directory.put("x", into: "watched/file")
    try directory.put("", into: "other/file")
    #expect(try watcher.changes() == [watch: .written, otherWatch: .entries])
  }

  @Test func `only directories are watched`() throws {
    let watcher = try Watcher.make()
    #expect(throws: Errno.notDirectory) { try watcher.add("\(root)/file", from: .written) }
    #expect(throws: Errno.noSuchEntry) { try watcher.add("\(root)/nothing", from: .written) }
  }

  @Test func `events that were dropped are told as the loss of everything`() throws {
    let limit = try text(of: "/proc/sys/fs/inotify/max_queued_events")
    let watcher = try Watcher.make()
    _ = try watcher.add(root, from: .written)
    // Two files in turn, as the same event twice on end counts once.
    let one = try FileDescriptor.open("\(root)/file", .readWrite)
    let other = try FileDescriptor.open(
      "\(root)/other", [.readWrite, .create], mode: FileMode(0o600))
    for _ in 0...(Int(limit.dropLast()) ?? 0) {
      try one.write([0], at: 0)
      try other.write([0], at: 0)
    }
    #expect(try watcher.changes()[nil] == .lost)
  }
}
