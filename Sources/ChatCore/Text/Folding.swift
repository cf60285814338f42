@_spi(_Unicode) import Swift

/// `text` in Unicode normalization form C (UAX #15), so that one spelling has one sequence of
/// bytes.
func normalized(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  scalars.append(contentsOf: text._nfc)
  return String(scalars)
}

/// The form under which names are compared: two names are equal when their folded forms are.
///
/// Upper and lower case and canonically equivalent spellings are one; `ß` is `ss`, and `ı` is `i`.
/// - Returns: a text in form C, so that digests are taken of its UTF-8 as it is.
package func foldedName(_ name: String) -> String {
  // Most names need no tables.
  if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
  // Going through upper case brings together what has several lower-case forms, as σ and ς.
  return normalized(normalized(name).lowercased().uppercased().lowercased())
}
