import Synchronization

/// What became of a command, as whoever started it knows.
enum Fate: Sendable {
  /// It said that it was done.
  case acknowledged
  /// It said that it was not.
  case refused
  /// It was killed, or could not tell.
  case unknown

  /// - Parameter code: its exit code, or as a shell tells a signal.
  init(ofExit code: Int32) {
    switch code {
    case 0: self = .acknowledged
    case 128...: self = .unknown
    default: self = .refused
    }
  }
}

/// Writes down what was asked of a store and what was said to it, to judge the store by afterwards:
/// what was acknowledged has to be there exactly once, what was refused never, and what nobody
/// knows of at most once.
///
/// There are two kinds of facts. A *series* is what someone made, each thing once and one after the
/// other: the messages of a writer. A *place* holds one value, which was set again and again, maybe
/// by several at once: the name of a chat.
final class Ledger: Sendable {
  private let pages = Mutex(Pages())

  private struct Pages {
    /// Counts what begins and ends, so that it is known what came before what.
    var clock = 0
    var series: [String: Series] = [:]
    var places: [String: [Write]] = [:]

    mutating func now() -> Moment {
      clock += 1
      return Moment(count: clock)
    }
  }

  private struct Series {
    var things: [Thing] = []
    /// Where each is.
    private var indices: [String: Int] = [:]

    mutating func note(_ text: String, _ fate: Fate) {
      guard let index = indices[text] else {
        indices[text] = things.count
        things.append(Thing(text: text, fate: fate))
        return
      }
      let before = things[index].fate
      things[index].fate = before == .refused ? fate : best(before, fate)
    }
  }

  private struct Thing {
    let text: String
    var fate: Fate
  }

  private struct Write {
    let value: String
    let fate: Fate
    let begun: Int
    let ended: Int
  }

  /// When something was begun or ended, before and after others.
  struct Moment: Comparable, Sendable {
    fileprivate let count: Int

    static func < (one: Moment, other: Moment) -> Bool { one.count < other.count }
  }

  /// The moment now; to be asked for before a command starts.
  func now() -> Moment { pages.withLock { $0.now() } }

  /// Notes that something was made, or made again: then the best that is known of it counts.
  /// - Parameters:
  ///   - thing: what tells it from all others.
  ///   - series: whose things it belongs to, in the order in which they were begun.
  func note(_ thing: String, in series: String, _ fate: Fate) {
    pages.withLock { $0.series[series, default: Series()].note(thing, fate) }
  }

  /// Notes that a place was given a value by a command that has ended.
  /// - Parameter begun: the moment before the command was started.
  func set(_ place: String, to value: String, _ fate: Fate, begun: Moment) {
    pages.withLock { pages in
      let ended = pages.now().count
      pages.places[place, default: []].append(
        Write(value: value, fate: fate, begun: begun.count, ended: ended))
    }
  }

  /// Notes what a place holds at first.
  func set(_ place: String, to value: String) {
    set(place, to: value, .acknowledged, begun: now())
  }

  /// What was acknowledged of a series so far.
  func acknowledged(in series: String) -> [String] {
    pages.withLock { pages in
      (pages.series[series]?.things ?? []).filter { $0.fate == .acknowledged }.map(\.text)
    }
  }

  /// The values that a place may hold: those that no later one is known to have replaced.
  func values(of place: String) -> Set<String> {
    pages.withLock { pages in
      let writes = (pages.places[place] ?? []).filter { $0.fate != .refused }
      let lastBegun = writes.filter { $0.fate == .acknowledged }.map(\.begun).max() ?? 0
      return Set(writes.filter { $0.ended > lastBegun }.map(\.value))
    }
  }

  /// What is wrong with a series.
  /// - Parameter found: what the store has of it, in order.
  func judge(_ series: String, found: [String]) -> [String] {
    let things = pages.withLock { $0.series[series]?.things ?? [] }
    let counts = Dictionary(found.map { ($0, 1) }, uniquingKeysWith: +)
    let known = Set(things.map(\.text))
    var violations: [String] = []
    for thing in things {
      let count = counts[thing.text] ?? 0
      let isRight =
        switch thing.fate {
        case .acknowledged: count == 1
        case .refused: count == 0
        case .unknown: count <= 1
        }
      if !isRight { violations.append("\(series): \(thing.fate), there \(count)×: \(thing.text)") }
    }
    for text in counts.keys where !known.contains(text) {
      violations.append("\(series): nobody made this: \(text)")
    }
    let order = things.map(\.text).filter { counts[$0] != nil }
    if violations.isEmpty, order != found {
      let (expected, actual) = zip(order, found).first { $0 != $1 } ?? ("", "")
      violations.append("\(series): \(actual) stands where \(expected) belongs")
    }
    return violations
  }

  /// What is wrong with a place.
  /// - Parameter found: what the store has there; nil for nothing.
  func judge(_ place: String, holds found: String?) -> [String] {
    let possible = values(of: place)
    if let found, possible.contains(found) { return [] }
    let expected = possible.sorted().joined(separator: "' or '")
    return ["\(place): is \(found.map { "'\($0)'" } ?? "missing"), should be '\(expected)'"]
  }
}

private func best(_ one: Fate, _ other: Fate) -> Fate {
  one == .acknowledged || other == .acknowledged ? .acknowledged : .unknown
}
