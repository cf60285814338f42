import Foundation
import Glibc

/// What is said on standard error.
package enum Progress {
  /// Says why something went wrong.
  package static func say(_ text: String) {
    clear()
    write("\(program): \(text)\n")
  }

  /// Shows what is being done; on a terminal only, and until something else is said.
  package static func show(_ text: String) {
    if isShown { write("\r\(text.prefix(79))\u{1B}[K") }
  }

  package static func clear() {
    if isShown { write("\r\u{1B}[K") }
  }

  private static let program = URL(filePath: CommandLine.arguments[0]).lastPathComponent
  private static let isShown = isatty(2) == 1

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
