import Foundation
import Glibc
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test where one of `tools` is not installed.
  static func needs(_ tools: String...) -> Self {
    let missing = tools.filter { !Host.has($0) }
    return .enabled(if: missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
  }

  /// Skips a test of bash with Debian's package bash-completion.
  static var needsBashCompletion: Self {
    .enabled(
      if: Host.has("bash") && access(Host.bashCompletion, R_OK) == 0,
      "not installed: bash-completion")
  }

  /// Skips a test that acts as several users of the host.
  static var needsRoot: Self {
    .enabled(if: geteuid() == 0, "only root can act as another user")
  }

  /// Skips a test that mounts something in a namespace of its own.
  static var needsMounts: Self {
    .enabled(if: Host.canMount, "mounting in a namespace of one's own is not allowed here")
  }

  /// Skips a test that looks into another process.
  static var needsTracing: Self {
    .enabled(if: Host.canTrace, "strace is not installed or not allowed here")
  }

  /// Skips a test of data that does not come with the project.
  static var needsCorpus: Self {
    .enabled(if: Corpus.isPresent, "no shared/corpus beside the checkout")
  }
}

/// What the machine that runs the tests can do.
enum Host {
  /// Whether tests are wanted that take minutes.
  static var isAskedForSlowTests: Bool {
    ProcessInfo.processInfo.environment["CHATCTL_SLOW_TESTS"] == "1"
  }

  static func has(_ tool: String) -> Bool {
    ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].contains { access("\($0)/\(tool)", X_OK) == 0 }
  }

  /// What a shell has to read for the package of that name.
  static let bashCompletion = "/usr/share/bash-completion/bash_completion"

  static let canMount = canRun(.mounts("mount -t tmpfs none /mnt"))
  static let canTrace = canRun(.slow("pwrite64", on: "/nonexistent"))

  private static func canRun(_ wrapper: Wrapper) -> Bool {
    let words = wrapper.words + ["/bin/true"]
    let outcome = try? Launch(words: words, environment: ["PATH": TestHome.path]).run()
    return outcome?.code == 0
  }
}
