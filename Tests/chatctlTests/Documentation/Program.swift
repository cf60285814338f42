import Foundation
import Testing

/// A program of the system that a test runs, such as a shell.
struct Program: CustomStringConvertible {
  let name: String

  var description: String { name }

  private var path: String? {
    ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs it with a bare environment and no input.
  /// - Returns: all it printed, to standard error too.
  func run(_ arguments: [String]) throws -> String {
    // A shell may write to its home, and makes one that is missing.
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("chatctl-home-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: home) }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = arguments
    process.environment = [
      "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": home.path, "TERM": "dumb",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}

/// A file that is there while `body` runs.
func withFile<Result>(
  named name: String, _ contents: String, _ body: (_ path: String) throws -> Result
) throws -> Result {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("chatctl-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  let file = directory.appendingPathComponent(name)
  try Data(contents.utf8).write(to: file)
  return try body(file.path)
}
