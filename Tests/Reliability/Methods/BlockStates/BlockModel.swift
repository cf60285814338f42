import TestTools

/// Which states of a disk a power cut can leave: what was written before the last flush is there;
/// of what was written since, each write may be there or not, and one of several sectors in part.
struct BlockModel: Sendable {
  /// What happens between two flushes.
  private struct Epoch: Sendable {
    /// What stays.
    var durable: DiskImage
    /// What may be there or not, in order.
    var writes: [(bytes: [UInt8], offset: Int)] = []
    /// How many commands have said that they are done before it ends.
    var acknowledged: Int
  }

  /// A state, to be computed.
  struct Candidate: Sendable {
    fileprivate let epoch: Int
    /// The writes that are there.
    fileprivate let kept: [Int]
    /// Of the last of them there are so many bytes; nil for all.
    fileprivate var size: Int?
  }

  private let epochs: [Epoch]
  /// All states, those that tell most first; some come up twice.
  let candidates: [Candidate]

  private static let sector = 512
  /// So many writes are tried in all combinations; of more, some combinations by chance.
  private static let exhaustive = 6
  private static let combinations = 64
  /// At so many places a write is cut, by chance.
  private static let cuts = 6

  /// - Parameter format: of the disk.
  init(_ recording: BlockRecording, on format: DiskFormat, seed: UInt64) {
    let epochs = Self.epochs(of: recording)
    var random = SeededGenerator(seed: seed)
    // What was acknowledged has to be there when nothing else came onto the disk.
    let bare = epochs.indices.filter {
      epochs[$0].acknowledged > ($0 == 0 ? 0 : epochs[$0 - 1].acknowledged)
    }.map { Candidate(epoch: $0, kept: []) }
    var whole: [Candidate] = []
    var partial: [Candidate] = []
    for (number, epoch) in epochs.enumerated() {
      let all = Array(epoch.writes.indices)
      whole.append(Candidate(epoch: number, kept: all))
      let prefixes = all.map { Array(all.prefix($0)) }
      let subsets = Self.subsets(of: all, &random)
      for kept in prefixes + subsets {
        partial.append(Candidate(epoch: number, kept: kept))
      }
      for kept in prefixes + [all] + subsets {
        guard let last = kept.last.map({ epoch.writes[$0] }) else { continue }
        let sectors = last.bytes.count / Self.sector
        if sectors < 2 || format.superblocks.contains(last.offset) { continue }
        for sector in (1..<sectors).shuffled(using: &random).prefix(Self.cuts) {
          let size = sector * Self.sector
          partial.append(Candidate(epoch: number, kept: kept, size: size))
        }
      }
    }
    self.epochs = epochs
    whole.shuffle(using: &random)
    partial.shuffle(using: &random)
    // In turn, and then what is left of the longer list.
    let shared = min(whole.count, partial.count)
    candidates =
      bare + zip(whole, partial).flatMap { [$0, $1] } + whole.dropFirst(shared)
      + partial.dropFirst(shared)
  }

  private static func epochs(of recording: BlockRecording) -> [Epoch] {
    var epochs: [Epoch] = []
    var epoch = Epoch(durable: recording.base, acknowledged: 0)
    for event in recording.events {
      switch event {
      case .write(let bytes, let offset): epoch.writes.append((bytes, offset))
      case .acknowledgement: epoch.acknowledged += 1
      case .flush:
        epochs.append(epoch)
        for write in epoch.writes { epoch.durable.write(write.bytes[...], at: write.offset) }
        epoch.writes = []
      }
    }
    return epochs + [epoch]
  }

  private static func subsets(of all: [Int], _ random: inout SeededGenerator) -> [[Int]] {
    if all.count > exhaustive { return (0..<combinations).map { _ in subset(of: all, &random) } }
    return (0..<1 << all.count).map { chosen in all.filter { chosen >> $0 & 1 == 1 } }
  }

  private static func subset(of all: [Int], _ random: inout SeededGenerator) -> [Int] {
    let share = Double.random(in: 0...1, using: &random)
    return all.filter { _ in random.chance(share) }
  }

  /// What there is on the disk.
  func image(of candidate: Candidate) -> DiskImage {
    let epoch = epochs[candidate.epoch]
    var image = epoch.durable
    for index in candidate.kept {
      let write = epoch.writes[index]
      let size = index == candidate.kept.last ? candidate.size : nil
      image.write(write.bytes.prefix(size ?? write.bytes.count), at: write.offset)
    }
    return image
  }

  /// How many commands have said that they are done.
  func acknowledged(in candidate: Candidate) -> Int { epochs[candidate.epoch].acknowledged }

  /// Tells in words which state a candidate is.
  func description(of candidate: Candidate) -> String {
    let epoch = epochs[candidate.epoch]
    let lost = Set(epoch.writes.indices).subtracting(candidate.kept).sorted().map { index in
      let write = epoch.writes[index]
      return "\(index) (\(write.bytes.count) bytes at \(write.offset))"
    }
    let tear = candidate.size.map { ", the last write cut after \($0) bytes" } ?? ""
    return "power cut after flush \(candidate.epoch) of \(epochs.count - 1)"
      + (epoch.acknowledged > 0 ? " (\(epoch.acknowledged) acknowledged)" : "")
      + ", of \(epoch.writes.count) writes since then lost: "
      + (lost.isEmpty ? "none" : lost.joined(separator: ", ")) + tear
  }
}

extension BlockModel {
  /// Looks at states, no two of which are equal and promise the same.
  /// - Parameters:
  ///   - goal: at how many at most.
  ///   - look: is given each, with its number.
  /// - Returns: at how many.
  func survey(
    _ goal: Int, _ look: (_ candidate: Candidate, _ image: DiskImage, _ number: Int) throws -> Void
  ) rethrows -> Int {
    var keys: Set<[Int]> = []
    for candidate in candidates where keys.count < goal {
      let image = image(of: candidate)
      if keys.insert([image.key, acknowledged(in: candidate)]).inserted {
        try look(candidate, image, keys.count)
      }
    }
    return keys.count
  }
}
