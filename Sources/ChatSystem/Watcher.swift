import CLinux
import Glibc

/// Tells when files and directories change, inotify(7).
package struct Watcher: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// A watched path, the watch descriptor of inotify(7).
  package struct Watch: Hashable, Sendable {
    fileprivate let raw: Int32
  }

  /// What happened, as far as a caller needs to tell it apart.
  package struct Event: Equatable, Sendable {
    package let watch: Watch
    /// More than new contents: it was moved, replaced, removed, unmounted, its mode changed, or
    /// events were lost, so all that was believed of it is to be looked at again.
    package let isUpheaval: Bool
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

  /// Watches a file for writes and for being moved, removed or replaced, inotify_add_watch(2).
  package func addFile(_ path: String) throws(Errno) -> Watch {
    try add(path, IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
  }

  /// Watches a directory for names that come, go or are replaced, inotify_add_watch(2).
  package func addDirectory(_ path: String) throws(Errno) -> Watch {
    try add(
      path,
      UInt32(IN_ONLYDIR) | UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
        | UInt32(IN_MOVE_SELF | IN_DELETE_SELF))
  }

  private func add(_ path: String, _ mask: Int32) throws(Errno) -> Watch {
    try add(path, UInt32(mask))
  }

  private func add(_ path: String, _ mask: UInt32) throws(Errno) -> Watch {
    Watch(raw: try retrying { inotify_add_watch(descriptor.raw, path, mask) })
  }

  /// Stops watching, inotify_rm_watch(2). A watch that has ended by itself is fine.
  package func remove(_ watch: Watch) throws(Errno) {
    if inotify_rm_watch(descriptor.raw, watch.raw) == -1, Errno.current != .invalidArgument {
      throw Errno.current
    }
  }

  /// The events since the last call, without waiting; several of one watch are one.
  package func events() throws(Errno) -> [Event] {
    var upheavals: [Watch: Bool] = [:]
    while true {
      let bytes: [UInt8]
      do throws(Errno) {
        bytes = try descriptor.readAvailable(upTo: 16384)
      } catch {
        if error == .wouldBlock { break }
        throw error
      }
      if bytes.isEmpty { break }
      Self.collect(bytes, into: &upheavals)
    }
    return upheavals.map { Event(watch: $0.key, isUpheaval: $0.value) }
  }

  private static func collect(_ bytes: [UInt8], into upheavals: inout [Watch: Bool]) {
    let headerSize = MemoryLayout<inotify_event>.size
    let quiet = UInt32(IN_MODIFY)
    var offset = 0
    bytes.withUnsafeBytes { buffer in
      while offset + headerSize <= buffer.count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let isUpheaval = event.mask & ~quiet != 0
        upheavals[Watch(raw: event.wd), default: false] =
          upheavals[Watch(raw: event.wd), default: false] || isUpheaval
        offset += headerSize + Int(event.len)
      }
    }
  }
}
