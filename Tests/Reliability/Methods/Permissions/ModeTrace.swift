import Foundation
import TestTools

/// The modes that files have while commands run, as strace(1) sees them: each that is made, changed
/// or renamed, under a umask.
struct ModeTrace {
  private let umask: String
  private let isShared: Bool
  private let tier: Tier
  private let target: Target
  private let start: World
  private let world: World

  init(umask: String, isShared: Bool, _ tier: Tier, _ target: Target) throws {
    self.umask = umask
    self.isShared = isShared
    self.tier = tier
    self.target = target
    start = try World.open(to: [.owner], target.chatctl)
    world = try World.open(to: [.owner], target.bug == nil ? target.chatctl : target.dynamic)
    try start.make(isShared: isShared, wrappedIn: Self.under(umask))
  }

  private static func under(_ umask: String) -> [String] {
    ["sh", "-c", "umask \(umask) && exec \"$@\"", "sh"]
  }

  func run(_ tally: inout Tally) throws {
    let token = world.folder.appending(path: "home-owner/robot.token").path
    let secret: [Step] = [
      Step(words: ["token", "create", "filed", "--output", token], account: "alice"),
      Step("login", "bob", "--password-stdin", input: Scene.password), Step("switch", "alice"),
      Step("signup", "dave", "--password-stdin", input: Scene.password),
      Step("logout", "bob"), Step("login", "--guest", "anna"),
    ]
    let all = secret + CommandList.writing + WritingCommand.all.map(\.step)
    for step in tier == .quick ? secret : all {
      try world.copy(from: start)
      try check(step, &tally)
    }
    // From nothing.
    try FileManager.default.removeItem(at: world.store)
    let group = isShared ? ["--group", HostUser.group.name] : []
    try check(Step(words: ["init"] + group), &tally)
    if !isShared {
      try? FileManager.default.removeItem(at: world.store)
      try check(Step("signup", "dave", "--password-stdin", input: Scene.password), &tally)
    }
  }

  private func check(_ step: Step, _ tally: inout Tally) throws {
    let log = world.folder.appending(path: "home-owner/trace")
    try? FileManager.default.removeItem(at: log)
    let strace = [
      "strace", "-f", "-qq", "-y", "-s", "4096", "-o", log.path, "-e",
      "trace=open,openat,creat,mkdir,mkdirat,chmod,fchmod,fchmodat,rename,renameat,renameat2",
    ]
    let shim = try target.plant()
    let outcome = try HostUser.owner.run(
      step, in: world, wrappedIn: Self.under(umask) + strace, environment: shim)
    guard [0, 5, 124].contains(outcome.code) else {
      throw Failure("\(step.words) under strace: \(outcome.inWords)")
    }
    let trace = try String(contentsOf: log, encoding: .utf8)
    tally.add()
    for (path, mode, line) in Self.modes(in: trace, umask: Int(umask, radix: 8) ?? 0) {
      report(path, mode, "\(step.words.joined(separator: " ")): \(line)", &tally)
    }
    // And what is there at the end.
    let found = try Launch(
      ["find", world.folder.path, "-mindepth", "2", "!", "-type", "l", "-printf", "%m %p\\n"],
      environment: world.environment
    ).run().output
    for line in found.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      let mode = Int(parts[0], radix: 8) ?? 0o777
      report(String(parts[1]), mode, "\(step.words.joined(separator: " ")), at its end", &tally)
    }
  }

  private func report(_ path: String, _ mode: Int, _ occasion: String, _ tally: inout Tally) {
    let name = world.name(of: path)
    let forbidden = forbiddenBits(of: name)
    if mode & forbidden == 0 { return }
    tally.report(
      "\(name) has mode \(String(mode, radix: 8)) under umask \(umask) in a "
        + "\(isShared ? "shared" : "private") store: \(occasion)")
  }

  /// What nobody may have of a path below the world's folder.
  private func forbiddenBits(of name: String) -> Int {
    if name == "home-owner/trace" { return 0 }
    if name.hasPrefix("home-owner/") || name.contains("secret.json") { return 0o077 }
    if !name.hasPrefix("store/") { return 0 }
    return isShared ? 0o007 : 0o077
  }

  /// The modes that paths were given, one after the other.
  static func modes(in trace: String, umask: Int) -> [(path: String, mode: Int, line: String)] {
    var modes: [String: Int] = [:]
    var found: [(String, Int, String)] = []
    for line in trace.split(separator: "\n") {
      let given: (path: Substring, mode: Int)?
      if let made = line.firstMatch(
        of:
          /\b(?:open|openat|creat)\((?:[^",]*, )?"([^"]+)", [A-Z_|]*O_CREAT[A-Z_|]*, 0([0-7]*)\) += \d/
      ) {
        given = (made.1, (Int(made.2, radix: 8) ?? 0) & ~umask)
      } else if let made = line.firstMatch(
        of: /\bmkdir(?:at)?\((?:[^",]*, )?"([^"]+)", 0([0-7]*)\) += 0/)
      {
        given = (made.1, (Int(made.2, radix: 8) ?? 0) & ~umask)
      } else if let changed = line.firstMatch(of: /\bfchmod\(\d+<([^>]+)>, 0([0-7]*)\) += 0/) {
        given = (changed.1, Int(changed.2, radix: 8) ?? 0)
      } else if let changed = line.firstMatch(
        of: /\bf?chmod(?:at)?\((?:[^",]*, )?"([^"]+)", 0([0-7]*).*\) += 0/)
      {
        given = (changed.1, Int(changed.2, radix: 8) ?? 0)
      } else if let moved = line.firstMatch(
        of: /\brename(?:at2?)?\((?:[^",]*, )?"([^"]+)", (?:[^",]*, )?"([^"]+)".*\) += 0/)
      {
        given = modes[String(moved.1)].map { (moved.2, $0) }
      } else {
        given = nil
      }
      guard let (path, mode) = given else { continue }
      modes[String(path)] = mode
      found.append((String(path), mode, String(line)))
    }
    return found
  }
}
