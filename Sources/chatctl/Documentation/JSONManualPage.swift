/// The manual page chatctl-json(5), in man(7).
enum JSONManualPage {
  static let name = "chatctl-json"
  static let manualSection = 5

  /// The page, in lines without a final line break.
  static var text: String {
    let parts = [
      Roff.head(name, manualSection, JSONReference.purpose, from: "the reference of JSON"),
      Roff.paragraphs("DESCRIPTION", JSONReference.description),
      Roff.section("TYPES") + JSONReference.types.flatMap(lines),
      Roff.examples(JSONReference.examples),
      Roff.seeAlso([(ManualPage.name, ManualPage.manualSection), ("jq", 1)]),
    ]
    return parts.joined().joined(separator: "\n")
  }

  private static func lines(for type: JSONReference.ObjectType) -> [String] {
    [".SS \(Roff.escaped(type.name))", Roff.escaped(Roff.sentence(type.purpose))]
      + origin(of: type) + type.members.flatMap(lines)
  }

  /// Which commands print it.
  private static func origin(of type: JSONReference.ObjectType) -> [String] {
    if type.commands.isEmpty { return [] }
    let names = type.commands.map(Roff.bold)
    return ["Printed by \(names.joined(separator: ", "))."]
  }

  private static func lines(for member: JSONReference.Member) -> [String] {
    let kind = member.kind.rawValue + (member.isOptional ? ", may be left out" : "")
    return Roff.item("\(Roff.italic(member.name)) (\(kind))", member.meaning)
  }
}
