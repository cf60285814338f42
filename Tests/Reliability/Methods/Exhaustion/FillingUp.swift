import Foundation
import TestTools

/// A store on a file system of 64 KiB is filled with messages until it is full, and given room.
struct FillingUp: Lack {
  let name = "64 KiB"
  let isQuick = true

  func run(_ trials: Exhaustion.Trials, _ tally: inout Tally) throws {
    for size in trials.tier == .quick ? [700] : [1, 10, 200, 700, 1000, 4000, 20_000] {
      try run(trials.target, messageSize: size, asLines: false, &tally)
      try run(trials.target, messageSize: size, asLines: true, &tally)
    }
  }

  /// Fills it with messages of one size.
  /// - Parameter asLines: whether they are sent in one go.
  func run(
    _ target: Target, messageSize: Int, asLines: Bool, _ tally: inout Tally
  ) throws {
    var namespace: MountNamespace?
    let world = try World(target.executable, environment: try target.plant()) { folder in
      let new = try MountNamespace(
        "mkdir -m 700 \(folder)/store && mount -t tmpfs -o size=64k,mode=700 none \(folder)/store")
      namespace = new
      return new
    }
    defer { extendLifetime(namespace) }
    try world.succeed(Step("init"))
    try world.makePasswordsCheap()
    try world.succeed(Step("signup", "alice", "--password-stdin", input: Scene.password))
    try world.succeed(Step("chat", "create", "ops", "--public", as: "alice"))

    let text = { (number: Int) in "\(number) " + String(repeating: "x", count: messageSize) }
    let (stored, outcome) =
      try asLines ? sendLines(text, to: world) : sendOneByOne(text, to: world)
    tally.add()
    let report = { (complaint: String) in
      "64 KiB, messages of \(messageSize) \(asLines ? "with --lines" : "one by one"), after "
        + "\(stored): \(outcome.inWords): \(complaint)"
    }
    if outcome.code != 7 || !outcome.errors.contains("no space left on device") {
      tally.report(report("it does not say that there is no room"))
    }
    let expected = (0..<stored).map(text)
    if try bodies(in: world) != expected { tally.report(report("other messages are there")) }

    try namespace?.run("mount -o remount,size=1m \(world.store.path)")
    try world.succeed(Step("send", "ops", "and on", as: "alice"))
    if try bodies(in: world) != expected + ["and on"] {
      tally.report(report("with more room, other messages are there"))
    }
  }

  /// Sends until it fails.
  private func sendOneByOne(
    _ text: (Int) -> String, to world: World
  ) throws -> (stored: Int, Outcome) {
    for number in 0... {
      let outcome = try world.run(Step("send", "ops", as: "alice", input: text(number)))
      if outcome.code != 0 { return (number, outcome) }
    }
    throw Failure("it is never full")
  }

  /// Sends more than there is room for, in one go.
  private func sendLines(
    _ text: (Int) -> String, to world: World
  ) throws -> (stored: Int, Outcome) {
    let lines = (0..<3000).map(text).joined(separator: "\n")
    let outcome = try world.run(Step("send", "ops", "--lines", as: "alice", input: lines))
    let told = outcome.errors.firstMatch(of: /only the first (?:(\d+) messages were|message was)/)
    if let told { return (told.output.1.flatMap { Int($0) } ?? 1, outcome) }
    // What was sent before the block that did not fit at all.
    let before = outcome.errors.firstMatch(of: /(\d+) lines? w/)?.1
    return (before.flatMap { Int($0) } ?? 0, outcome)
  }

  private func bodies(in world: World) throws -> [String] {
    let shown = try world.succeed(["--json", "log", "ops", "-n", "5000"], as: "alice").output
    return shown.matches(of: /"body":"([^"]*)"/).map { String($0.1) }
  }
}
