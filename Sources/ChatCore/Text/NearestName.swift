/// The candidate that `name` was most likely meant to be.
///
/// Case does not count. A candidate is near when at most a third of the letters of `name` have to
/// change, one for short names.
/// - Returns: nil when none is near, and the first of several that are equally near.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let given = Array(name.lowercased())
  var nearest: String?
  var bound = max(given.count, 3) / 3
  for candidate in candidates {
    let letters = Array(candidate.lowercased())
    // The lengths tell enough where they differ by more, however long the name is
    guard abs(letters.count - given.count) <= bound else { continue }
    let distance = editDistance(given, letters)
    if distance < bound || (distance == bound && nearest == nil) {
      nearest = candidate
      bound = distance
    }
  }
  return nearest
}

/// The fewest insertions, deletions, substitutions and swaps of neighbours that turn `source` into
/// `target`: the optimal string alignment form of the Damerau-Levenshtein distance.
private func editDistance(_ source: [Character], _ target: [Character]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...target.count)
  for (row, letter) in source.enumerated() {
    var current = [row + 1]
    for (column, other) in target.enumerated() {
      var distance = min(
        previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == target[column - 1], source[row - 1] == other {
        distance = min(distance, beforePrevious[column - 1] + 1)
      }
      current.append(distance)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[target.count]
}
