/// Reads a date or a time as people type it, from left to right.
///
/// What does not match gives nil, and then nothing more should be read.
struct TimeScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = ArraySlice(text.utf8) }

  var isAtEnd: Bool { rest.isEmpty }

  /// `2026-11-30`.
  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// `14:00`, `14:00:23` or `14:00:23.123456`; what is finer than a millisecond is cut off.
  /// - Parameter needsSeconds: whether `14:00` is refused.
  mutating func time(needsSeconds: Bool) -> TimeOfDay? {
    guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2) else {
      return nil
    }
    var time = TimeOfDay(hour: hour, minute: minute)
    if skip(":") {
      guard let second = number(digits: 2) else { return nil }
      time.second = second
      if skip(".") {
        guard let millisecond = fraction() else { return nil }
        time.millisecond = millisecond
      }
    } else if needsSeconds {
      return nil
    }
    return time.isValid ? time : nil
  }

  /// `Z`, or `+05:30`, as RFC 3339 has them.
  /// - Returns: in minutes east of UTC.
  mutating func offset() -> Int? {
    if skip("Zz") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard skip("+-"), let hours = number(digits: 2), hours < 24, skip(":"),
      let minutes = number(digits: 2), minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }

  /// Reads one character that is among `characters`, all ASCII.
  mutating func skip(_ characters: String) -> Bool {
    guard let byte = rest.first, characters.utf8.contains(byte) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  private mutating func fraction() -> Int? {
    guard var value = digit() else { return nil }
    for _ in 0..<2 { value = value * 10 + (digit() ?? 0) }
    while digit() != nil {}
    return value
  }

  private mutating func digit() -> Int? {
    guard let byte = rest.first, isDecimalDigit(byte) else { return nil }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }
}
