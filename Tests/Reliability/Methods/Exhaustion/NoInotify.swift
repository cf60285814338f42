import Foundation
import TestTools

/// A user who may have no more instances or watches of inotify(7) follows chats.
struct NoInotify: Lack {
  let name = "inotify"
  let isQuick = true

  func run(_ trials: Exhaustion.Trials, _ tally: inout Tally) throws {
    let quick = ["echo 0 > /proc/sys/user/max_inotify_instances"]
    let limits =
      trials.tier == .quick
      ? quick
      : quick + [0, 1, 2, 3, 4, 5].map { "echo \($0) > /proc/sys/user/max_inotify_watches" }
    for limit in limits {
      for chats in trials.tier == .quick ? [["ops"]] : [["ops"], ["ops", "alice/town"], ["--all"]] {
        try follow(chats, under: limit, trials, &tally)
      }
    }
  }

  /// Follows in a user namespace, where the limit concerns nobody else.
  private func follow(
    _ chats: [String], under limit: String, _ trials: Exhaustion.Trials, _ tally: inout Tally
  ) throws {
    let world = try World(trials.target.chatctl)
    try world.copy(from: trials.stage.world)
    let (shown, count) = (3, 5)
    let words =
      [world.chatctl, "--as", "bob", "--json", "tail"] + chats
      + ["-n", "\(shown)", "--count", "\(shown + count)", "--timeout", "2m"]
    let pipe = Pipe()
    let errors = Pipe()
    let program = try Launch(
      ["unshare", "--user", "--map-root-user", "sh", "-c", "\(limit) && exec \"$@\"", "sh"] + words,
      environment: world.environment
    ).start(
      .init(
        output: pipe.fileHandleForWriting.fileDescriptor,
        errors: errors.fileHandleForWriting.fileDescriptor))
    try pipe.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
    // It follows when it has shown what was there.
    var output = Data()
    while output.count(where: { $0 == UInt8(ascii: "\n") }) < shown {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      output += data
    }
    let sent = (1...count).map { "news \($0)" }
    for text in sent { try world.succeed(Step("send", "ops", text, as: "alice")) }
    output += (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
    let said = String(
      decoding: (try? errors.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    let code = program.wait().code
    tally.add()
    let bodies = String(decoding: output, as: UTF8.self).matches(of: /"body":"(news \d+)"/)
      .map { String($0.1) }
    if code != 0 || bodies != sent {
      tally.report(
        "tail \(chats.joined(separator: " ")), \(limit): exit \(code), '\(said)', shows \(bodies)")
    }
  }
}
