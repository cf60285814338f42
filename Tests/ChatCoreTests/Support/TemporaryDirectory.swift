import Foundation

/// A directory that is removed with all that is in it when nothing refers to it any more.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "chatctl-core-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// The bytes of the file at `path`.
func contents(of path: String) throws -> [UInt8] {
  try [UInt8](Data(contentsOf: URL(filePath: path)))
}

/// Writes `bytes` into the file at `path`, in place where there is one.
func put(_ bytes: [UInt8], into path: String) throws {
  try Data(bytes).write(to: URL(filePath: path))
}

/// The permission bits of what is at `path`.
func mode(of path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
