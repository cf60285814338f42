import CLinux
import Foundation
import Glibc
import TestTools

/// What is on a disk, in memory; a copy costs next to nothing.
struct DiskImage: Sendable {
  let size: Int
  /// By number; what was never written is zero.
  private var chunks: [Int: Content] = [:]

  private static let chunkSize = 16 << 10
  private static let blank = Content([UInt8](repeating: 0, count: chunkSize))

  /// An empty disk.
  init(size: Int) { self.size = size }

  /// Reads the disk that a file holds.
  init(reading path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(path, code: errno) }
    defer { close(file) }
    self.init(size: Int(lseek(file, 0, SEEK_END)))
    var bytes = [UInt8](repeating: 0, count: Self.chunkSize)
    // Where a file has holes, nothing is read.
    var offset = Int(lseek(file, 0, Int32(FIND_DATA)))
    while offset >= 0, offset < size {
      let start = offset / Self.chunkSize * Self.chunkSize
      let count = pread(file, &bytes, bytes.count, start)
      guard count > 0 else { throw Failure(path, code: errno) }
      let isBlank = Content(bytes).digest == Self.blank.digest
      if !isBlank { write(bytes[..<count], at: start) }
      offset = Int(lseek(file, start + Self.chunkSize, Int32(FIND_DATA)))
    }
  }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for part in Self.parts(of: offset..<min(offset + count, size)) {
      if let chunk = chunks[part.chunk] {
        bytes += chunk.bytes[part.range]
      } else {
        bytes += repeatElement(0, count: part.range.count)
      }
    }
    return bytes
  }

  mutating func write(_ new: ArraySlice<UInt8>, at offset: Int) {
    var rest = new
    for part in Self.parts(of: offset..<offset + new.count) {
      var bytes = (chunks[part.chunk] ?? Self.blank).bytes
      bytes.replaceSubrange(part.range, with: rest.prefix(part.range.count))
      rest = rest.dropFirst(part.range.count)
      chunks[part.chunk] = Content(bytes)
    }
  }

  /// The chunks that a range lies in, and where in each.
  private static func parts(of range: Range<Int>) -> [(chunk: Int, range: Range<Int>)] {
    if range.isEmpty { return [] }
    return (range.lowerBound / chunkSize...(range.upperBound - 1) / chunkSize).map { chunk in
      let start = chunk * chunkSize
      let part = range.clamped(to: start..<start + chunkSize)
      return (chunk, part.lowerBound - start..<part.upperBound - start)
    }
  }

  /// Equal for disks that hold the same, and in practice for no others.
  var key: Int {
    chunks.reduce(size) { key, chunk in
      var hasher = Hasher()
      hasher.combine(chunk.key)
      hasher.combine(chunk.value.digest)
      return key ^ hasher.finalize()
    }
  }

  /// Makes a file hold the disk, whatever it held.
  func write(to file: Int32) throws {
    guard ftruncate(file, 0) == 0, ftruncate(file, size) == 0 else {
      throw Failure("ftruncate", code: errno)
    }
    for (number, chunk) in chunks {
      let start = number * Self.chunkSize
      let count = min(Self.chunkSize, size - start)
      guard pwrite(file, chunk.bytes, count, start) == count else {
        throw Failure("pwrite", code: errno)
      }
    }
  }
}
