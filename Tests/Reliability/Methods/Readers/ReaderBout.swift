import Foundation
import TestTools

/// Some seconds of writing and reading, and what came of it.
final class ReaderBout: Sendable {
  private let world: World
  private let scene: ReaderScene
  private let seed: UInt64
  private let ledger = Ledger()
  private let readings = Guarded<[Reading]>([])
  private let violations = Guarded<[String]>([])
  /// The highest number that was acknowledged.
  private let acknowledged = Guarded(0)
  /// Those that `tail --cursor` printed, run by run.
  private let cursorReadings = Guarded<[(reading: Reading, isWhole: Bool)]>([])
  private let end = "that is all"

  /// How long the lines are, in blocks of 16 bytes: mostly short, many of 9 KB, few of 1 MiB.
  private static let sizes = [0, 1, 2, 4, 8, 100, 576, 576, 576, 576]
  private static let largest = 65_000

  init(_ scene: ReaderScene, seed: UInt64) throws {
    self.scene = scene
    world = scene.world
    self.seed = seed
  }

  /// How many lines readers have seen.
  var lineCount: Int {
    readings.use { $0.reduce(0) { $0 + $1.sightings.count } }
      + cursorReadings.use { $0.reduce(0) { $0 + $1.reading.sightings.count } }
  }

  /// - Returns: what went wrong.
  func run(seconds: Int) throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(seconds)
    // They end with the last message.
    let followers = try (0..<2).map { _ in try follow(last: 1_000_000) }
    try inParallel(7) { [self] index in
      switch index {
      case 0..<3: try write(ReaderScene.writers[index], until: deadline)
      case 3: try readHistory(until: deadline)
      case 4: try readOn(until: deadline)
      case 5: try readFile(until: deadline)
      default: try joinLate(until: deadline)
      }
    }
    try world.succeed(["send", "room", end], as: "reader")
    for follower in followers { try finish(follower) }
    return try judge()
  }

  private func write(_ writer: String, until deadline: ContinuousClock.Instant) throws {
    var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(writer.utf8.last ?? 0))
    var count = 0
    while ContinuousClock.now < deadline {
      // One alone, or several in one go.
      let sizes = random.chance(0.02) ? [Self.largest] : Self.sizes.shuffled(using: &random)
      let lines = sizes.prefix(random.chance(0.5) ? 1 : sizes.count).map { blocks in
        count += 1
        return CountedLine(writer: writer, count: count, blocks: blocks)
      }
      let delay = random.chance(0.3) ? Int.random(in: 0..<20_000, using: &random) : nil
      let outcome = try world.run(
        ["--json", "send", "room", "--lines"], as: writer,
        input: lines.map { $0.text + "\n" }.joined(), killedAfter: delay)
      let fate = Fate(ofExit: outcome.code)
      for line in lines { ledger.note(line.name, in: writer, fate) }
      if fate == .refused { report("send of \(writer): \(outcome.code): \(outcome.errors)") }
      let number = try JSONRecord.all(in: outcome.output).last?.number("number")
      if fate == .acknowledged, let number { acknowledged.use { $0 = max($0, number) } }
    }
  }

  /// `log` and `export`, which show all that was acknowledged before.
  private func readHistory(until deadline: ContinuousClock.Instant) throws {
    var turn = 0
    while ContinuousClock.now < deadline {
      turn += 1
      let before = acknowledged.use { $0 }
      let words =
        switch turn % 4 {
        case 0: ["export", "room"]
        case 1: ["log", "room", "-n", "1000000"]
        case 2: ["--json", "log", "room", "-n", "20"]
        default: ["log", "room", "-n", "7"]
        }
      let outcome = try world.run(words, as: "reader")
      let command = words.joined(separator: " ")
      if outcome.code != 0 { report("\(command): \(outcome.code): \(outcome.errors)") }
      let reading: Reading =
        turn % 2 == 0
        ? .ofJSON(outcome, by: command, but: end) : .ofFields(outcome, by: command, but: end)
      if let last = reading.sightings.last?.number, last < before {
        report("\(command) ended with #\(last), and #\(before) was acknowledged before")
      }
      readings.use { $0.append(reading) }
    }
  }

  /// `tail --cursor`, killed now and then.
  private func readOn(until deadline: ContinuousClock.Instant) throws {
    var random = SeededGenerator(seed: seed)
    while ContinuousClock.now < deadline {
      try readOn(killedAfter: random.chance(0.4) ? Int.random(in: 0..<30_000, using: &random) : nil)
    }
  }

  private func readOn(killedAfter delay: Int?) throws {
    let words = ["tail", "room", "--cursor", "c", "--no-follow"]
    let outcome = try world.run(words, as: "reader", killedAfter: delay)
    let reading = Reading.ofFields(outcome, by: words.joined(separator: " "), but: end)
    cursorReadings.use { $0.append((reading, outcome.code == 0)) }
    if Fate(ofExit: outcome.code) == .refused {
      report("\(reading.reader): \(outcome.code): \(outcome.errors)")
    }
  }

  private func readFile(until deadline: ContinuousClock.Instant) throws {
    var reader = RawReader(scene.log, but: end)
    while ContinuousClock.now < deadline {
      for violation in try reader.look() { report(violation) }
    }
    readings.use { [reading = reader.reading] in $0.append(reading) }
  }

  /// Followers that begin with what comes.
  private func joinLate(until deadline: ContinuousClock.Instant) throws {
    var followers: [Follower] = []
    while ContinuousClock.now < deadline {
      if followers.count < 3 { followers.append(try follow(last: followers.count)) }
      let outcome = try world.run(
        ["tail", "room", "-n", "0", "--count", "20", "--timeout", "2s"], as: "reader")
      readings.use { [end] in
        $0.append(.ofFields(outcome, by: "tail --count 20", but: end))
      }
    }
    late.use { [followers] in $0 = followers }
  }

  private let late = Guarded<[Follower]>([])

  /// A follower that ends after the last message.
  private func follow(last count: Int) throws -> Follower {
    try Follower(
      world.launch(
        [
          "tail", "room", "-n", "\(count)", "--until-match", "^\(end)$",
        ], as: "reader"))
  }

  private func finish(_ follower: Follower) throws {
    let outcome = try follower.finish()
    let reader = follower.name
    if outcome.code != 0 {
      report("\(reader) missed the last message: \(outcome.code): \(outcome.errors)")
    }
    let reading = Reading.ofFields(outcome, by: reader, but: end)
    readings.use { $0.append(reading) }
    followed.use { $0.append(reading) }
  }

  private let followed = Guarded<[Reading]>([])

  private func report(_ violation: String) { violations.use { $0.append(violation) } }

  private func judge() throws -> [String] {
    for follower in late.use({ $0 }) { try finish(follower) }
    try readOn(killedAfter: nil)
    let export = try world.run(["export", "room"], as: "reader")
    let all = Reading.ofJSON(export, by: "export", but: end)
    let truth = all.sightings
    let places = Dictionary(zip(truth.map(\.number), truth.indices), uniquingKeysWith: { $1 })
    var found = violations.use { $0 } + all.violations
    for writer in ReaderScene.writers {
      let names = truth.map(\.name).filter { $0.hasPrefix("\(writer) ") }
      found += ledger.judge(writer, found: names)
    }
    for reading in readings.use({ $0 }) { found += reading.judge(by: truth, at: places).violations }
    for reading in followed.use({ $0 }) where reading.sightings.last != truth.last {
      // One that began at the end may have seen nothing.
      if !reading.sightings.isEmpty { found.append("\(reading.reader) did not come to the end") }
    }
    return found + judgeCursor(by: truth, at: places)
  }

  /// All that `tail --cursor` showed has to be without a gap, and again only after a kill.
  private func judgeCursor(by truth: [Sighting], at places: [Int: Int]) -> [String] {
    var read = 0
    var handled = 0
    for (reading, isWhole) in cursorReadings.use({ $0 }) {
      let (violations, seen) = reading.judge(by: truth, at: places)
      if !violations.isEmpty { return violations }
      guard let seen else { continue }
      if seen.lowerBound > read { return ["\(reading.reader) left out #\(truth[read].number)"] }
      if seen.lowerBound < handled {
        return ["\(reading.reader) showed #\(truth[seen.lowerBound].number) again"]
      }
      read = max(read, seen.upperBound)
      if isWhole { handled = seen.upperBound }
    }
    if read < truth.count { return ["tail --cursor never showed #\(truth[read].number)"] }
    return []
  }
}
