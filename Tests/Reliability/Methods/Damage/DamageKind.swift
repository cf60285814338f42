/// What can happen to a file or a directory.
enum DamageKind: String, CaseIterable, Sendable {
  // The bytes of a file.
  case bit = "a bit flipped"
  case byte = "a byte changed"
  case zeros = "a run of NULs"
  case cut = "cut off"
  case emptied = "emptied"
  case rubbish = "rubbish appended"

  // What stands at a path.
  case swappedAlike = "swapped with another of its kind"
  case swapped = "swapped with one of another kind"
  case missing = "missing"
  case otherKind = "a directory for a file, or a file for a directory"
  case loop = "a link to itself"
  case danglingLink = "a link to nowhere"
  case link = "a link to another"
  case pipe = "a pipe"

  // Who may use it.
  case closed = "mode 000"
  case tooOpen = "open to everyone"
  case foreign = "another's"

  // JSON that is none of ours.
  case hugeNumber = "a huge number"
  case hugeText = "a huge string"
  case deep = "100,000 levels deep"
  case wrongType = "a wrong type"
  case lacksField = "a field missing"
  case repeatsField = "a field twice"

  /// Whether only someone who is not root feels it.
  var isOfAccess: Bool { [.closed, .tooOpen, .foreign].contains(self) }

  /// Whether it can happen to a part of a store.
  /// - Parameter others: all parts.
  func concerns(_ part: StorePart, among others: [StorePart]) -> Bool {
    switch self {
    case .bit, .byte, .zeros, .cut, .emptied: part.bytes?.isEmpty == false
    case .rubbish: !part.isDirectory
    case .swappedAlike, .link: others.contains { $0.kind == part.kind && $0.path != part.path }
    case .swapped: !part.isDirectory
    case .missing, .otherKind, .loop, .danglingLink, .pipe, .closed, .tooOpen, .foreign: true
    case .hugeNumber, .hugeText, .deep, .wrongType, .lacksField, .repeatsField:
      part.isJSON && part.bytes?.isEmpty == false
    }
  }
}
