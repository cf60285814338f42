import Foundation
import TestTools

/// Every command as every kind of user of the host, in a store of one's own and in one that a group
/// shares: what is not meant for them stays closed, at every moment.
struct Permissions: Method {
  let name = "permissions"
  let unit = "commands of a user"

  func goal(of tier: Tier) -> Int {
    switch tier {
    case .quick: 30
    case .short: 200
    case .full: 500
    }
  }

  func obstacle() -> String? {
    do {
      let words = ["setpriv", "--reuid=20001", "--regid=20001", "--clear-groups", "strace", "-V"]
      try Launch(words, environment: ["PATH": "/usr/bin:/bin"]).run()
      return nil
    } catch {
      return "it needs root, setpriv and strace (\(error.localizedDescription))"
    }
  }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    var tally = Tally()
    for isShared in [false, true] {
      Progress.show("\(name): users of a \(isShared ? "shared" : "private") store")
      try UserMatrix(isShared: isShared, tier, target).run(&tally)
    }
    for umask in tier == .quick ? ["000"] : ["000", "022", "077"] {
      for isShared in tier == .quick ? [false] : [false, true] {
        Progress.show("\(name): modes under umask \(umask)")
        try ModeTrace(umask: umask, isShared: isShared, tier, target).run(&tally)
      }
    }
    return tally
  }
}

/// Someone who has an account of this host; needs no entry in /etc/passwd.
struct HostUser: Sendable {
  let name: String
  let id: Int
  let isMember: Bool

  /// A group that every Linux has, to share a store with.
  static let group = (name: "users", id: 100)

  /// Who signed up here.
  static let owner = HostUser(name: "owner", id: 20001, isMember: true)
  static let member = HostUser(name: "member", id: 20002, isMember: true)
  static let stranger = HostUser(name: "stranger", id: 20003, isMember: false)

  /// What programs are started with to run as them.
  var wrapper: [String] {
    ["setpriv", "--reuid=\(id)", "--regid=\(id)"]
      + (isMember ? ["--groups=\(Self.group.id)"] : ["--clear-groups"]) + ["--"]
  }

  /// Where they keep what is theirs alone.
  func environment(in world: World) -> [String: String] {
    let home = world.folder.appending(path: "home-\(name)").path
    return ["HOME": home, "XDG_STATE_HOME": "\(home)/state"]
  }

  func makeHome(in world: World) throws {
    try Launch(
      ["install", "-d", "-m", "755", "-o", "\(id)", "-g", "\(id)"]
        + [world.folder.appending(path: "home-\(name)").path], environment: world.environment
    ).run()
  }

  /// Runs chatctl as them.
  func run(
    _ step: Step, in world: World, wrappedIn wrapper: [String] = [], executable: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try world.run(
      step, wrappedIn: self.wrapper + wrapper, executable: executable,
      environment: self.environment(in: world).merging(environment) { $1 })
  }
}

extension World {
  /// A world of the owner's in which host users may run chatctl, of which it has a copy.
  static func open(to users: [HostUser], _ chatctl: URL) throws -> World {
    let copy = URL(filePath: "/dev/shm/chatctl-copy-\(UUID().uuidString)")
    Leftovers.remove(atEnd: copy.path)
    // Not by this process: a program that a child of another thread has open to write cannot run.
    try Launch(["cp", chatctl.path, copy.path], environment: ["PATH": "/usr/bin:/bin"]).run()
    let world = try World(copy, parts: ["store"] + users.map { "home-\($0.name)" })
    try FileManager.default.setAttributes(
      [
        .posixPermissions: 0o755, .ownerAccountID: HostUser.owner.id,
        .groupOwnerAccountID: HostUser.owner.id,
      ], ofItemAtPath: world.folder.path)
    for user in users { try user.makeHome(in: world) }
    return world
  }
}
