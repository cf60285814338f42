import ChatCore
import ChatSystem

/// Reading what is piped in or typed.
enum StandardInput {
  /// Reads to the end of the input, so that whoever writes it does not die of a broken pipe.
  /// - Parameter limit: how many bytes are kept at most.
  /// - Returns: the bytes that were kept, and how many there were.
  static func readAll(limit: Int) throws(ChatError) -> (bytes: [UInt8], count: Int) {
    var kept: [UInt8] = []
    var count = 0
    while true {
      let block = try readBlock()
      if block.isEmpty { return (kept, count) }
      count += block.count
      kept += block.prefix(limit - kept.count)
    }
  }

  /// Reads what has come; nothing at the end.
  /// - Throws: `noInput` where standard input is closed.
  static func readBlock() throws(ChatError) -> [UInt8] {
    do throws(Errno) {
      return try StandardStream.input.read(upTo: blockSize)
    } catch {
      if error == .badDescriptor { throw .noInput }
      throw .system(.read, path: "standard input", error)
    }
  }

  private static let blockSize = 512 << 10
}

extension [UInt8] {
  /// Without one final line break, be it LF or CR LF.
  var withoutFinalLineBreak: [UInt8] {
    guard last == UInt8(ascii: "\n") else { return self }
    let line = dropLast()
    return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}
