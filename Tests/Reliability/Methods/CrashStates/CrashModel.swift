import TestTools

/// Which states a crash can leave, as strictly as POSIX has it: what was not synced is there or
/// not, each change for itself, in whatever order they were made; and the last write that is there
/// may be there in part.
struct CrashModel: Sendable {
  /// A moment between two system calls.
  struct Boundary: Sendable {
    /// What stays, whatever happens.
    let durable: FileTree
    /// What may be there or not, in the order in which it was done.
    let pending: [Operation]
    let isAcknowledged: Bool

    /// The last of the chosen changes that writes.
    fileprivate func lastWrite(of chosen: UInt64) -> Int? {
      pending.indices.last { chosen >> UInt64($0) & 1 == 1 && pending[$0].written != nil }
    }
  }

  /// A state, to be computed: which of the pending changes of a boundary are there.
  struct Candidate: Hashable, Sendable {
    let boundary: Int
    /// A bit for each change, the first one being the lowest.
    let chosen: UInt64
    var tear = Tear.none
  }

  let boundaries: [Boundary]
  private let isFixed: [Bool]
  /// All states, and those whose last write is torn apart from the others; some come up twice.
  let whole: [Candidate]
  let torn: [Candidate]

  /// So many changes are tried in all combinations; of more, some combinations by chance.
  private static let exhaustive = 10
  private static let combinations = 1024

  init(_ recording: Recording, seed: UInt64) throws {
    boundaries = Self.boundaries(of: recording)
    var changing: Set<Int> = []
    for case .change(let operation) in recording.events { changing.formUnion(operation.nodes) }
    isFixed = recording.base.isFixed(without: changing)

    var random = SeededGenerator(seed: seed)
    var whole: [Candidate] = []
    var torn: [Candidate] = []
    for (number, boundary) in boundaries.enumerated() {
      let count = boundary.pending.count
      guard count < 64 else { throw Failure("more than 63 changes wait for a sync") }
      let all = UInt64(1) << UInt64(count) - 1
      let subsets =
        count <= Self.exhaustive
        ? Array(0...all)
        : Set((0..<Self.combinations).map { _ in UInt64.random(in: 0...all, using: &random) })
          .union((0...count).map { UInt64(1) << UInt64($0) - 1 }).sorted()
      for chosen in subsets {
        let candidate = Candidate(boundary: number, chosen: chosen)
        whole.append(candidate)
        guard let bytes = boundary.lastWrite(of: chosen).flatMap({ boundary.pending[$0].written })
        else { continue }
        torn += Tear.all(of: bytes.count, &random).map {
          Candidate(boundary: number, chosen: chosen, tear: $0)
        }
      }
    }
    self.whole = whole
    self.torn = torn
  }

  private static func boundaries(of recording: Recording) -> [Boundary] {
    var durable = recording.base
    var pending: [(operation: Operation, waitsFor: Set<Int>)] = []
    var isAcknowledged = false
    var boundaries: [Boundary] = []
    func note() {
      boundaries.append(
        Boundary(
          durable: durable, pending: pending.map(\.operation), isAcknowledged: isAcknowledged))
    }
    note()
    for event in recording.events {
      switch event {
      case .change(let operation): pending.append((operation, operation.nodes))
      case .sync(let node, let isData):
        for index in pending.indices where !isData || pending[index].operation.isData {
          pending[index].waitsFor.remove(node)
        }
        for (operation, waitsFor) in pending where waitsFor.isEmpty { durable.apply(operation) }
        pending.removeAll { $0.waitsFor.isEmpty }
      case .acknowledgement: isAcknowledged = true
      }
      note()
    }
    return boundaries
  }

  /// The states that a process leaves that is killed, without a crash of the machine: all that it
  /// did is there.
  var killed: [Candidate] {
    boundaries.enumerated().map { number, boundary in
      Candidate(boundary: number, chosen: UInt64(1) << UInt64(boundary.pending.count) - 1)
    }
  }

  /// The states in which only the first lines of a candidate's last write are there, and itself.
  func cutAtLines(_ candidate: Candidate) -> [Candidate] {
    let boundary = boundaries[candidate.boundary]
    let last = boundary.lastWrite(of: candidate.chosen)
    let bytes = last.flatMap { boundary.pending[$0].written } ?? []
    let ends = bytes.indices.dropLast().filter { bytes[$0] == UInt8(ascii: "\n") }
    let cuts = ends.map {
      Candidate(boundary: candidate.boundary, chosen: candidate.chosen, tear: .cut($0 + 1))
    }
    return cuts + [candidate]
  }

  /// What there is after a crash.
  func tree(of candidate: Candidate) -> FileTree {
    let boundary = boundaries[candidate.boundary]
    let last = boundary.lastWrite(of: candidate.chosen)
    var tree = boundary.durable
    for (index, operation) in boundary.pending.enumerated()
    where candidate.chosen >> UInt64(index) & 1 == 1 {
      tree.apply(operation, index == last ? candidate.tear : .none)
    }
    return tree
  }

  /// Tells states apart: those of one model that have the same key look the same, and promise the
  /// same.
  func key(of tree: FileTree, _ candidate: Candidate) -> Int {
    var hasher = Hasher()
    hasher.combine(tree.key(isFixed: isFixed))
    hasher.combine(boundaries[candidate.boundary].isAcknowledged)
    return hasher.finalize()
  }

  /// Tells in words which state a candidate is.
  func description(of candidate: Candidate) -> String {
    let boundary = boundaries[candidate.boundary]
    let lost = boundary.pending.enumerated().filter {
      candidate.chosen >> UInt64($0.offset) & 1 == 0
    }
    let tear =
      switch candidate.tear {
      case .none: ""
      case .cut(let count): ", the last write cut after \(count) bytes"
      case .blank(let count): ", of the last write \(count) bytes and the size"
      }
    let words = lost.map { "\($0.offset) \($0.element.summary)" }.joined(separator: "; ")
    return "crash after event \(candidate.boundary) of \(boundaries.count - 1)"
      + (boundary.isAcknowledged ? " (acknowledged)" : "")
      + ", of \(boundary.pending.count) pending changes lost: \(words.isEmpty ? "none" : words)\(tear)"
  }
}

extension Operation {
  /// In a few words.
  var summary: String {
    switch self {
    case .link(_, let name, _): "creation of \(name)"
    case .unlink(let name, _): "removal of \(name)"
    case .move(_, let source, let target): "renaming of \(source.name) to \(target.name)"
    case .write(let bytes, let offset, let file): "\(bytes.count) bytes at \(offset) of #\(file)"
    case .truncate(let size, let file): "truncation of #\(file) to \(size)"
    case .setMode(let mode, let node): "mode \(String(mode, radix: 8)) of #\(node)"
    }
  }
}
