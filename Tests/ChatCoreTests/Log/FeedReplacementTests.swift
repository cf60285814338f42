import ChatSystem
import Foundation
import Testing

@testable import ChatCore

/// Following goes on when someone replaces the files of a log: no message is lost or comes twice.
@Suite struct FeedReplacementTests {
  private let store: TestStore
  private let alice: Identity
  private let chat: Chat

  /// What happens to the files of a log.
  enum Change: CaseIterable {
    case copied, edited, editedInPlace, rewrittenInPlace, directoryReplaced, rewrittenInSteps, moved
  }

  init() throws {
    store = try TestStore()
    alice = try store.signUp("alice")
    chat = try store.makeChat("r", by: alice)
    try store.send("one", "two", "three", to: chat, as: alice)
  }

  @Test(arguments: Change.allCases)
  func `a log that was replaced is followed on`(change: Change) throws {
    var feed = try store.follow(chat, from: .last(5), as: alice)
    var bodies = try feed.bodies()
    for number in 1...2 {
      // Twice, with and without a look between.
      try perform(change, &feed, &bodies)
      bodies += try feed.bodies()
      try perform(change, &feed, &bodies)
      try store.send("new \(number)", to: chat, as: alice)
      bodies += try feed.bodies()
    }
    #expect(bodies == ["one", "two", "three", "new 1", "new 2"])
    let damage = feed.takeDamage()
    #expect(damage == LogDamage())
  }

  @Test func `a log behind a link is asked for from time to time, until it is none`() throws {
    try FileManager.default.moveItem(atPath: path, toPath: "\(path)~")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(path)~")
    var feed = try store.follow(chat, as: alice)
    _ = try feed.bodies()
    try store.send("four", to: chat, as: alice)
    var bodies = try feed.bodies()
    #expect(bodies == ["four"])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: "\(path)~", toPath: path)
    var looks = 0
    while feed.descriptor == nil, looks < 100 {
      bodies += try feed.bodies()
      looks += 1
    }
    #expect((2..<100).contains(looks))
    try store.send("five", to: chat, as: alice)
    #expect(try hasNews(feed))
    bodies += try feed.bodies()
    #expect(bodies == ["four", "five"])
  }

  @Test(arguments: ["", "/users", "/chats"])
  func `a store or a part of it that was replaced is noticed at once`(part: String) throws {
    var feed = try store.follow(chat, as: alice)
    _ = try feed.bodies()
    let path = store.store.path + part
    try FileManager.default.copyItem(atPath: path, toPath: "\(path)~")
    try FileManager.default.moveItem(atPath: path, toPath: "\(path).old")
    try FileManager.default.moveItem(atPath: "\(path)~", toPath: path)
    #expect(try hasNews(feed))
    _ = try feed.bodies()
    #expect(try !hasNews(feed))
    try store.send("four", to: chat, as: alice)
    #expect(try hasNews(feed))
    let bodies = try feed.bodies()
    #expect(bodies == ["four"])
  }

  @Test(arguments: [("", 1), ("", 3), ("/users", 0), ("/chats", 0)] as [(String, Int)])
  func `a part that is away is said to be missing, and the whole store is waited for longer`(
    part: String, looks: Int
  ) throws {
    var feed = try store.follow(chat, as: alice)
    _ = try feed.bodies()
    let path = store.store.path + part
    try FileManager.default.moveItem(atPath: path, toPath: "\(path)~")
    for _ in 0..<looks {
      let bodies = try feed.bodies()
      #expect(bodies == [])
    }
    if looks == 0 {
      #expect(throws: ChatError.missing(path)) { _ = try feed.bodies() }
    }
    try FileManager.default.moveItem(atPath: "\(path)~", toPath: path)
    try store.send("four", to: chat, as: alice)
    let bodies = try feed.bodies()
    #expect(bodies == ["four"])
  }

  @Test func `a store that stays away ends it`() throws {
    var feed = try store.follow(chat, as: alice)
    _ = try feed.bodies()
    let path = store.store.path
    try FileManager.default.moveItem(atPath: path, toPath: "\(path)~")
    _ = try feed.bodies()
    store.clock.letPass(9)
    _ = try feed.bodies()
    store.clock.letPass(1)
    #expect(throws: ChatError.noStore(path)) { _ = try feed.bodies() }
    try FileManager.default.moveItem(atPath: "\(path)~", toPath: path)
  }

  @Test(arguments: ["", "/chats"])
  func `a link on the way that leads elsewhere is noticed at the next look`(part: String) throws {
    let path = store.store.path + part
    try FileManager.default.moveItem(atPath: path, toPath: "\(path).old")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(path).old")
    var feed = try store.follow(chat, as: alice)
    _ = try feed.bodies()
    try FileManager.default.copyItem(atPath: "\(path).old", toPath: "\(path).new")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(path).new")
    try store.send("four", to: chat, as: alice)
    store.clock.letPass(1)
    var bodies = try feed.bodies()
    try store.send("five", to: chat, as: alice)
    #expect(try hasNews(feed))
    bodies += try feed.bodies()
    #expect(bodies == ["four", "five"])
  }

  @Test func `a log that was put back from a backup is followed on`() throws {
    let backup = try contents(of: path)
    var feed = try store.follow(chat, as: alice)
    store.clock.now = .noon + 1000
    try store.send("four", "five", to: chat, as: alice)
    var bodies = try feed.bodies()
    try put(backup, into: path)
    bodies += try feed.bodies()
    store.clock.now = .noon + 2000
    try store.send("other four", to: chat, as: alice)
    bodies += try feed.bodies()
    try store.send("other five", to: chat, as: alice)
    bodies += try feed.bodies()
    #expect(bodies == ["four", "five", "other four", "other five"])
  }

  @Test func `other messages that stand just where those that were read stood are given`() throws {
    let backup = try contents(of: path)
    var feed = try store.follow(chat, as: alice)
    store.clock.now = .noon + 1000
    try store.send("four", "five", to: chat, as: alice)
    var bodies = try feed.bodies()
    try put(backup, into: path)
    store.clock.now = .noon + 2000
    try store.send("FOUR", "FIVE", to: chat, as: alice)
    bodies += try feed.bodies()
    #expect(bodies == ["four", "five", "FOUR", "FIVE"])
  }

  @Test func `messages that came while nobody looked are found after a replacement`() throws {
    var feed = try store.follow(chat, as: alice)
    var bodies = try feed.bodies()
    try store.send("four", to: chat, as: alice)
    try perform(.edited, &feed, &bodies)
    try store.send("five", to: chat, as: alice)
    bodies += try feed.bodies()
    #expect(bodies == ["four", "five"])
  }

  private func hasNews(_ feed: borrowing MessageFeed) throws -> Bool {
    let requests = [feed.descriptor].compactMap(\.self).map { PollRequest($0, wantsInput: true) }
    return try waitForEvents(requests, timeout: .zero).contains(where: \.isReadable)
  }

  private var path: String { store.store.log(of: chat).path(of: 1) }

  private func perform(
    _ change: Change, _ feed: inout MessageFeed, _ bodies: inout [String]
  ) throws {
    let whole = try contents(of: path)
    switch change {
    case .copied:
      try Data(whole).write(to: URL(filePath: path), options: .atomic)
    case .edited:
      try Data(edited(whole)).write(to: URL(filePath: path), options: .atomic)
    case .editedInPlace:
      try put(edited(whole), into: path)
    case .rewrittenInPlace:
      try put([], into: path)
      bodies += try feed.bodies()
      try put(whole, into: path)
    case .rewrittenInSteps:
      for length in stride(from: 0, through: whole.count, by: 50) {
        try put(Array(whole[..<length]), into: path)
        bodies += try feed.bodies()
      }
      try put(whole, into: path)
    case .directoryReplaced:
      let directory = store.store.log(of: chat).directory
      try FileManager.default.copyItem(atPath: directory, toPath: directory + "~")
      try FileManager.default.removeItem(atPath: directory)
      try FileManager.default.moveItem(atPath: directory + "~", toPath: directory)
    case .moved:
      // To another disk, say, and a symlink left in its place.
      let directory = store.store.log(of: chat).directory
      let target = "\(store.store.path)/moved-\(UUID().uuidString)"
      try FileManager.default.moveItem(atPath: directory, toPath: target)
      try FileManager.default.createSymbolicLink(atPath: directory, withDestinationPath: target)
    }
  }

  /// The log with a longer first message, or a shorter one when it was made longer before.
  private func edited(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    let long = text.replacing("\"one\"", with: "\"a long first message\"")
    return Array((long == text ? text.replacing("a long first message", with: "1") : long).utf8)
  }
}
