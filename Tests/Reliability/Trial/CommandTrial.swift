import Foundation
import TestTools

/// One command at one stage, disturbed again and again: what people see afterwards is held against
/// what they see before it and after it.
final class CommandTrial {
  let stage: Stage
  let command: WritingCommand
  /// Where it runs; everything is as on the stage after ``reset()``.
  let world: World
  private let start: Snapshot
  private let before: View
  private let after: View
  /// What is to be seen before it, once the next writer has ended a record that only wanted its
  /// line break.
  private let adopted: View?
  /// What is different when all went well.
  private let done: Difference
  /// What people see when a part came about, and which part that is.
  private var parts: [View: String] = [:]
  private var findings: [Difference: Finding] = [:]

  /// How far a command has come, as far as people see.
  private enum Place: Equatable {
    case before, after
    /// Nobody sees whether it was done.
    case unseen
    case part(String)
    case strange(String)
  }

  /// What a command has left.
  private struct Finding {
    let place: Place
    /// What is wrong with how things go on from there.
    let complaint: String?
  }

  /// Runs the command undisturbed, to learn what it does.
  /// - Parameters:
  ///   - opening: what is there and to be seen at the stage.
  ///   - run: the command in the world that it is given, where that is to be done in another way.
  init(
    _ command: WritingCommand, at stage: Stage, _ opening: Stage.Opening, in world: World,
    run: (World) throws -> Outcome
  ) throws {
    self.stage = stage
    self.command = command
    self.world = world
    start = opening.files
    before = opening.view
    adopted = opening.adopted
    try world.copy(from: stage.world)
    let outcome = try run(world)
    guard outcome.code == 0 else {
      throw Failure("\(command.name), undisturbed: \(outcome.code): \(outcome.errors)")
    }
    done = try Difference(of: world, from: start)
    after = try View(of: world, mayWarn: stage.mayWarn)
    for (count, steps) in command.parts.enumerated() {
      try world.copy(from: stage.world)
      for step in steps { try world.succeed(step) }
      parts[try View(of: world, mayWarn: stage.mayWarn)] = "the first \(count + 1)"
    }
  }

  /// Makes the world what it is at the stage.
  func reset() throws { try world.copy(from: stage.world) }

  /// Holds what a command has left against what it said.
  /// - Parameter mayEndAnywhere: whether it was stopped, so that it could not say anything.
  /// - Returns: what was promised and did not happen.
  func complaint(after outcome: Outcome, mayEndAnywhere: Bool) throws -> String? {
    let finding = try finding()
    if case .strange(let text) = finding.place { return text }
    if !mayEndAnywhere && !isPromised(finding.place, after: outcome) {
      return "what is there is \(finding.place)"
    }
    return finding.complaint
  }

  private func isPromised(_ place: Place, after outcome: Outcome) -> Bool {
    let says = { (text: String) in outcome.errors.contains(text) }
    if place == .unseen { return true }
    if outcome.code == 0 { return place == .after }
    // Of many lines, some.
    if says("may or may not"), place == .after || isPart(place) { return true }
    if says("was changed, but its log may not tell") {
      return place == .after || place == .part(Self.untold)
    }
    if says("was deleted, but") || says("was logged out, but") { return place == .after }
    if let count = outcome.errors.firstMatch(of: /only the first (\d+) of/)?.1 {
      let isNext = place == .part("the first \((Int(count) ?? 0) + 1)") || place == .after
      return place == .part("the first \(count)") || says("and perhaps the next") && isNext
    }
    return [.before, .part(Self.begun), .part(Self.placed)].contains(place)
  }

  private func isPart(_ place: Place) -> Bool {
    if case .part = place { true } else { false }
  }

  /// Looks at the world, once for all that are alike.
  private func finding() throws -> Finding {
    let difference = try Difference(of: world, from: start)
    if let finding = findings[difference] { return finding }
    let place = try place(difference)
    let complaint = try goOn(from: place).map { "\($0)\nfrom what was left:\n\(difference.text)" }
    let finding = Finding(place: place, complaint: complaint)
    findings[difference] = finding
    return finding
  }

  private func place(_ difference: Difference) throws -> Place {
    if let proof = command.proof {
      // On a copy, since it writes.
      let copy = try World(URL(filePath: world.chatctl))
      try copy.copy(from: world)
      if try copy.run(proof).code == 0 { return .after }
    }
    let view: View
    do {
      view = difference == done ? after : difference.isNone ? before : try self.view()
    } catch {
      return .strange("reading fails: \(error)\nof \(difference.text)")
    }
    if view == before { return command.isVisible || command.proof != nil ? .before : .unseen }
    if view == after { return .after }
    if let part = parts[view] { return .part(part) }
    if view.withoutEvents == after.withoutEvents { return .part(Self.untold) }
    if view == adopted { return .before }
    if command.name == "tail --cursor", view.withoutPlace == after.withoutPlace {
      return .part(Self.placed)
    }
    if command.name == "send @", view.withoutNews == after.withoutNews { return .part(Self.begun) }
    return .strange("neither before nor after:\n\(view.difference(from: after))")
  }

  /// Defended: the document is the truth, and where there is an error it says so.
  private static let untold = "changed, and the log does not tell"
  /// Defended: nothing was said in it, and the next message to the same friend goes into it.
  private static let begun = "the direct chat is there, and nothing in it"
  /// Defended: what follows the cursor was not handled, and is shown again.
  private static let placed = "the cursor is where it begins"

  /// What is to be seen; where a write was torn, of which the next writer makes a line that readers
  /// pass over with a word of warning.
  private func view() throws -> View { try View(of: world, mayWarn: true) }

  /// Does what an error suggests and what others do next.
  /// - Returns: what is wrong with that.
  private func goOn(from place: Place) throws -> String? {
    if case .strange = place { return nil }
    if let complaint = try repeatCommand(after: place) { return complaint }
    for step in stage.next {
      let outcome = try world.run(step)
      if outcome.code != 0 {
        return "afterwards, \(step.words.joined(separator: " ")) gives \(outcome.code): "
          + outcome.errors
      }
    }
    return try Doctor.complaint(about: world)
  }

  /// Repeats the command, unless it is there and would be there twice.
  private func repeatCommand(after place: Place) throws -> String? {
    if place != .before && place != .part(Self.begun) && command.addsWhenRepeated { return nil }
    let outcome = try world.run(command.step)
    let codes: Set<Int32> = place == .before ? [0] : [0, 2, 3, 4, 5]
    guard codes.contains(outcome.code) else {
      return "repeated, it gives \(outcome.code): \(outcome.errors)"
    }
    if try Difference(of: world, from: start) == done { return nil }
    let view = try view()
    // What was torn has taken a number.
    if view.withoutNumbers == after.withoutNumbers { return nil }
    if case .part = place, parts[view] != nil || view.withoutEvents == after.withoutEvents {
      return nil
    }
    return "repeated, it leaves something else:\n\(view.difference(from: after))"
  }
}

extension View {
  /// The lines without what logs tell of changes of their chats.
  fileprivate var withoutEvents: [Substring] {
    text.split(separator: "\n").filter { !$0.hasPrefix(#"{"type":"event""#) }
  }

  /// The same without the numbers of messages.
  fileprivate var withoutNumbers: String { text.replacing(/"number":\d+/, with: "") }

  /// The lines without what `send @` says, and what comes of it.
  fileprivate var withoutNews: [String] {
    text.split(separator: "\n").filter { !$0.contains("new direct chat") }.map {
      String($0).replacing(/"unread":\d+(,"lastDate":"date")?/, with: "")
    }
  }

  /// The same without where the cursor `bot` is.
  fileprivate var withoutPlace: String {
    text.replacing(/"cursor":"bot","number":\d+,"remaining":\d+/, with: "")
  }

  /// The lines that only one of two has.
  fileprivate func difference(from other: View) -> String {
    let (lines, others) = (text.split(separator: "\n"), other.text.split(separator: "\n"))
    return lines.difference(from: others).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }.joined(separator: "\n")
  }
}
