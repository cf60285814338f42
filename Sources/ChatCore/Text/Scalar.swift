extension Unicode.Scalar {
  /// Whether it is seen by itself, by its general category (Unicode Standard, section 4.5): no control,
  /// no format character, no space.
  var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      false
    default:
      !properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether it stands on the one before it.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
