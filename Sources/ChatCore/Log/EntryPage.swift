/// Entries that are read together: what changes them is looked up once for all.
struct EntryPage {
  private(set) var entries: [ChatEntry] = []
  private var bytes = 0

  private let limit: Int

  /// The most that is read at once.
  static let largest = (entries: 256, bytes: 1 << 20)

  /// - Parameter limit: how many entries are wanted; a page has no more.
  init(limit: Int = largest.entries) {
    self.limit = min(limit, Self.largest.entries)
    entries.reserveCapacity(self.limit)
  }

  var isFull: Bool { entries.count >= limit || bytes >= Self.largest.bytes }

  mutating func append(_ entry: ChatEntry) {
    entries.append(entry)
    bytes += entry.text?.utf8.count ?? 0
  }
}
