import ChatSystem

/// Who may read and write the files of a store: its owner alone, or a group of users of this host.
///
/// It is read off the store's directory, where chmod(1) can change it, and is written down nowhere
/// else.
struct Access: Equatable, Sendable {
  let directoryMode: FileMode
  let fileMode: FileMode

  static let owner = Access(directoryMode: FileMode(0o700), fileMode: FileMode(0o600))
  static let group = Access(directoryMode: FileMode(0o2770), fileMode: FileMode(0o660))

  /// Secrets and sessions are their owner's alone, whatever the store.
  static let secretMode = FileMode(0o600)

  /// The access that a directory with `mode` stands for.
  init(of mode: FileMode) {
    self = mode.isShared ? .group : .owner
  }

  private init(directoryMode: FileMode, fileMode: FileMode) {
    self.directoryMode = directoryMode
    self.fileMode = fileMode
  }
}
