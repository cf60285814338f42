// What passes for something else in a username. The standard library knows neither scripts nor
// compatibility decompositions, but the names of characters (which never change, by Unicode's
// stability policy) begin with the script, and case folding tells most of the rest.

extension Unicode.Scalar {
  /// Whether it is a Latin letter. A few of phonetics and epigraphy, such as `Ⅎ`, go unnoticed.
  var isLatinLetter: Bool { properties.name?.hasPrefix("LATIN ") == true }

  /// Whether it is a letter of one of the scripts that share shapes with Latin.
  var isGreekOrCyrillicLetter: Bool {
    guard let name = properties.name else { return false }
    return name.hasPrefix("GREEK ") || name.hasPrefix("CYRILLIC ")
  }

  /// Whether it is another form of some letter or digit, such as `ａ` of `a` and `ﬁ` of `fi`, which
  /// normalization form C leaves as it is (NFKC_Quick_Check=No in DerivedNormalizationProps.txt),
  /// or one that is not seen at all (Default_Ignorable_Code_Point).
  var isCompatibilityForm: Bool {
    if caseFoldedCompatibilityForms.contains(self) { return true }
    return !amVowels.contains(self)
      && properties.lowercaseMapping.unicodeScalars.contains {
        $0.properties.changesWhenNFKCCaseFolded && !$0.properties.changesWhenCaseFolded
      }
  }
}

/// The vowel signs AM of Thai and Lao: they decompose, but keyboards have no other form of them.
private let amVowels: Set<Unicode.Scalar> = ["\u{E33}", "\u{EB3}"]

/// Compatibility forms that case folding replaces as well, which hides them from the general rule:
/// µ ŉ ſ ϐ ϑ ϕ ϖ ϰ ϱ ϴ ϵ և ẚ ẛ and the ligatures of Latin and Armenian.
private let caseFoldedCompatibilityForms: Set<Unicode.Scalar> = [
  "\u{B5}", "\u{149}", "\u{17F}", "\u{3D0}", "\u{3D1}", "\u{3D5}", "\u{3D6}", "\u{3F0}", "\u{3F1}",
  "\u{3F4}", "\u{3F5}", "\u{587}", "\u{1E9A}", "\u{1E9B}", "\u{FB00}", "\u{FB01}", "\u{FB02}",
  "\u{FB03}", "\u{FB04}", "\u{FB05}", "\u{FB06}", "\u{FB13}", "\u{FB14}", "\u{FB15}", "\u{FB16}",
  "\u{FB17}",
]
