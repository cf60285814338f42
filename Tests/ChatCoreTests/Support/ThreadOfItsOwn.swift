import Foundation
import Glibc
import Synchronization
import Testing

/// Runs `body` on a thread that alone has this file mode creation mask, umask(2).
func withUmask(_ mask: UInt32, _ body: @escaping @Sendable () throws -> Void) throws {
  try onThread {
    guard unshare(shareNothingOfFileSystem) == 0 else { throw POSIXError(.EPERM) }
    umask(mask)
    try body()
  }
}

/// Runs `body` on a thread that alone acts as another user, in no group but `group`; only root can.
func asUser(
  _ user: Int, group: Int, _ body: @escaping @Sendable () throws -> Void
) throws {
  try onThread {
    // The functions of the C library would change all threads: credentials(7).
    guard systemCall(SystemCall.setgroups, 0, 0, 0) == 0,
      systemCall(SystemCall.setresgid, group, group, group) == 0,
      systemCall(SystemCall.setresuid, user, user, user) == 0
    else { throw POSIXError(.EPERM) }
    try body()
  }
}

private func onThread(_ body: @escaping @Sendable () throws -> Void) throws {
  let outcome = Mutex<Result<Void, any Error>>(.success(()))
  let done = DispatchSemaphore(value: 0)
  // Kept until the thread has let go of it: what it holds may be for this user alone to remove.
  let kept = Mutex<(@Sendable () throws -> Void)?>(body)
  Thread.detachNewThread {
    outcome.withLock { outcome in
      kept.withLock { body in if let body { outcome = Result(catching: body) } }
    }
    done.signal()
  }
  done.wait()
  kept.withLock { $0 = nil }
  try outcome.withLock { try $0.get() }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test that acts as another user of the host.
  static var needsRoot: Self {
    .enabled(if: geteuid() == 0, "only root can act as another user")
  }
}

// What Glibc's Swift module lacks.

/// CLONE_FS.
private let shareNothingOfFileSystem: Int32 = 0x200

@_silgen_name("unshare")
private func unshare(_ what: Int32) -> Int32

@_silgen_name("syscall")
private func systemCall(_ number: Int, _ first: Int, _ second: Int, _ third: Int) -> Int

private enum SystemCall {
  #if arch(x86_64)
    static let setgroups = 116
    static let setresuid = 117
    static let setresgid = 119
  #else
    static let setgroups = 159
    static let setresuid = 147
    static let setresgid = 149
  #endif
}
