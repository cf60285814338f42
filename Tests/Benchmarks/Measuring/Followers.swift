import TestTools

/// How much processor time many followers of a chat take, against as many times what one takes.
struct Followers: Measuring {
  func measure(on stage: Stage) throws -> Measurement {
    let sizes = stage.sizes
    var many: [Double] = []
    var one: [Double] = []
    for _ in 0..<sizes.turns {
      one.append(try time(of: 1, stage) * Double(sizes.followers))
      many.append(try time(of: sizes.followers, stage))
    }
    return Measurement(ours: .seconds(median(many)), peer: .seconds(median(one)))
  }

  /// The time that followers compute, from their start until each has shown all that is sent.
  private func time(of count: Int, _ stage: Stage) throws -> Double {
    let store = "run/followers"
    try removeAll(store)
    try Stage.copy(.single, to: store)
    let sends = stage.sizes.followedSends
    // One message is there before.
    let tail = stage.launch("run/chatctl --store \(store) tail ops --count \(sends + 1)")
    let followers = try (0..<count).map { _ in try Follower(tail) }
    for follower in followers { try follower.waitForLine() }
    let send = stage.launch("run/chatctl --store \(store) send ops hello")
    for _ in 0..<sends { try send.runBare() }
    return try followers.reduce(0) { try $0 + $1.finish().cpu }
  }
}
