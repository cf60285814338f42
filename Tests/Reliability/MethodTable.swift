/// The methods that there are, in the order of the printed table.
enum MethodTable {
  static let methods: [any Method] = [
    Faults(),
    Exhaustion(),
    Permissions(),
    KillsMethod(),
    ReadersMethod(),
    RacesMethod(),
  ]
}
