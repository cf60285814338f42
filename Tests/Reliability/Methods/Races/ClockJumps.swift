import Foundation
import TestTools

/// Writers whose clocks are set to and fro by days: the log's dates never go back, and each message
/// keeps the time at which it was written, as far as its writer knew.
struct ClockJumps {
  private let world: World
  private let seed: UInt64
  private let sent = Guarded<[String: Range<Date>]>([:])

  /// The library that sets a process's clock, of the Debian package faketime.
  private static let library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"

  /// Why it cannot be done here; nil where it can.
  static var obstacle: String? {
    FileManager.default.fileExists(atPath: library)
      ? nil : "without clock jumps: the package faketime is not installed"
  }

  init(on target: Target, seed: UInt64) throws {
    world = try World(target.dynamic, environment: try target.plant())
    self.seed = seed
    try world.succeed(["init"])
    try world.makePasswordsCheap()
    try world.succeed(["signup", "alice", "--password-stdin"], input: Scene.password)
    try world.succeed(["chat", "create", "ops", "--public"], as: "alice")
  }

  /// How far clocks are off, in seconds.
  private static let offsets = [
    0, 0, 0, 60, -60, 3_600, -7_200, 80_000, -80_000, 90_000, -200_000, -2_000_000,
  ]

  /// - Parameter sends: how many messages each of four writers sends.
  /// - Returns: what went wrong.
  func violations(sends: Int) throws -> [String] {
    try inParallel(4) { [self] writer in
      var random = SeededGenerator(seed: seed &+ UInt64(writer))
      for count in 0..<sends {
        // Once in a while far ahead, so that all others are behind from then on.
        let isFar = count == sends / 2 && writer == 0
        let offset = isFar ? 400_000 : Self.offsets.randomElement(using: &random) ?? 0
        try send("<\(writer).\(count)>", offset)
      }
    }
    let made = try world.read(["chat", "show", "ops"], as: "alice")
    let log = try RawLog(of: made.first?.text("chatID") ?? "", in: world)
    var violations = log.violations + log.torn.map { "a line is no record: \($0.prefix(200))" }
    let sent = sent.use { $0 }
    let told = try world.read(["export", "ops"], as: "alice")
    let dates = told.reduce(into: [:]) { $0[$1.number("number") ?? 0] = $1.text("date") }
    var previous: Date?
    for record in log.records {
      guard let text = record.text("body"), let window = sent[text],
        let date = record.text("date").flatMap(Self.date)
      else { continue }
      violations += judge(text, date, at: record.text("at").flatMap(Self.date), window, previous)
      let shown = record.text("at") ?? record.text("date")
      if dates[record.number("seq") ?? 0] != shown {
        violations.append("\(text) is not shown with the time at which it was written")
      }
      previous = date
    }
    let bodies = log.records.compactMap { $0.text("body") }
    if bodies.count != sent.count || Set(bodies) != Set(sent.keys) {
      violations.append("of \(sent.count) messages there are \(bodies.count)")
    }
    return violations
  }

  private func send(_ text: String, _ offset: Int) throws {
    let begun = Date()
    let outcome = try world.run(
      ["send", "ops", "--", text], as: "alice",
      wrappedIn: [
        "env", "LD_PRELOAD=\(Self.library)", "FAKETIME=\(offset < 0 ? "" : "+")\(offset)",
        "FAKETIME_DONT_FAKE_MONOTONIC=1", "DONT_FAKE_MONOTONIC=1",
      ])
    guard outcome.code == 0 else {
      throw Failure("send with another clock: \(outcome.code): \(outcome.errors)")
    }
    let shift = TimeInterval(offset)
    // Dates are whole milliseconds.
    let window = begun.addingTimeInterval(shift - 0.002)..<Date().addingTimeInterval(shift + 0.002)
    sent.use { $0[text] = window }
  }

  private func judge(
    _ text: String, _ date: Date, at: Date?, _ window: Range<Date>, _ previous: Date?
  ) -> [String] {
    let day: TimeInterval = 86_400
    if let at {
      var violations: [String] = []
      if !window.contains(at) { violations.append("\(text) was not written at \(at)") }
      if date.timeIntervalSince(at) <= day { violations.append("\(text) needs no time of its own") }
      return violations
    }
    if window.contains(date) { return [] }
    if date != previous { return ["\(text) is of \(date), which nobody's clock said"] }
    return date.timeIntervalSince(window.upperBound) > day
      ? ["\(text) is of \(date), and its time is not told"] : []
  }

  private static func date(_ text: String) -> Date? {
    try? Date(text, strategy: .iso8601.time(includingFractionalSeconds: true))
  }
}
