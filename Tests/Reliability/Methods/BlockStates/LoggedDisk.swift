import CLinux
import Foundation
import Glibc
import Synchronization
import TestTools

/// What reached a disk, in order.
enum BlockEvent: Sendable {
  case write([UInt8], offset: Int)
  /// What was written before stays.
  case flush
  /// A command has said that it is done.
  case acknowledgement
}

/// A disk whose writes are written down, and what else happens, in one order.
final class LoggedDisk: Sendable {
  private let state: Mutex<State>

  private struct State {
    var image: DiskImage
    /// Nil while nothing is written down.
    var recording: BlockRecording?
  }

  let size: Int

  init(_ image: DiskImage) {
    size = image.size
    state = Mutex(State(image: image))
  }

  /// Writes down what happens from now on.
  func beginRecording() {
    state.withLock { $0.recording = BlockRecording(base: $0.image) }
  }

  /// - Returns: what has happened since ``beginRecording()``.
  func endRecording() -> BlockRecording? {
    state.withLock { state in
      defer { state.recording = nil }
      return state.recording
    }
  }

  func acknowledge() { state.withLock { $0.recording?.events.append(.acknowledgement) } }

  func flush() { state.withLock { $0.recording?.events.append(.flush) } }

  func write(_ bytes: ArraySlice<UInt8>, at offset: Int) {
    state.withLock { state in
      state.image.write(bytes, at: offset)
      state.recording?.events.append(.write(Array(bytes), offset: offset))
    }
  }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    state.withLock { $0.image.bytes(at: offset, count: count) }
  }
}

/// What a disk held, and what reached it afterwards.
struct BlockRecording: Sendable {
  let base: DiskImage
  fileprivate(set) var events: [BlockEvent] = []

  fileprivate init(base: DiskImage) { self.base = base }
}
