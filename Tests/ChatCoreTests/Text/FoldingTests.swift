import ChatSystem
import Testing

@testable import ChatCore

@Suite struct FoldingTests {
  @Test(
    arguments: [
      ("Alice", "alice"), ("ALICE", "alice"), ("n\u{E9}", "ne\u{301}"), ("stra\u{DF}e", "STRASSE"),
      ("\u{212A}elvin", "kelvin"), ("\u{130}stanbul", "i\u{307}stanbul"), ("\u{131}", "i"),
      ("\u{304C}", "\u{304B}\u{3099}"),
      ("\u{39F}\u{394}\u{39F}\u{3A3}", "\u{3BF}\u{3B4}\u{3BF}\u{3C2}"),
      ("\u{3C3}", "\u{3C2}"), ("q\u{323}\u{307}", "q\u{307}\u{323}"), ("\u{13A0}", "\u{AB70}"),
    ])
  func `names that differ in case or spelling fold to the same bytes`(one: String, other: String) {
    #expect(foldedName(one).utf8.elementsEqual(foldedName(other).utf8))
  }

  @Test(
    arguments: [
      ("alice", "alicé"), ("alice", "alice1"), ("\u{430}", "a"), ("が", "か"), ("a b", "ab"),
    ])
  func `other names stay apart`(one: String, other: String) {
    #expect(!foldedName(one).utf8.elementsEqual(foldedName(other).utf8))
  }

  @Test func `folding a folded character changes nothing, for every character`() {
    let changed = everyScalar.filter {
      let folded = foldedName(String($0))
      return !foldedName(folded).utf8.elementsEqual(folded.utf8)
    }
    #expect(changed.isEmpty)
  }

  @Test func `a character folds like its lower and upper case, for every cased one`() {
    let apart = everyScalar.filter(\.properties.changesWhenCaseMapped).filter {
      let folded = foldedName(String($0))
      return foldedName($0.properties.lowercaseMapping) != folded
        || foldedName($0.properties.uppercaseMapping) != folded
    }
    #expect(apart.isEmpty)
  }

  /// Names are looked up by what they fold to. When this fails, the standard library folds by
  /// another version of Unicode than ``Manifest/unicodeVersion`` says: set that and the digest to
  /// what they are now. Characters that fold otherwise than before are the names that older stores
  /// know by another digest; as long as there are none but new characters, as Unicode's stability
  /// policy has it, no more is to be done. Else readers of a store with another `unicode` have to
  /// look at all names.
  @Test func `names fold as the version of Unicode does that a store is marked with`() {
    let newest = everyScalar.compactMap(\.properties.age).max { $0 < $1 }
    #expect(newest.map { "\($0.major).\($0.minor)" } == Manifest.unicodeVersion)
    var text: [UInt8] = []
    for scalar in everyScalar {
      text += "\(scalar.value) ".utf8
      text += foldedName(String(scalar)).utf8
    }
    let digest = "416b26fd434eb160eda1b7a89b312848626c78bf6bef898d63c045f78b7af508"
    #expect(SHA256.digest(of: text).hexadecimal == digest)
  }

  private var everyScalar: [Unicode.Scalar] {
    (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter {
      $0.properties.generalCategory != .unassigned && $0.properties.generalCategory != .privateUse
    }
  }
}
