import Foundation
import Synchronization

/// How long many processes at once take to send, each one message after the other; the two commands
/// take turns.
struct Senders: Measuring {
  private let ours: String
  private let peer: String

  init(_ ours: String, _ peer: String) {
    self.ours = ours
    self.peer = peer
  }

  func measure(on stage: Stage) throws -> Measurement {
    let launches = [stage.launch(ours), stage.launch(peer)]
    var times: [[Double]] = [[], []]
    for round in 0..<stage.sizes.turns {
      for index in round % 2 == 0 ? [0, 1] : [1, 0] {
        times[index].append(try time(launches[index], stage.sizes))
      }
    }
    return Measurement(ours: .seconds(median(times[0])), peer: .seconds(median(times[1])))
  }

  private func time(_ launch: Launch, _ sizes: Sizes) throws -> Double {
    try ContinuousClock().measure {
      try inParallel(sizes.senders) {
        for _ in 0..<sizes.sends { try launch.runBare() }
      }
    } / .seconds(1)
  }
}

/// Runs `body` so many times at once, each on a thread of its own, and waits for all.
/// - Throws: the first error.
private func inParallel(_ count: Int, _ body: @escaping @Sendable () throws -> Void) throws {
  let first = FirstError()
  let group = DispatchGroup()
  for _ in 0..<count {
    group.enter()
    Thread.detachNewThread {
      do { try body() } catch { first.record(error) }
      group.leave()
    }
  }
  group.wait()
  try first.rethrow()
}

private final class FirstError: Sendable {
  private let error = Mutex<(any Error)?>(nil)

  func record(_ new: any Error) { error.withLock { $0 = $0 ?? new } }
  func rethrow() throws { if let error = error.withLock({ $0 }) { throw error } }
}
