import Foundation
import Synchronization
import TestTools

/// The library in C that is loaded before a dynamically linked chatctl: `Programs/shim/shim.c`
/// tells what it can do.
///
/// It is compiled when it is first used: a library product of the package would be built, but not
/// by
/// `swift run reliability`, which cannot depend on one.
enum Shim {
  private static let built = Mutex<URL?>(nil)

  /// The library, in a directory that goes with this process.
  static func library() throws -> URL {
    try built.withLock { library in
      if let library { return library }
      let folder = URL(filePath: "/dev/shm/chatctl-shim-\(UUID().uuidString)")
      Leftovers.remove(atEnd: folder.path)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let new = folder.appending(path: "shim.so")
      try compile(to: new)
      library = new
      return new
    }
  }

  private static func compile(to library: URL) throws {
    let source = Build.root.appending(path: "Tests/Reliability/Programs/shim/shim.c")
    let words = ["-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", library.path]
    let environment = ProcessInfo.processInfo.environment
    // The toolchain's own, or the system's.
    let compilers = ["clang", "cc"].filter {
      (try? Launch([$0], environment: environment).program()) != nil
    }
    guard let compiler = compilers.first else { throw Failure("there is no C compiler") }
    try Launch([compiler] + words + [source.path], environment: environment).run(output: 2)
  }

  /// What loads it.
  /// - Parameters:
  ///   - bug: to be planted, as `shim.c` calls it.
  ///   - fault: what a call is to meet.
  ///   - log: of the calls that write.
  static func environment(
    bug: String? = nil, fault: String? = nil, log: URL? = nil
  ) throws -> [String: String] {
    var environment = ["LD_PRELOAD": try library().path]
    environment["CHATCTL_SHIM_BUG"] = bug
    environment["CHATCTL_SHIM_FAULT"] = fault
    environment["CHATCTL_SHIM_LOG"] = log?.path
    return environment
  }
}
