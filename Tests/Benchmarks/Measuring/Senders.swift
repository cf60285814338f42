import Foundation
import TestTools

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
      try inParallel(sizes.senders) { _ in
        for _ in 0..<sizes.sends { try launch.runBare() }
      }
    } / .seconds(1)
  }
}
