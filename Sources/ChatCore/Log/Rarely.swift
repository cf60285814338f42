/// Fields that few values have, each with a value that stands for none.
protocol RareFields: Equatable, Sendable {
  init()
}

/// Fields that are rarely there, kept apart so that what mostly has none is small: a log is read by
/// the million records, and each is handed on several times.
indirect enum Rarely<Fields: RareFields>: Equatable, Sendable {
  case none
  case some(Fields)

  /// None for fields that all stand for none.
  init(_ fields: Fields) { self = fields == Fields() ? .none : .some(fields) }

  /// Whether there are none.
  var areNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Nil where there are none.
  var value: Fields? {
    if case .some(let fields) = self { fields } else { nil }
  }

  /// All of them, those for none where there are none; made anew each time.
  var fields: Fields {
    get { value ?? Fields() }
    set { self = Rarely(newValue) }
  }
}
