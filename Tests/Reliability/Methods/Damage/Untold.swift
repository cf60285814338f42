import Foundation

/// Why nobody can tell that something was damaged. Each is narrow, and counted apart.
enum Untold: String, CaseIterable, Sendable {
  /// The file is as valid as it was, with another value in a field that stands nowhere else.
  case otherValue = "another valid value, such as another text"
  /// What may be missing is: a cursor that was never set, messages that were never sent.
  case noTrace = "gone as if it had never been"
  /// What a crash leaves, too: a chat that was deleted, or not made yet, and its hints; a torn
  /// line. Doctor notes it.
  case crash = "as after a crash, which doctor notes"

  /// What a damage is to who looks at the store, if it is one of these.
  /// - Parameters:
  ///   - now: what the part holds now; nil where it is no file.
  ///   - isNoted: whether doctor has noted it.
  init?(_ damage: Damage, now: [UInt8]?, isNoted: Bool) {
    let part = damage.part
    if damage.kind == .missing {
      if part.kind == "store/chats/ID" {
        self = .crash
        return
      }
      if part.kind.hasPrefix("store/chats/ID/cursors") {
        self = .noTrace
        return
      }
    }
    guard let before = part.bytes, let now, damage.kind != .deep else {
      return nil
    }
    if part.isLog, [.cut, .rubbish, .zeros].contains(damage.kind), isNoted {
      self = .crash
    } else if part.isLog, now.count < before.count, before.starts(with: now),
      now.last.map({ $0 == UInt8(ascii: "\n") }) ?? true
    {
      self = .noTrace
    } else if OtherValue.isValid(part, before, now, in: OtherValue.freeFields) {
      self = .otherValue
    } else {
      return nil
    }
  }
}

/// Files that are as valid as before and say something else.
enum OtherValue {
  /// What stands in one place of a store only, by the kind of the part.
  static let freeFields: [String: Set<String>] = [
    "store/store.json": ["id", "created", "passwordCost", "unicode"],
    "store/users/ID/profile.json": [
      "email", "imageURL", "friends", "blocked", "formerUsernames", "created",
    ],
    "store/users/ID/secret.json": ["password", "sessions", "tokens"],
    "store/chats/ID/chat.json": ["created", "joined", "renamed", "banned", "public"],
    "store/chats/ID/cursors/CURSOR.failed.json": ["letters"],
    "store/chats/ID/messages/SEGMENT.jsonl": [
      "date", "at", "name", "token", "reply", "of", "auto", "subject", "title", "event", "body",
    ],
  ]

  /// What else a file can have another of without being noticed by who reads that alone.
  static let toldFields: [String: Set<String>] = [
    "store/users/ID/profile.json": ["username"],
    "store/chats/ID/chat.json": ["name", "owner", "participants"],
    "store/chats/ID/messages/SEGMENT.jsonl": [
      "seq", "n", "total", "user", "key", "edit", "delete", "next",
    ],
  ]

  /// Whether a file is as valid as it was, but for the values of some fields, by their kinds.
  static func isValid(
    _ part: StorePart, _ before: [UInt8], _ now: [UInt8], in fields: [String: Set<String>]
  ) -> Bool {
    guard let free = fields[part.kind] else { return false }
    if !part.isLog { return isOtherValue(before, now, free) }
    let lines = [before, now].map {
      $0.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
    }
    guard lines[0].count == lines[1].count else { return false }
    return zip(lines[0], lines[1]).allSatisfy { $0 == $1 || isOtherValue($0, $1, free) }
  }

  private static func isOtherValue(
    _ before: [UInt8], _ now: [UInt8], _ free: Set<String>
  ) -> Bool {
    guard let old = value(before), let new = value(now) else { return false }
    return differs(old, new, in: free)
  }

  private static func value(_ bytes: [UInt8]) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(bytes))
  }

  /// Whether two values are different in some fields alone.
  private static func differs(_ old: Any, _ new: Any, in free: Set<String>) -> Bool {
    if let old = old as? [String: Any], let new = new as? [String: Any] {
      return Set(old.keys).union(new.keys).allSatisfy { name in
        if free.contains(name) { return true }
        // What has another name now is a field of a later version.
        guard let value = old[name] else { return true }
        return new[name].map { differs(value, $0, in: free) } ?? false
      }
    }
    if let old = old as? [Any], let new = new as? [Any], old.count == new.count {
      return zip(old, new).allSatisfy { differs($0, $1, in: free) }
    }
    return text(old) == text(new)
  }

  private static func text(_ value: Any) -> Data? {
    try? JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
  }
}
