import Glibc

/// Reads what is there, read(2).
/// - Returns: at most `count` bytes; none at the end of the input.
func readSome(upTo count: Int, from descriptor: Int32) throws(Errno) -> [UInt8] {
  var failure: Errno?
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    do throws(Errno) {
      initialized = try retrying { read(descriptor, buffer.baseAddress, count) }
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}

/// Writes all of `bytes`, write(2), going on after short writes and waiting where the descriptor is
/// full and set not to block.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(Errno) {
  var rest = bytes[...]
  while !rest.isEmpty {
    do throws(Errno) {
      let written = try retrying {
        rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(written)
    } catch {
      if error != .wouldBlock { throw error }
      try waitUntilReady(descriptor, POLLOUT)
    }
  }
}

/// Waits until reading or writing would not block, poll(2).
func waitUntilReady(_ descriptor: Int32, _ events: Int32) throws(Errno) {
  var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  try retrying { poll(&entry, 1, -1) }
}
