import Foundation
import TestTools

/// A mount namespace of its own, which lasts as long as this value: what is mounted there is seen
/// by programs that run in it, and is gone with it.
final class MountNamespace {
  private let program: RunningProgram
  /// What programs are started with to run in it.
  var wrapper: [String] { ["nsenter", "--mount=/proc/\(program.id)/ns/mnt", "--"] }
  /// Where its files are seen from outside.
  var root: String { "/proc/\(program.id)/root" }

  /// - Parameter script: of the shell, which mounts what is to be there.
  init(_ script: String) throws {
    let pipe = Pipe()
    let stays = "\(script) || exit\necho ready\nexec sleep infinity"
    program = try Launch(
      ["unshare", "--mount", "sh", "-c", stays], environment: Self.environment
    ).start(.init(output: pipe.fileHandleForWriting.fileDescriptor, errors: 2))
    try pipe.fileHandleForWriting.close()
    guard !pipe.fileHandleForReading.availableData.isEmpty else {
      throw Failure("cannot mount: \(script)")
    }
  }

  /// Changes what is mounted.
  func run(_ script: String) throws {
    try Launch(wrapper + ["sh", "-c", script], environment: Self.environment).run()
  }

  /// Why there can be none; nil where there can.
  static func obstacle() -> String? {
    do {
      _ = try MountNamespace("mount -t tmpfs none /mnt")
      return nil
    } catch {
      return "it needs root, and to mount something (\(error.localizedDescription))"
    }
  }

  private static let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
}
