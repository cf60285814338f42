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

/// Runs `body` with each element and its index, on two threads that take the next one when they are
/// done with one, and waits for all.
/// - Throws: the first error.
package func inParallel<Element: Sendable>(
  over elements: [Element], _ body: @escaping @Sendable (Int, Element) throws -> Void
) throws {
  let next = Mutex(0)
  try inParallel(2) { _ in
    while true {
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      guard elements.indices.contains(index) else { return }
      try body(index, elements[index])
    }
  }
}

private final class FirstError: Sendable {
  private let error = Mutex<(any Error)?>(nil)

  func record(_ new: any Error) { error.withLock { $0 = $0 ?? new } }
  func rethrow() throws { if let error = error.withLock({ $0 }) { throw error } }
}
