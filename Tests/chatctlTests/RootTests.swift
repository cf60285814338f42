import Foundation
import Testing

/// Root in what belongs to another user, as a cron job is.
@Suite(.needsRoot)
struct RootTests {
  private let ann: TestHome
  private let root: TestHome

  init() throws {
    ann = try TestHome(user: OSUser(uid: 60001, gid: 60001))
    root = try TestHome(.at(ann.store.path))
    try ann.signUp("ann")
    try ann.makeChat("z", of: "ann")
  }

  /// Expects that everything below a directory is ann's, and nobody else's.
  private func expectAnns(_ folder: URL) throws {
    let manager = FileManager.default
    for path in [""] + (try manager.subpathsOfDirectory(atPath: folder.path)) {
      let item = folder.appending(path: path)
      let attributes = try manager.attributesOfItem(atPath: item.path)
      #expect(attributes[.ownerAccountID] as? Int == 60001, "\(path)")
      #expect(attributes[.groupOwnerAccountID] as? Int == 60001, "\(path)")
      #expect(try mode(of: item) == (item.isDirectory ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test func `what root makes in another user's store is that user's`() throws {
    // They are made anew.
    let chat = try #require(try ann.store.chats.first).deletingLastPathComponent()
    for name in ["cursors", "edits"] {
      try FileManager.default.removeItem(at: chat.appending(path: name))
    }
    try root.signUp("admin")
    try root.succeed("chat", "join", "ann/z")
    let long = String(repeating: "x", count: 1_000_000)
    for _ in 1...10 { try root.succeed("send", "ann/z", input: .text(long)) }
    #expect(try ann.store.segments.count == 2)
    try root.succeed("edit", "ann/z", "2", "short")
    try root.succeed("chat", "read", "ann/z")
    try root.succeed("friends", "add", "ann")
    try root.succeed("chat", "create", "own", "ann")
    try root.succeed("send", "@ann", "hello")
    try root.succeed("token", "create", "backup")
    try expectAnns(ann.store.folder)
    try ann.succeed("send", "z", "hello")
    try ann.succeed("chat", "read", "--all")
    #expect(try ann.succeed("log", "z").lines.count == 11)
  }

  @Test func `what root makes in another user's home is that user's`() throws {
    let home = try TestHome(.absent, user: OSUser(uid: 60001, gid: 60001))
    try root.succeed("signup", "admin", "--password-stdin", input: .text("pw")) {
      $0.environment["HOME"] = home.folder.path
      $0.environment["CHATCTL_STORE"] = nil
    }
    try expectAnns(home.folder.appending(path: ".local"))
    try home.signUp("ann")
    #expect(try home.succeed("account").lines.count == 2)
  }
}
