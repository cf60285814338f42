import Foundation
import Glibc
import TestTools

/// One damage of one part of a store.
struct Damage: Sendable {
  let part: StorePart
  let kind: DamageKind
  /// What it is swapped with, or linked to.
  let other: StorePart?
  /// For what else is to be chosen.
  private let seed: UInt64

  /// Chooses one: each kind of part is as likely as each other, and each damage of it.
  /// - Parameter place: what the kind of the part begins with.
  init(
    of parts: [StorePart], in place: String, _ generator: inout SeededGenerator
  ) throws {
    let kinds = Array(Set(parts.map(\.kind))).filter { $0.hasPrefix(place) }.sorted()
    guard let chosen = kinds.randomElement(using: &generator),
      let part = parts.filter({ $0.kind == chosen }).randomElement(using: &generator),
      let kind = DamageKind.allCases.filter({ $0.concerns(part, among: parts) })
        .randomElement(using: &generator)
    else { throw Failure("there is nothing to damage") }
    self.part = part
    self.kind = kind
    let others = parts.filter { other in
      switch kind {
      case .swappedAlike, .link: other.kind == part.kind && other.path != part.path
      case .swapped: other.kind != part.kind && !other.isDirectory
      default: false
      }
    }
    other = others.randomElement(using: &generator)
    seed = generator.next()
  }

  var words: String { "\(part.title): \(kind.rawValue)" + (other.map { ", \($0.title)" } ?? "") }

  /// The parts that are not what they were.
  var parts: [StorePart] { [part] + (kind == .link ? [] : other.map { [$0] } ?? []) }

  /// Damages a store.
  /// - Parameter folder: of the world that it is in.
  func apply(in folder: String) throws {
    let path = "\(folder)/\(part.path)"
    var generator = SeededGenerator(seed: seed)
    switch kind {
    case .swappedAlike, .swapped:
      guard let other else { return }
      let (spare, otherPath) = ("\(folder)/spare", "\(folder)/\(other.path)")
      rename(path, spare)
      rename(otherPath, path)
      rename(spare, otherPath)
    case .missing: remove(path)
    case .otherKind:
      remove(path)
      if part.isDirectory { try write([], to: path) } else { mkdir(path, 0o700) }
    case .loop:
      remove(path)
      symlink(path, path)
    case .danglingLink:
      remove(path)
      symlink("\(folder)/nowhere", path)
    case .link:
      remove(path)
      if let other { symlink("\(folder)/\(other.path)", path) }
    case .pipe:
      remove(path)
      mkfifo(path, 0o600)
    case .closed: chmod(path, 0)
    case .tooOpen: chmod(path, part.isDirectory ? 0o777 : 0o666)
    case .foreign: chown(path, 12345, 12345)
    default: try write(changed(part.bytes ?? [], &generator), to: path)
    }
  }

  private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Writes in place, so that mode and owner stay.
  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw Failure(path, code: errno) }
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      guard count > 0 else { throw Failure(path, code: errno) }
      written += count
    }
  }

  private func changed(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    switch kind {
    case .bit:
      bytes[Int.random(in: bytes.indices, using: &generator)] ^=
        1 << UInt8.random(in: 0..<8, using: &generator)
    case .byte:
      let place = Int.random(in: bytes.indices, using: &generator)
      bytes[place] = bytes[place] &+ UInt8.random(in: 1...255, using: &generator)
    case .zeros:
      let start = Int.random(in: bytes.indices, using: &generator)
      let length = Int.random(in: 1...4096, using: &generator)
      for place in start..<min(start + length, bytes.count) { bytes[place] = 0 }
    case .cut: bytes.removeSubrange(Int.random(in: bytes.indices, using: &generator)...)
    case .emptied: bytes = []
    case .rubbish:
      let count = Int.random(in: 1...200, using: &generator)
      let isText = Bool.random(using: &generator)
      bytes += (0..<count).map { _ in
        UInt8.random(in: isText ? 0x20...0x7E : 0...255, using: &generator)
      }
      if Bool.random(using: &generator) { bytes.append(UInt8(ascii: "\n")) }
    default: bytes = withOddField(bytes, &generator)
    }
    return bytes
  }

  /// Changes a field of the document, or of a line of a log.
  private func withOddField(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Array($0) }
    let choices = lines.indices.filter { !lines[$0].isEmpty }
    guard let chosen = choices.randomElement(using: &generator) else { return bytes }
    var members = OddField.members(of: lines[chosen])
    guard let index = members.indices.randomElement(using: &generator) else { return bytes }
    switch kind {
    case .lacksField: members.remove(at: index)
    case .repeatsField:
      let values = OddField.values + [members[index].value]
      let again = OddField.Member(
        name: members[index].name,
        value: values.randomElement(using: &generator) ?? members[index].value)
      members.insert(again, at: Int.random(in: 0...members.count, using: &generator))
    case .hugeNumber:
      members[index].value = OddField.numbers.randomElement(using: &generator) ?? []
    case .hugeText:
      // Also more than a document may have.
      let size = generator.chance(0.03) ? 17 << 20 : Int.random(in: 1...1 << 17, using: &generator)
      members[index].value = OddField.text(of: size)
    case .deep: members[index].value = OddField.deep(isClosed: Bool.random(using: &generator))
    default: members[index].value = OddField.values.randomElement(using: &generator) ?? []
    }
    lines[chosen] = OddField.object(members)
    return OddField.joined(lines, by: "\n")
  }
}

/// Objects of JSON as text, so that their fields can be what no encoder would make them.
enum OddField {
  struct Member {
    /// With its quotes.
    let name: [UInt8]
    var value: [UInt8]
  }

  /// What no field, or another one, can be.
  static let values = ["null", "true", "7", #""text""#, "[]", "{}", "[[]]", #"{"a":1}"#, #"["a"]"#]
    .map { Array($0.utf8) }

  static let numbers = [
    String(repeating: "9", count: 400), "18446744073709551616", "9223372036854775807",
    "9007199254740991", "9007199254740993", "1e999", "-1", "0", "1.5", "-9223372036854775808",
  ].map { Array($0.utf8) }

  static func deep(isClosed: Bool) -> [UInt8] {
    let levels = 100_000
    return [UInt8](repeating: UInt8(ascii: "["), count: levels)
      + [UInt8](repeating: UInt8(ascii: "]"), count: isClosed ? levels : 0)
  }

  static func text(of size: Int) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    return [quote] + [UInt8](repeating: UInt8(ascii: "x"), count: size) + [quote]
  }

  /// Pieces with a separator between them, copied as wholes: some are megabytes.
  static func joined(_ pieces: [[UInt8]], by separator: Unicode.Scalar) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: separator)) }
      bytes += piece
    }
    return bytes
  }

  /// The members of a flat or nested object, as they are written.
  static func members(of object: [UInt8]) -> [Member] {
    var members: [Member] = []
    var (depth, isText, isEscaped) = (0, false, false)
    var (start, colon) = (1, 0)
    for (index, byte) in object.enumerated() {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ":") where depth == 1: colon = index
      case UInt8(ascii: ",") where depth == 1, UInt8(ascii: "}") where depth == 1:
        if colon > start {
          members.append(
            Member(name: Array(object[start..<colon]), value: Array(object[(colon + 1)..<index])))
        }
        start = index + 1
        if byte == UInt8(ascii: "}") { depth -= 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return members
  }

  static func object(_ members: [Member]) -> [UInt8] {
    let fields = members.map { $0.name + [UInt8(ascii: ":")] + $0.value }
    return [UInt8(ascii: "{")] + joined(fields, by: ",") + [UInt8(ascii: "}")]
  }
}
