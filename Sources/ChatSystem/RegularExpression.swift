import CLinux
import Glibc

/// Why a regular expression is refused, in regerror(3)'s words.
package struct RegularExpressionProblem: Error, Equatable, Sendable {
  package let text: String
}

/// A POSIX extended regular expression as in `grep -E`, regcomp(3).
///
/// It matches characters of UTF-8 whatever the locale of the environment is. That takes the locale
/// C.UTF-8 of the C library's files; on a host without it, `.` and brackets match single bytes.
package final class RegularExpression {
  /// The longest expression, in bytes: regcomp(3) nests as deep as its brackets.
  package static let limit = 4096

  /// The longest expression with its repetitions written out, as regcomp(3) does: without a limit
  /// it takes gigabytes for a few characters, and crashes where there are none.
  private static let sizeLimit = 1 << 16

  private let expression: UnsafeMutablePointer<regex_t>
  private let locale: locale_t?

  /// Compiles an expression, regcomp(3).
  /// - Parameters:
  ///   - text: `^` and `$` in it match at each line, and no `.` matches a line break.
  ///   - ignoresCase: whether upper and lower case are one.
  package init(_ text: String, ignoresCase: Bool) throws(RegularExpressionProblem) {
    guard text.utf8.count <= Self.limit else {
      throw RegularExpressionProblem(text: "it is longer than \(Self.limit) bytes")
    }
    guard Repetition.size(of: text) <= Self.sizeLimit else {
      throw RegularExpressionProblem(text: "it repeats too much")
    }
    let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let expression = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
    expression.initialize(to: regex_t())
    let text = ignoresCase ? withoutIdleBackslashes(text) : text
    let flags = REG_EXTENDED | REG_NOSUB | REG_NEWLINE | (ignoresCase ? REG_ICASE : 0)
    let code = within(locale) { regcomp(expression, text, flags) }
    guard code == 0 else {
      let problem = RegularExpressionProblem(code, of: expression)
      // A refused one has been freed by regcomp(3).
      expression.deallocate()
      if let locale { freelocale(locale) }
      throw problem
    }
    self.expression = expression
    self.locale = locale
  }

  deinit {
    regfree(expression)
    expression.deallocate()
    if let locale { freelocale(locale) }
  }

  /// Whether it matches a part of `text`, regexec(3).
  /// - Throws: when there is not enough memory to tell.
  package func matches(_ text: String) throws(RegularExpressionProblem) -> Bool {
    let code = text.utf8.span.withUnsafeBufferPointer { bytes in
      var range = regmatch_t(rm_so: 0, rm_eo: regoff_t(bytes.count))
      return bytes.withMemoryRebound(to: CChar.self) { text in
        within(locale) {
          guard let start = text.baseAddress else { return regexec(expression, "", 0, nil, 0) }
          return regexec(expression, start, 0, &range, REG_STARTEND)
        }
      }
    }
    switch code {
    case 0: return true
    case _REG_NOMATCH.rawValue: return false
    default: throw RegularExpressionProblem(code, of: expression)
    }
  }
}

// It never changes, and regexec(3) may be called from several threads.
extension RegularExpression: @unchecked Sendable {}

extension RegularExpressionProblem {
  /// Puts an error of regcomp(3) or regexec(3) into words, regerror(3).
  fileprivate init(_ code: Int32, of expression: UnsafePointer<regex_t>) {
    var text = [CChar](repeating: 0, count: regerror(code, expression, nil, 0))
    regerror(code, expression, &text, text.count)
    let words = text.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    self.text = words.prefix(1).lowercased() + words.dropFirst()
  }
}

/// Does something in a locale, uselocale(3); nil leaves it as it is.
private func within<Result>(_ locale: locale_t?, _ work: () -> Result) -> Result {
  guard let locale else { return work() }
  let previous = uselocale(locale)
  defer { uselocale(previous) }
  return work()
}

/// The expression without the backslashes before small letters that have no meaning of their own:
/// regcomp(3) takes them for the letters, but with REG_ICASE finds them nowhere. In brackets a
/// backslash is a character as others are.
private func withoutIdleBackslashes(_ text: String) -> String {
  // GNU's operators: \w, \W, \s, \S, \b and \B.
  let operators = "wsb".utf8
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "["):
      let bracket = rest
      Repetition.skipBracket(&rest)
      bytes.append(byte)
      bytes += bracket[..<rest.startIndex]
    case UInt8(ascii: "\\"):
      let next = rest.popFirst()
      let isIdle = next.map { (0x61...0x7A).contains($0) && !operators.contains($0) } ?? false
      bytes += (isIdle ? [] : [byte]) + [next].compactMap(\.self)
    default: bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
