/// Wraps text to the width of a terminal, with a hanging indent.
struct TextWrap {
  /// The width of the terminal, in columns.
  let columns: Int
  /// The column, from 0, at which lines after the first start.
  let indent: Int

  /// A place where a line may end.
  private struct Opportunity {
    /// After the last character that stays on the line.
    let end: String.Index
    /// The first character of the next line; only spaces lie between.
    let next: String.Index
    /// The column of `next` on the line that it would leave.
    let column: Int
  }

  /// Breaks a line at spaces and beside wide characters; a word that is longer than a line is
  /// broken between characters. Spaces at the end of a line are dropped.
  /// - Parameters:
  ///   - text: sanitised text without line breaks.
  ///   - start: the column at which the first line starts.
  /// - Returns: at least one line; the first is empty if its first word does not fit after `start`.
  func lines(of text: String, from start: Int) -> [Substring] {
    var lines: [Substring] = []
    var lineStart = text.startIndex
    var wordEnd = lineStart
    var column = start
    var opportunity =
      start > indent ? Opportunity(end: lineStart, next: lineStart, column: start) : nil
    var mayBreak = false
    var index = lineStart
    while index < text.endIndex {
      let character = text[index]
      let width = DisplayWidth.of(character)
      if character == " " {
        mayBreak = true
      } else {
        // A break that moves nothing to the left leaves too much for the next line.
        if index > lineStart, column > indent, mayBreak || width == 2 {
          opportunity = Opportunity(end: wordEnd, next: index, column: column)
        }
        if column + width > columns, index > lineStart || opportunity != nil {
          let place = opportunity ?? Opportunity(end: index, next: index, column: column)
          lines.append(text[lineStart..<place.end])
          lineStart = place.next
          column = indent + column - place.column
          opportunity = nil
        }
        mayBreak = width == 2
        wordEnd = text.index(after: index)
      }
      column += width
      text.formIndex(after: &index)
    }
    lines.append(text[lineStart..<wordEnd])
    return lines
  }
}
