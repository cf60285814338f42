/// How long extended regular expressions get when their repetitions are written out, regex(7).
enum Repetition {
  /// A group that is still open.
  private struct Group {
    var size = 0
    /// Of what a repetition would repeat.
    var lastAtom = 0

    mutating func add(_ atom: Int) {
      size = size.addingSaturated(atom)
      lastAtom = atom
    }

    mutating func repeatLast(_ times: Int) {
      let repeated = lastAtom.multipliedSaturated(by: times)
      size = (size - lastAtom).addingSaturated(repeated)
      lastAtom = repeated
    }
  }

  /// The length of an expression, in atoms; what is no expression has some length, too.
  static func size(of text: String) -> Int {
    var groups = [Group()]
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "("): groups.append(Group())
      case UInt8(ascii: ")"):
        // Without an opening one it stands for itself.
        let atom = groups.count > 1 ? groups.removeLast().size : 1
        groups[groups.count - 1].add(max(1, atom))
      case UInt8(ascii: "{"):
        groups[groups.count - 1].repeatLast(copies(&rest))
      // Written out as one that must be there and any number of others.
      case UInt8(ascii: "+"): groups[groups.count - 1].repeatLast(2)
      // More of the same, which a repetition after it would repeat.
      case UInt8(ascii: "*"), UInt8(ascii: "?"): break
      case UInt8(ascii: "["):
        skipBracket(&rest)
        groups[groups.count - 1].add(1)
      case UInt8(ascii: "\\"):
        _ = rest.popFirst()
        groups[groups.count - 1].add(1)
      default: groups[groups.count - 1].add(1)
      }
    }
    return groups.reduce(0) { $0.addingSaturated($1.size) }
  }

  /// How often `{m,n}` has its operand written out; where `n` is open, once more than `m`.
  private static func copies(_ rest: inout ArraySlice<UInt8>) -> Int {
    var highest = 0
    var number = 0
    var isOpen = false
    while let byte = rest.popFirst(), byte != UInt8(ascii: "}") {
      isOpen = byte == UInt8(ascii: ",")
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      let digit = Int(byte) - Int(UInt8(ascii: "0"))
      number = isDigit ? number.multipliedSaturated(by: 10).addingSaturated(digit) : 0
      highest = max(highest, number)
    }
    return max(1, isOpen ? highest.addingSaturated(1) : highest)
  }

  /// Passes over the rest of a bracket expression, after its `[`.
  static func skipBracket(_ rest: inout ArraySlice<UInt8>) {
    if rest.first == UInt8(ascii: "^") { rest.removeFirst() }
    // As the first it stands for itself.
    if rest.first == UInt8(ascii: "]") { rest.removeFirst() }
    while let byte = rest.popFirst(), byte != UInt8(ascii: "]") {
      guard byte == UInt8(ascii: "["), let kind = rest.first, ".:=".utf8.contains(kind) else {
        continue
      }
      // A class ends with its kind and a bracket.
      rest.removeFirst()
      while let byte = rest.popFirst() {
        if byte == kind, rest.first == UInt8(ascii: "]") {
          rest.removeFirst()
          break
        }
      }
    }
  }
}

extension Int {
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  fileprivate func multipliedSaturated(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
