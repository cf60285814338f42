import Foundation
import Synchronization

/// Runs `body` with 0 to `count` - 1, each on a thread of its own, and waits for all.
/// - Throws: the first error.
package func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
  let first = FirstError()
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      do { try body(index) } catch { first.record(error) }
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
