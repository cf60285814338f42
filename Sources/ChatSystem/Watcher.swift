import CLinux
import Glibc

/// Tells when something in a directory changes, inotify(7).
package struct Watcher: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// A watched directory, the watch descriptor of inotify(7).
  package struct Watch: Hashable, Sendable {
    fileprivate let raw: Int32
  }

  /// What happened in a directory; of several things the gravest.
  package enum Change: Int, Comparable, Sendable {
    /// A file in it was written to.
    case written
    /// A name in it came, went or was replaced.
    case entries
    /// It was moved, removed or unmounted, or events were dropped: nothing is known of it any more.
    case lost

    package static func < (left: Change, right: Change) -> Bool { left.rawValue < right.rawValue }
  }

  private init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Makes a watcher, inotify_init1(2). Throws EMFILE when the user's limit is reached.
  package static func make() throws(Errno) -> Watcher {
    Watcher(
      FileDescriptor(
        owning: try retrying { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }))
  }

  /// For ``waitForEvents(_:timeout:)``: readable when something happened.
  package var raw: Int32 { descriptor.raw }

  /// Watches a directory, inotify_add_watch(2).
  /// - Parameter least: what is told, with all that is graver.
  /// - Throws: ENOSPC when the user's limit is reached.
  package func add(_ path: String, from least: Change) throws(Errno) -> Watch {
    var mask = Self.lost | UInt32(IN_ONLYDIR)
    if least <= .entries { mask |= Self.entries }
    if least <= .written { mask |= UInt32(IN_MODIFY) }
    return Watch(raw: try retrying { inotify_add_watch(descriptor.raw, path, mask) })
  }

  private static let entries = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
  private static let lost = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)

  /// What happened since the last call, without waiting; a nil watch stands for all of them.
  package func changes() throws(Errno) -> [Watch?: Change] {
    var changes: [Watch?: Change] = [:]
    while true {
      let bytes: [UInt8]
      do throws(Errno) {
        bytes = try descriptor.readAvailable(upTo: Self.blockSize)
      } catch {
        if error == .wouldBlock { return changes }
        throw error
      }
      Self.collect(bytes, into: &changes)
      // There was room for another: that is all.
      if bytes.count + Self.largestEvent <= Self.blockSize { return changes }
    }
  }

  /// How much is read at once, in bytes, and how large one event may be.
  private static let blockSize = 4096
  private static let largestEvent = MemoryLayout<inotify_event>.size + Int(NAME_MAX) + 1

  private static func collect(_ bytes: [UInt8], into changes: inout [Watch?: Change]) {
    let headerSize = MemoryLayout<inotify_event>.size
    var offset = 0
    bytes.withUnsafeBytes { buffer in
      while offset + headerSize <= buffer.count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        // An overflow belongs to no watch.
        let watch = event.wd < 0 ? nil : Watch(raw: event.wd)
        changes[watch] = max(changes[watch] ?? .written, change(of: event.mask))
        offset += headerSize + Int(event.len)
      }
    }
  }

  private static func change(of mask: UInt32) -> Change {
    if mask & UInt32(IN_MODIFY) != 0 { return .written }
    return mask & entries != 0 ? .entries : .lost
  }
}
