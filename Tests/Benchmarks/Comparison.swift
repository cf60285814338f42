import Foundation

/// Something that is to be no slower or larger than something else: a line of the printed table.
struct Comparison {
  /// What of chatctl is measured.
  let name: String
  /// What it is compared with, or how it is measured where a number is the limit.
  let against: String
  let limit: Limit
  /// What has to be there before.
  let needs: [Supply]
  let measure: any Measuring

  init(
    _ name: String, against: String, atMost limit: Limit, needs: [Supply],
    _ measure: any Measuring
  ) {
    self.name = name
    self.against = against
    self.limit = limit
    self.needs = needs
    self.measure = measure
  }

  /// Whether all these words stand in what is measured or what it is compared with.
  func isNamed(by words: [String]) -> Bool {
    words.allSatisfy { "\(name) \(against)".localizedCaseInsensitiveContains($0) }
  }
}

/// A way to measure something.
protocol Measuring {
  /// Measures it where the data are.
  func measure(on stage: Stage) throws -> Measurement
}

/// What was measured.
struct Measurement {
  let ours: Quantity
  /// Of what ours is compared with; nil where a number is the limit.
  var peer: Quantity?

  /// How many times the peer's ours is; nil without a peer.
  var ratio: Double? { peer.map { ours.value / $0.value } }

  /// Whether it is at most what it should be.
  func holds(_ limit: Limit) -> Bool {
    switch limit {
    case .times(let most): ratio.map { $0 <= most } ?? false
    case .absolute(let most): ours.value <= most.value
    }
  }
}

/// What is reached.
enum Limit {
  /// As many times the peer's.
  case times(Double)
  case absolute(Quantity)
}

/// A number with its unit.
enum Quantity {
  case seconds(Double)
  /// A million bytes are a megabyte.
  case bytes(Int)
  case calls(Int)

  var value: Double {
    switch self {
    case .seconds(let value): value
    case .bytes(let count), .calls(let count): Double(count)
    }
  }
}
