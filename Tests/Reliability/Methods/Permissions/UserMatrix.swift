import Foundation
import TestTools

/// Each command as each user, in one kind of store.
struct UserMatrix {
  private let isShared: Bool
  private let tier: Tier
  private let start: World
  private let world: World
  /// Where the owner keeps a token.
  private var token: String { "home-\(HostUser.owner.name)/robot.token" }
  /// What only who may read the store can know.
  private let contents = ["first, again", "between us", "hello, all", "carol@example.org"]

  /// Makes the store: alice, bob and carol are of the owner, mallory of another member of the
  /// group.
  init(isShared: Bool, _ tier: Tier, _ target: Target) throws {
    self.isShared = isShared
    self.tier = tier
    start = try World.open(to: HostUser.all, target.chatctl)
    world = try World.open(to: HostUser.all, target.chatctl)
    try start.make(isShared: isShared)
    let words = ["token", "create", "filed", "--output", start.folder.appending(path: token).path]
    try start.succeed(Step(words: words, account: "alice"), by: .owner)
    if isShared {
      try start.succeed(
        Step("signup", "mallory", "--password-stdin", input: Scene.password), by: .member)
    }
  }

  func run(_ tally: inout Tally) throws {
    for user in HostUser.all { try lookForReadableFiles(as: user, &tally) }
    let steps = tier == .quick ? CommandList.all.filter { $0.words.count < 3 } : CommandList.all
    for step in steps {
      for user in HostUser.all { try check(step, as: user, &tally) }
    }
    if isShared { try checkMallory(&tally) }
  }

  /// Runs a command as a user, who has the session only if they are the owner.
  private func check(_ step: Step, as user: HostUser, _ tally: inout Tally) throws {
    try world.copy(from: start)
    let before = try Snapshot(of: world)
    let outcome = try user.run(step, in: world)
    tally.add()
    let report = { (complaint: String) in
      "\(step.words.joined(separator: " ")) as \(user.name) of a "
        + "\(isShared ? "shared" : "private") store: \(outcome.inWords): \(complaint)"
    }
    if let complaint = outcome.complaint { tally.report(report(complaint)) }
    if user.id == HostUser.owner.id {
      if ![0, 124].contains(outcome.code) { tally.report(report("the owner is refused")) }
      return
    }
    // Who is in the group may make an account, go on as a guest, and look after the store.
    let isOpen = isShared && user.isMember
    let begins = ["signup", "login --guest", "run", "account list", "logout --all", "doctor"]
      .contains {
        step.words.joined(separator: " ").hasPrefix($0)
      }
    if isOpen && begins { return }
    let runs = step.words[0] == "run"
    if outcome.code == 0 && !runs { tally.report(report("it is done")) }
    if !outcome.output.isEmpty { tally.report(report("it shows '\(outcome.output)'")) }
    if let text = contents.first(where: outcome.errors.contains) {
      tally.report(report("it tells '\(text)'"))
    }
    let difference = try Difference(of: world, from: before)
    let changes = difference.text.split(separator: "\n").filter {
      !$0.contains(" home-\(user.name)")
    }
    if !changes.isEmpty { tally.report(report("it changes \(changes)")) }
  }

  /// Looks for files that a user can read or write and should not.
  private func lookForReadableFiles(as user: HostUser, _ tally: inout Tally) throws {
    let places = ["store"] + HostUser.all.map { "home-\($0.name)" }
    for right in ["-readable", "-writable"] {
      let words =
        user.wrapper + ["find"] + places.map { start.folder.appending(path: $0).path }
        + ["-mindepth", "1", right]
      let found = try Launch(words, environment: start.environment).finish().output
      for path in found.split(separator: "\n").map({ start.name(of: String($0)) }) {
        tally.add()
        if !mayUse(path, user) {
          tally.report(
            "\(user.name) of a \(isShared ? "shared" : "private") store: \(path) is \(right)")
        }
      }
    }
  }

  private func mayUse(_ path: String, _ user: HostUser) -> Bool {
    if path.hasPrefix("home-") { return path.hasPrefix("home-\(user.name)/") }
    let isSecret = path.contains("secret.json")
    if user.id == HostUser.owner.id { return !isSecret || !isMallorys(path) }
    return isShared && user.isMember && (!isSecret || isMallorys(path))
  }

  private func isMallorys(_ path: String) -> Bool {
    let profile = path.replacing(/secret\.json.*/, with: "profile.json")
    let text = try? String(contentsOf: start.folder.appending(path: profile), encoding: .utf8)
    return text?.contains("mallory") ?? false
  }

  /// A member who has an account of their own sees what all may, and no more.
  private func checkMallory(_ tally: inout Tally) throws {
    let allowed: [(Step, code: Int32)] = [
      (Step("whoami", as: "mallory"), 0), (Step("log", "alice/town", as: "mallory"), 0),
      (Step("log", "alice/ops", as: "mallory"), 3),
      (Step("send", "alice/ops", "x", as: "mallory"), 3),
      (Step("whoami", as: "alice"), 4), (Step("chat", "list", as: "mallory"), 0),
      (Step("login", "bob", "--password-stdin", input: Scene.password), 4),
      (Step("logout", "bob"), 4),
      (Step(words: ["--token-file", world.folder.appending(path: token).path, "whoami"]), 7),
    ]
    for (step, code) in allowed {
      try world.copy(from: start)
      let outcome = try HostUser.member.run(step, in: world)
      tally.add()
      let isRight = outcome.code == code || code != 0 && [3, 4, 7].contains(outcome.code)
      if !isRight || outcome.complaint != nil || outcome.output.contains("first, again") {
        tally.report("\(step.words), as mallory: \(outcome.inWords), '\(outcome.output)'")
      }
    }
  }
}

extension HostUser {
  static let all = [owner, member, stranger]
}

extension World {
  /// Makes the store of the owner, as ``Scene`` has it.
  func make(isShared: Bool, wrappedIn wrapper: [String] = []) throws {
    let group = isShared ? ["--group", HostUser.group.name] : []
    try succeed(Step(words: ["init"] + group), by: .owner, wrappedIn: wrapper)
    try makePasswordsCheap()
    for step in Scene.steps { try succeed(step, by: .owner, wrappedIn: wrapper) }
  }

  /// Runs chatctl as a user of the host; it has to exit with 0.
  func succeed(_ step: Step, by user: HostUser, wrappedIn wrapper: [String] = []) throws {
    let outcome = try user.run(step, in: self, wrappedIn: wrapper)
    guard outcome.code == 0 else {
      throw Failure("\(step.words.joined(separator: " ")) as \(user.name): \(outcome.inWords)")
    }
  }
}
