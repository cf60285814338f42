import Foundation
import Glibc
import TestTools

/// How many system calls a follower makes when nothing happens, by strace(1): whenever it wakes up,
/// it makes one, if only to wait again.
struct IdleCalls: Measuring {
  private let command: String

  init(_ command: String) { self.command = command }

  func measure(on stage: Stage) throws -> Measurement {
    let trace = "run/trace"
    let follower = try Follower(stage.launch("strace -f -ttt -o \(trace) \(command)"))
    try follower.settle()
    let start = Date.now.timeIntervalSince1970
    sleep(UInt32(stage.sizes.idleSeconds))
    let end = Date.now.timeIntervalSince1970
    follower.program.stop()
    // 4711 1796000000.123456 poll(…
    let times = try readText(trace).split(separator: "\n").compactMap { line in
      line.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    }
    guard times.contains(where: { $0 < start }) else {
      throw Failure("strace traced nothing; it may not be allowed here")
    }
    return Measurement(ours: .calls(times.count { (start...end).contains($0) }))
  }
}

/// How much memory a follower has had at most when nothing happens.
struct IdleMemory: Measuring {
  private let command: String

  init(_ command: String) { self.command = command }

  func measure(on stage: Stage) throws -> Measurement {
    let follower = try Follower(stage.launch(command))
    try follower.settle()
    // VmHWM of proc_pid_status(5).
    let status = try readText("/proc/\(follower.program.id)/status")
    follower.program.stop()
    guard let match = status.firstMatch(of: /VmHWM:\s*(\d+) kB/), let size = Int(match.output.1)
    else { throw Failure("/proc does not tell how much memory a process has") }
    return Measurement(ours: .bytes(size * 1024))
  }
}

extension Follower {
  /// Waits until it has printed what there is and has nothing more to do.
  fileprivate func settle() throws {
    try waitForLine()
    sleep(1)
  }
}
