import Glibc

/// A terminal whose screen a test reads and on whose keyboard it types, pty(7).
final class PseudoTerminal: Sendable {
  /// The side of the test.
  let master: Int32
  /// The side of the program, `/dev/pts/3`.
  let path: String

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var master: Int32 = -1
    var slave: Int32 = -1
    var name = [CChar](repeating: 0, count: 64)
    guard openpty(&master, &slave, &name, nil, &size) == 0 else {
      throw HarnessError("openpty", code: errno)
    }
    guard fcntl(master, F_SETFD, FD_CLOEXEC) == 0 else { throw HarnessError("fcntl", code: errno) }
    // Only the program holds its side, so that its end shows as the end of the screen.
    close(slave)
    self.master = master
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Types `keys`, such as `secret\r` or `\u{3}` for Ctrl-C.
  func type(_ keys: String) throws {
    let bytes = Array(keys.utf8)
    guard write(master, bytes, bytes.count) == bytes.count else {
      throw HarnessError("write to the terminal", code: errno)
    }
  }

  /// Whether the terminal shows what is typed, ECHO of termios(3).
  var echoes: Bool { has(ECHO) }

  /// Whether a program reads key by key, as pagers do, and not lines: no ICANON of termios(3).
  var readsKeys: Bool { !has(ICANON) }

  private func has(_ flag: Int32) -> Bool {
    var settings = termios()
    return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(flag) != 0
  }

  deinit {
    close(master)
  }
}
