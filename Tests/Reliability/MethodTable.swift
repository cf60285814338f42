/// The methods that there are, in the order of the printed table.
enum MethodTable {
  static let methods: [any Method] = [
    CrashStates(),
    BlockStates(),
    Faults(),
    Exhaustion(),
    KillsMethod(),
    ReadersMethod(),
    RacesMethod(),
    Permissions(),
    DamagedStores(),
    FuzzingMethod(),
    Sanitizers(),
  ]
}
