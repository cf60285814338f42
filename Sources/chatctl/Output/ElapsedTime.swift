/// How long something took, for people: `0.4 s`, `2 min 5 s`, `3 h 0 min`.
enum ElapsedTime {
  static func text(milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    if seconds < 60 { return "\(seconds).\(milliseconds % 1000 / 100) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}
