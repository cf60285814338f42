import ChatSystem
import Foundation
import Glibc
import TestTools

/// Writes a file that only its owner may read.
func writeFile(_ bytes: [UInt8], to path: String) throws(Failure) {
  let file = try newFile(path)
  try attempt("writing \(path)") { () throws(Errno) in try file.write(bytes) }
}

/// Begins a file that only its owner may read; what it held is gone.
func newFile(_ path: String) throws(Failure) -> FileDescriptor {
  try openFile(path, [.writeOnly, .create, OpenFlags(rawValue: O_TRUNC)])
}

/// Opens a file, open(2).
/// - Throws: a failure that names it.
func openFile(_ path: String, _ flags: OpenFlags) throws(Failure) -> FileDescriptor {
  try attempt("opening \(path)") { () throws(Errno) in
    try FileDescriptor.open(path, flags, mode: FileMode(0o600))
  }
}

/// Makes a directory that only its owner may enter.
func makeDirectory(_ path: String) throws(Failure) {
  guard mkdir(path, 0o700) == 0 else { throw Failure("making \(path)", code: errno) }
}

/// Removes a file, or a directory with all that it holds, if it is there.
func removeAll(_ path: String) throws {
  if access(path, F_OK) == 0 { try FileManager.default.removeItem(atPath: path) }
}

/// The text of a file.
func readText(_ path: String) throws -> String {
  try String(contentsOfFile: path, encoding: .utf8)
}
