/// The users and groups of this host, as /etc/passwd and /etc/group list them.
///
/// They are read here, as getpwuid(3) and its kin load modules of the name services, which a static
/// executable cannot do. Users known to such a service alone are not found.
package struct UserDatabase: Sendable {
  /// What passwd(5) says about a user.
  package struct User: Equatable, Sendable {
    package let name: String
    package let home: String
  }

  private let directory: String

  /// - Parameter directory: where `passwd` and `group` are.
  package init(directory: String = "/etc") { self.directory = directory }

  /// - Returns: nil when no user has that id.
  package func user(withID id: UInt32) throws(Errno) -> User? {
    let entry = try entries(of: "passwd").first { $0.count == 7 && UInt32($0[2]) == id }
    return entry.map { User(name: $0[0], home: $0[5]) }
  }

  /// - Returns: nil when no group has that name.
  package func groupID(named name: String) throws(Errno) -> UInt32? {
    let entry = try entries(of: "group").first { $0.count == 4 && $0[0] == name }
    return entry.flatMap { UInt32($0[2]) }
  }

  /// - Returns: nil when no group has that id.
  package func groupName(withID id: UInt32) throws(Errno) -> String? {
    try entries(of: "group").first { $0.count == 4 && UInt32($0[2]) == id }?[0]
  }

  /// The lines of passwd(5) or group(5), in fields.
  private func entries(of file: String) throws(Errno) -> [[String]] {
    let descriptor = try FileDescriptor.open("\(directory)/\(file)", .readOnly)
    let bytes = try descriptor.read(upTo: Int(descriptor.status().size), at: 0)
    return bytes.split(separator: UInt8(ascii: "\n"))
      .filter { $0.first != UInt8(ascii: "#") }
      .map { line in
        line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
      }
  }
}
