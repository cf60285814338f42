import ChatSystem

/// What the holder of a lock writes into its file, for whoever waits, and, in a chat's lock, which
/// segment of the log is the last. Nothing relies on it: both are looked at again before use.
///
///     4711 host send
///     00000000000000000001.jsonl
struct LockNote: Equatable, Sendable {
  var holder: LockHolder
  var segment: Int64?

  /// Notes are of one size, so that each covers the one before in one write.
  private static let size = 160

  init(holder: LockHolder, segment: Int64? = nil) {
    self.holder = holder
    self.segment = segment
  }

  /// - Returns: nil when no holder can be made out.
  init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
    guard words.count == 3, let pid = Int32(words[0]) else { return nil }
    holder = LockHolder(pid: pid, host: String(words[1]), command: String(words[2]))
    segment = Self.segment(in: bytes)
  }

  /// The segment that a note tells, without making out the rest: each writer asks for it.
  static func segment(in bytes: [UInt8]) -> Int64? {
    guard let start = bytes.firstIndex(of: lineBreak).map({ $0 + 1 }),
      let end = bytes[start...].firstIndex(of: lineBreak)
    else { return nil }
    return SegmentName(String(decoding: bytes[start..<end], as: UTF8.self))?.firstSeq
  }

  var bytes: [UInt8] {
    let first = "\(holder.pid) \(holder.host.prefix(64)) \(holder.command.prefix(32))\n"
    let second = segment.map { SegmentName(firstSeq: $0).text + "\n" } ?? ""
    let text = Array((first + second).utf8.prefix(Self.size - 1))
    return text + [UInt8](repeating: UInt8(ascii: " "), count: Self.size - 1 - text.count) + [
      lineBreak
    ]
  }
}

extension FileLock {
  /// Leaves a note for whoever waits. One that cannot be written is left out: nothing relies on it,
  /// and a full disk must keep nobody from making room.
  borrowing func leave(_ note: LockNote) { try? writeNote(note.bytes) }
}
