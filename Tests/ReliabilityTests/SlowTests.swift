import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that take minutes together, or need luck to fail where a bug is.
  static var slow: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["CHATCTL_SLOW_TESTS"] == "1",
      "slow: CHATCTL_SLOW_TESTS=1 asks for it")
  }
}
