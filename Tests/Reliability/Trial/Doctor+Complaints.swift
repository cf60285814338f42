extension Doctor {
  /// The same as one of many things that may be wrong.
  static func complaints(about world: World) throws -> [String] {
    try complaint(about: world).map { [$0] } ?? []
  }
}
