import Foundation
import Glibc
import TestTools

/// Damages a store, and looks at what becomes of commands there.
final class DamageTrial {
  private let scene: DamageScene
  private let world: World
  private let whole: FileTree
  private let writer: FolderWriter
  private let parts: [StorePart]
  private let readings: [Answer]
  private let export: Answer
  private let writings: [Outcome]
  private let isRoot = geteuid() == 0
  private let place: String
  /// Whose the store is, where that can be somebody else than who runs this.
  private let owner = HostUser.owner

  /// A command that reads, and what it gives of the store when that is whole.
  private struct Answer {
    let reading: DamageScene.Reading
    let outcome: Outcome

    var name: String {
      reading.step.words.joined(separator: " ")
        + (reading.step.account.map { " of \($0)" } ?? " with a token")
    }
  }

  /// - Parameter place: what the kinds of the parts begin with that are damaged.
  init(_ scene: DamageScene, in place: String, environment: [String: String]) throws {
    self.scene = scene
    self.place = place
    let world = try World(URL(filePath: scene.world.chatctl), environment: environment)
    self.world = world
    try world.copy(from: scene.world)
    whole = try FileTree(of: world.folder)
    writer = FolderWriter(world.folder)
    parts = StorePart.all(in: whole)
    let answer = { (reading: DamageScene.Reading) in
      Answer(
        reading: reading,
        outcome: try world.run(
          reading.step, environment: reading.environment, atMost: Self.patience))
    }
    readings = try scene.readings.map(answer)
    export = try answer(DamageScene.export)
    let doctor = try world.run(["doctor"])
    guard doctor.code == 0, doctor.output.isEmpty, doctor.errors.isEmpty else {
      throw Failure("a whole store: \(doctor.inWords) \(doctor.output)")
    }
    var outcomes: [Outcome] = []
    for writing in scene.writings {
      try writer.write(whole)
      outcomes.append(try world.run(writing.step))
    }
    writings = outcomes
    try reset()
    for answer in readings {
      let again = try run(answer.reading, wrappedIn: isRoot ? owner.wrapper : [])
      guard again.code == answer.outcome.code, again.output == answer.outcome.output else {
        throw Failure("\(answer.name) is not the same twice: \(again.inWords)")
      }
    }
  }

  /// Longer than any command takes, in seconds.
  private static let patience = 20

  // MARK: One case

  /// What was seen of a damaged store.
  private struct Sight {
    let doctor: Outcome
    /// What commands gave otherwise than where nothing is damaged.
    var stumbles: [String] = []
    /// Those of them that had no word to say about it.
    var silent: [String] = []
    var complaints: [String] = []
  }

  /// Damages the store and judges.
  /// - Parameter number: of the case, from which all of it follows.
  func run(_ number: UInt64, _ tally: inout Tally, _ count: inout DamageCount) throws {
    var generator = SeededGenerator(seed: number)
    try reset()
    let damages = try damage(&generator)
    tally.add()
    let wrapper = isRoot && damages.contains { $0.kind.isOfAccess } ? owner.wrapper : []
    let now = damages.map { bytes(of: $0.part) }
    let place = "case \(number), \(damages.map(\.words).joined(separator: " and "))"

    var sight = Sight(doctor: try world.run(["doctor"], wrappedIn: wrapper, atMost: Self.patience))
    judge(sight.doctor, "doctor", [0, 1, 7], &sight)
    let before = try look(export, wrapper, &sight)
    for answer in readings.shuffled(using: &generator).prefix(3) {
      _ = try look(answer, wrapper, &sight)
    }
    if generator.chance(0.25) {
      try repair(before, wrapper, &sight)
    } else {
      try write(before, wrapper, &sight, &generator)
    }

    for complaint in sight.complaints { tally.report(world.name(of: "\(complaint) [\(place)]")) }
    let untold = zip(damages, now).map {
      Untold($0, now: $1, isNoted: isNamed($0, by: sight.doctor))
    }
    judge(sight, damages, now, untold, place, &tally, &count)
  }

  private func damage(_ generator: inout SeededGenerator) throws -> [Damage] {
    var damages: [Damage] = []
    let wanted = generator.chance(0.1) ? 2 : 1
    // There may be no other place.
    for _ in 0..<1000 where damages.count < wanted {
      let damage = try Damage(of: parts, in: place, &generator)
      if !isRoot && damage.kind == .foreign { continue }
      // The second is not to undo the first, nor to happen inside what is gone.
      let taken = damages.flatMap(\.parts).map(\.path)
      let own = damage.parts.map(\.path)
      if taken.contains(where: { one in own.contains { one.hasPrefix($0) || $0.hasPrefix(one) } }) {
        continue
      }
      try damage.apply(in: world.folder.path)
      let isSame = damage.part.bytes.map { $0 == bytes(of: damage.part) } ?? false
      // Two files that say the same were swapped, or a run of NULs has met no byte.
      if isSame && !damage.kind.isOfAccess && damage.kind != .link { continue }
      damages.append(damage)
    }
    return damages
  }

  /// What is at its path now.
  private func bytes(of part: StorePart) -> [UInt8]? {
    let path = "\(world.folder.path)/\(part.path)"
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) }
  }

  private func reset() throws {
    try writer.write(whole)
    if !isRoot { return }
    let id = uid_t(owner.id)
    for part in ["store", "state"] { lchown("\(world.folder.path)/\(part)", id, id) }
    chmod(world.folder.path, 0o755)
    func visit(_ path: String, _ node: Int) {
      lchown(path, id, id)
      for (name, entry) in whole.nodes[node].entries ?? [:] { visit("\(path)/\(name)", entry) }
    }
    visit(world.folder.path, FileTree.root)
  }

  // MARK: What is run

  private func run(
    _ reading: DamageScene.Reading, wrappedIn wrapper: [String]
  ) throws -> Outcome {
    try world.run(
      reading.step, wrappedIn: wrapper, environment: reading.environment, atMost: Self.patience)
  }

  /// Reads, and holds that against what the whole store gives.
  private func look(
    _ answer: Answer, _ wrapper: [String], _ sight: inout Sight
  ) throws -> Outcome {
    let outcome = try run(answer.reading, wrappedIn: wrapper)
    judge(outcome, answer.name, Self.codes, &sight)
    let whole = answer.outcome
    let isSame = outcome.code == whole.code && outcome.output == whole.output
    if !isSame || outcome.errors != whole.errors {
      sight.stumbles.append("\(answer.name): \(outcome.inWords)")
    }
    if !isSame, outcome.code <= 1, outcome.errors == whole.errors {
      sight.silent.append("\(answer.name): \(Self.difference(whole.output, outcome.output))")
    }
    return outcome
  }

  private func write(
    _ before: Outcome, _ wrapper: [String], _ sight: inout Sight, _ generator: inout SeededGenerator
  ) throws {
    let index = Int.random(in: scene.writings.indices, using: &generator)
    let (writing, whole) = (scene.writings[index], writings[index])
    let outcome = try world.run(writing.step, wrappedIn: wrapper, atMost: Self.patience)
    judge(outcome, writing.name, Self.codes, &sight)
    if outcome.code != whole.code || outcome.errors != whole.errors {
      sight.stumbles.append("\(writing.name): \(outcome.inWords)")
    }
    let after = try run(DamageScene.export, wrappedIn: wrapper)
    for loss in Self.losses(before, after, changedBy: writing) {
      sight.complaints.append("\(writing.name), \(outcome.inWords), made unreadable: \(loss)")
    }
    let isShown = after.code != 0 || !after.errors.isEmpty || !before.errors.isEmpty
    if outcome.code == 0, whole.code == 0, let text = writing.sentText, !isShown,
      before.output == export.outcome.output, !after.output.contains("\"\(text)\"")
    {
      sight.complaints.append("\(writing.name) exited with 0, and '\(text)' is not to be seen")
    }
  }

  private func repair(
    _ before: Outcome, _ wrapper: [String], _ sight: inout Sight
  ) throws {
    let doctor = { [world] (words: [String]) in
      try world.run(["doctor"] + words, wrappedIn: wrapper, atMost: Self.patience)
    }
    let repair = try doctor(["--repair"])
    judge(repair, "doctor --repair", [0, 1, 7], &sight)
    let after = try run(DamageScene.export, wrappedIn: wrapper)
    for loss in Self.losses(before, after, changedBy: nil) {
      sight.complaints.append("doctor --repair, \(repair.inWords), made unreadable: \(loss)")
    }
    let again = try doctor([])
    judge(again, "doctor after a repair", [0, 1, 7], &sight)
    // One that cannot be mended may keep others from being.
    let isRepairable = again.output.split(separator: "\n").allSatisfy {
      $0.contains("doctor --repair'")
    }
    if again.code == 1, repair.code != 7, isRepairable {
      sight.complaints.append(
        "after doctor --repair there is more to repair: \(again.output), at first \(repair.output)")
    }
  }

  /// All exit codes that are documented of what is run here.
  private static let codes: Set<Int32> = [0, 1, 2, 3, 4, 5, 6, 7, 8, 124]

  private func judge(
    _ outcome: Outcome, _ name: String, _ codes: Set<Int32>, _ sight: inout Sight
  ) {
    if outcome.code == 137 {
      sight.complaints.append("\(name) did not end in \(Self.patience) s")
    } else if let complaint = outcome.complaint {
      sight.complaints.append("\(name): \(complaint): \(outcome.inWords)")
    } else if !codes.contains(outcome.code) {
      sight.complaints.append("\(name): \(outcome.inWords)")
    }
  }

  // MARK: What is made of it

  private func judge(
    _ sight: Sight, _ damages: [Damage], _ now: [[UInt8]?], _ untold: [Untold?], _ place: String,
    _ tally: inout Tally, _ count: inout DamageCount
  ) {
    let doctor = sight.doctor
    let isNamed = doctor.code != 0 && damages.contains { self.isNamed($0, by: doctor) }
    let known = untold.compactMap(\.self).first
    if !sight.silent.isEmpty, known == nil {
      if isNamed, let kind = zip(damages, now).lazy.compactMap(Silence.init).first {
        count.silent[kind, default: 0] += 1
      } else {
        let silent = sight.silent.joined(separator: "; ")
        tally.report(
          world.name(
            of: "without a word, other results: \(silent); doctor: \(Self.short(doctor)) [\(place)]"
          ))
      }
    }
    // Of two it cannot be told which one a command has stumbled over.
    guard damages.count == 1, !sight.stumbles.isEmpty else { return }
    if isNamed {
      count.stumbled += 1
    } else if let known {
      count.untold[known, default: 0] += 1
    } else {
      count.stumbled += 1
      let stumbles = sight.stumbles.joined(separator: "; ")
      count.unnamed.append(
        world.name(of: "\(place): \(stumbles); doctor: \(Self.short(doctor))"))
    }
  }

  /// Whether doctor has said which part it is.
  private func isNamed(_ damage: Damage, by doctor: Outcome) -> Bool {
    let said = doctor.output + doctor.errors
    return damage.parts.flatMap { $0.names(in: world.folder.path) }.contains(where: said.contains)
  }

  /// The messages that were to be read and are not any more.
  private static func losses(
    _ before: Outcome, _ after: Outcome, changedBy writing: WritingCommand?
  ) -> [String] {
    if before.output == after.output { return [] }
    let (old, new) = (messages(in: before.output), messages(in: after.output))
    return old.keys.sorted().compactMap { key in
      guard let text = new[key] else { return "\(key) is gone, \(after.inWords)" }
      if text == old[key] || writing?.changedMessage.map({ key.hasSuffix("#" + $0) }) ?? false {
        return nil
      }
      return "\(key) is '\(text.prefix(80))'"
    }
  }

  /// Their texts, by chat and number.
  private static func messages(in export: String) -> [String: String] {
    var messages: [String: String] = [:]
    for line in wholeLines(of: Array(export.utf8)) {
      guard let record = JSONRecord(line), record.text("type") == "message",
        let chat = record.text("chatID"), let number = record.number("number")
      else { continue }
      messages["\(chat)#\(number)"] = record.text("body") ?? ""
    }
    return messages
  }

  private static func difference(_ old: String, _ new: String) -> String {
    let (old, new) = (old.split(separator: "\n"), new.split(separator: "\n"))
    let changes = new.difference(from: old).prefix(2).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line.prefix(200))"
      case .remove(_, let line, _): "- \(line.prefix(200))"
      }
    }
    return changes.joined(separator: " ")
  }

  private static func short(_ outcome: Outcome) -> String {
    "\(outcome.code) \((outcome.output + outcome.errors).prefix(400))"
  }
}
