import ChatCore
import ChatSystem

/// What the environment says, and where it places things; read nowhere else.
struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> [UInt8]?

  /// - Parameter lookUp: gives the value of a variable, or nil when it is not set.
  init(_ lookUp: @escaping @Sendable (String) -> [UInt8]? = environmentVariable) {
    self.lookUp = lookUp
  }

  /// The value of a variable; an empty one counts as not set.
  func value(_ name: String) -> String? {
    text(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a variable, in which what is not UTF-8 is repaired.
  private func text(_ name: String) -> String? {
    lookUp(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// `CHATCTL_USER`, the account to act as.
  var user: String? { value("CHATCTL_USER") }

  /// `CHATCTL_TOKEN`, a token to act with. Set to nothing, as by a script that has not found it, it
  /// is a bad one.
  var token: String? { text("CHATCTL_TOKEN") }

  /// `CHATCTL_TOKEN_FILE`, a file that holds one; set to nothing, it is one that is not there.
  func tokenFile() throws(ChatError) -> String? {
    text("CHATCTL_TOKEN_FILE") == "" ? "" : try path("CHATCTL_TOKEN_FILE")
  }

  /// `PAGER`; empty where it is set to nothing, which is an answer too.
  var pager: String? { text("PAGER") }

  /// Where temporary files go, environ(7).
  func temporaryDirectory() throws(ChatError) -> String { try path("TMPDIR") ?? "/tmp" }

  /// The store where no option names one: `CHATCTL_STORE`, else `chatctl` in the user's data
  /// directory (XDG Base Directory Specification).
  func storePath() throws(ChatError) -> String {
    if let path = try path("CHATCTL_STORE") { return path }
    return try directory("XDG_DATA_HOME", belowHome: ".local/share") + "/chatctl"
  }

  /// Where logins are remembered.
  func statePath() throws(ChatError) -> String {
    try directory("XDG_STATE_HOME", belowHome: ".local/state") + "/chatctl"
  }

  private func directory(_ name: String, belowHome path: String) throws(ChatError) -> String {
    // The specification has relative paths ignored.
    if let directory = try self.path(name), directory.hasPrefix("/") { return directory }
    return "\(try home())/\(path)"
  }

  /// The path in a variable. One that is not UTF-8 is refused, since what was repaired names
  /// another.
  private func path(_ name: String) throws(ChatError) -> String? {
    guard let bytes = lookUp(name), !bytes.isEmpty else { return nil }
    guard let path = String(validating: bytes, as: UTF8.self) else { throw .argumentNotUTF8(name) }
    return path
  }

  /// `HOME`, else what /etc/passwd says, so that cron jobs and `env -i` find the same files.
  private func home() throws(ChatError) -> String {
    if let home = try path("HOME"), home.hasPrefix("/") { return home }
    let user: UserDatabase.User?
    do throws(Errno) {
      user = try UserDatabase().user(withID: currentUserID())
    } catch {
      throw .system(.read, path: "/etc/passwd", error)
    }
    guard let home = user?.home, home.hasPrefix("/") else { throw .noHome }
    return home
  }
}
