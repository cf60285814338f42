package import Foundation

/// The package and what is built of it.
package enum Build {
  /// The package's directory.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Programs in C that are built with this one, beside it.
  package static func program(_ name: String) -> URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: name)
  }

  /// Builds chatctl as README.md tells people to build it.
  /// - Returns: the executable.
  package static func chatctl() throws -> URL {
    let words = [
      "swift", "build", "--package-path", root.path, "--configuration", "release",
      "--product", "chatctl",
    ]
    // What the build has to say is not for standard output, where the table goes.
    try Launch(words, environment: ProcessInfo.processInfo.environment).run(output: 2)
    return root.appending(path: ".build/release/chatctl")
  }

  /// What ``chatctl()`` has built, where that is newer than all that it is made of; else nil.
  package static func builtChatctl() throws -> URL? {
    let executable = root.appending(path: ".build/release/chatctl")
    let sources = ["Package.swift", "Sources"].map { root.appending(path: $0).path }
    let newer = ["find"] + sources + ["-newer", executable.path, "-print", "-quit"]
    let outcome = try Launch(newer, environment: ProcessInfo.processInfo.environment).finish()
    return outcome.code == 0 && outcome.output.isEmpty ? executable : nil
  }

  /// Builds chatctl once more for tests: dynamically linked, so that a library can be loaded before
  /// it, and with bugs that can be switched on.
  /// - Returns: the executable.
  package static func dynamicChatctl() throws -> URL {
    let scratch = root.appending(path: ".build/dynamic")
    let words = [
      "swift", "build", "--package-path", root.path, "--scratch-path", scratch.path,
      "--product", "chatctl", "-Xswiftc", "-O", "-Xswiftc", "-DPLANTED_BUGS",
    ]
    try Launch(words, environment: ProcessInfo.processInfo.environment).run(output: 2)
    return scratch.appending(path: "debug/chatctl")
  }
}
