/// What commands cannot notice by themselves, since that would mean to read the whole store each
/// time; doctor names it.
enum Silence: String, CaseIterable, Sendable {
  /// What a name leads to, which chats there are, which messages were changed.
  case hint = "a hint lost: something is not listed, and doctor names it"
  /// A place that is not in the log any more, as after a power cut; it says what was read, no more.
  case cursor = "a cursor astray: something is unread again, and doctor names it"
  /// A log does not say of which chat it is.
  case log = "the log of another chat in its place, and doctor names it"

  /// As valid as before; only what else there is tells that it was something else.
  case value = "another valid value, which doctor tells by what goes with it"

  /// What a damage is to commands, if it is one of these.
  /// - Parameter now: what the part holds now; nil where it is no file.
  init?(_ damage: Damage, now: [UInt8]?) {
    let kinds = damage.parts.map(\.kind)
    if damage.parts.contains(where: \.isHint) {
      self = .hint
    } else if kinds.contains(where: { $0.hasPrefix("store/chats/ID/cursors") }) {
      self = .cursor
    } else if [.swappedAlike, .link].contains(damage.kind),
      kinds.contains(where: { $0.hasPrefix("store/chats/ID/messages") })
    {
      self = .log
    } else if let before = damage.part.bytes, let now, damage.kind != .deep,
      OtherValue.isValid(
        damage.part, before, now,
        in: OtherValue.freeFields.merging(OtherValue.toldFields) { $0.union($1) })
    {
      self = .value
    } else {
      return nil
    }
  }
}
