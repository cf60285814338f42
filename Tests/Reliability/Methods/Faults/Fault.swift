import Foundation
import TestTools

/// What calls that write are to meet; `shim.c` tells more.
struct Fault: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case noSpace = "ENOSPC"
    case inputOutput = "EIO"
    case quota = "EDQUOT"
    case interruption = "EINTR"
    case short, torn
    case kill
    case killWithin = "killwithin"
    case killAfter = "killafter"
  }

  let kind: Kind
  /// Whether all calls from that one on meet it.
  let isForEver: Bool

  /// All that there are.
  static let all: [Fault] = Kind.allCases.flatMap { kind in
    let once = Fault(kind: kind, isForEver: false)
    switch kind {
    case .noSpace, .inputOutput, .quota, .interruption, .short:
      return [once, Fault(kind: kind, isForEver: true)]
    case .torn, .kill, .killWithin, .killAfter: return [once]
    }
  }

  /// Whether it makes a difference to a call; what concerns writes alone does not to others.
  func concerns(_ call: Call) -> Bool {
    switch kind {
    case .short, .torn, .killWithin: call.isWrite
    default: true
    }
  }

  /// Whether the process does not outlive it.
  var kills: Bool { [.kill, .killWithin, .killAfter].contains(kind) }
  /// Whether the command is to come to its end in spite of it.
  var isHarmless: Bool { kind == .interruption || kind == .short }

  /// As the shim takes it.
  func text(at number: Int) -> String { "\(number):\(kind.rawValue)\(isForEver ? ":ever" : "")" }

  /// What an error has to say of it, one of them: a lock fails in its own way.
  var words: [String] {
    switch kind {
    case .noSpace, .torn: ["no space left on device", "no locks available"]
    case .inputOutput: ["input/output error", "no locks available"]
    case .quota: ["disk quota exceeded", "no locks available"]
    default: []
    }
  }
}

/// A call that writes, from the shim's log.
struct Call: Sendable {
  let number: Int
  let name: String
  let path: String
  let isHit: Bool

  var isWrite: Bool { name.contains("write") }
  var isLock: Bool { name == "fcntl" }
  var isSync: Bool { name == "fsync" || name == "fdatasync" }

  /// The calls in a log; none where there is none.
  static func read(_ log: URL) -> [Call] {
    let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 3, let number = Int(fields[0]) else { return nil }
      return Call(number: number, name: fields[1], path: fields[2], isHit: fields.last == "hit")
    }
  }
}
