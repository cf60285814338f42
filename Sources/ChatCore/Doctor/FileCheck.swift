import ChatSystem

/// What stands in a store: whether everything is a file or a directory as it ought to be, open to
/// whom the store is for and to nobody else.
struct FileCheck {
  private let access: Access
  private let user: UInt32
  private let group: UInt32
  /// Whether the whole store is closed to its owner's writing, as someone may wish.
  private let isReadOnly: Bool
  private let links: InnerLinks
  /// Is told how large each file is.
  private let progress: (Int) -> Void

  /// What something ought to be.
  /// - log: a file of which whoever reads it tells how far they are.
  enum Kind { case directory, file, lock, log, secret, lookedAtElsewhere }

  init(_ store: Store, progress: @escaping (Int) -> Void) throws(ChatError) {
    let root = store.layout.root
    let status = try attempt(.inspect, root) { () throws(Errno) in try FileStatus(of: root) }
    access = store.access
    user = status.user
    group = status.group
    isReadOnly = status.mode.bits & 0o200 == 0
    links = InnerLinks(store)
    self.progress = progress
  }

  /// Looks at what ought to be at `path`.
  /// - Parameter isOptional: whether it may be missing.
  /// - Returns: whether it is there and what it ought to be.
  @discardableResult
  func check(
    _ path: String, _ kind: Kind, isOptional: Bool = false, into findings: inout Findings
  ) -> Bool {
    if kind == .lookedAtElsewhere { return true }
    do throws(Errno) {
      guard let entry = try FileStatus.ifPresent(at: path, followingSymlinks: false) else {
        if !isOptional { findings.add(.unusable(.missing(path)), at: path) }
        return false
      }
      let status = entry.kind == .symlink ? try FileStatus.ifPresent(at: path) : entry
      guard let status else {
        findings.add(.unusable(.damaged(path: path, reason: "it is a link to nowhere")), at: path)
        return false
      }
      if entry.kind == .symlink, let target = links.target(of: path) {
        findings.add(.innerLink(to: target), at: path)
        return false
      }
      let isRight = status.kind == (kind == .directory ? .directory : .file)
      if !isRight {
        let reason = kind == .directory ? "it is no directory" : "it is no regular file"
        findings.add(.unusable(.damaged(path: path, reason: reason)), at: path)
        return false
      }
      if [.file, .lock, .secret].contains(kind) { progress(Int(status.size)) }
      try checkAccess(path, status, kind, into: &findings)
    } catch {
      findings.add(.unusable(.system(.inspect, path: path, error)), at: path)
      return false
    }
    return true
  }

  /// Lists a directory that is there: looks at what belongs in it, and notes what does not.
  /// - Parameters:
  ///   - kind: what an entry ought to be by its name; nil for what does not belong there.
  ///   - drafts: names of what is put together there, or taken apart.
  /// - Returns: the names of what belongs there and can be used, in order.
  func list(
    _ directory: String, drafts: [String] = [], into findings: inout Findings,
    where kind: (String) -> Kind?
  ) -> [String] {
    let listed = findings.noting(at: directory) { () throws(ChatError) in
      try attempt(.list, directory) { () throws(Errno) in
        try Directory.entries(in: directory)
      }
    }
    guard let listed else { return [] }
    for name in listed.misspelt { findings.add(.unknown, at: "\(directory)/\(name)") }
    var usable: [String] = []
    for name in listed.names.sorted() {
      let path = "\(directory)/\(name)"
      if let kind = kind(name) {
        if check(path, kind, into: &findings) { usable.append(name) }
      } else if drafts.contains(path) || isTemporary(name, where: kind) {
        if let status = try? FileStatus(of: path, followingSymlinks: false) {
          findings.add(.leftover(inode: status.inode), at: path)
        }
      } else {
        findings.add(.unknown, at: path)
      }
    }
    return usable
  }

  /// Notes what does not belong in a directory of which each entry is looked at by itself.
  func listUnknown(
    in directory: String, drafts: [String], into findings: inout Findings,
    where isOurs: (String) -> Bool
  ) {
    check(directory, .directory, into: &findings)
    _ = list(directory, drafts: drafts, into: &findings) { isOurs($0) ? .lookedAtElsewhere : nil }
  }

  /// Whether a name is one under which a file of the directory is put together.
  private func isTemporary(_ name: String, where kind: (String) -> Kind?) -> Bool {
    let suffix = AtomicFile.temporarySuffix
    return name.hasSuffix(suffix) && kind(String(name.dropLast(suffix.count))) != nil
  }

  private func checkAccess(
    _ path: String, _ status: FileStatus, _ kind: Kind, into findings: inout Findings
  ) throws(Errno) {
    let allowed =
      switch kind {
      case .directory, .lookedAtElsewhere: access.directoryMode
      case .file, .lock, .log: access.fileMode
      case .secret: Access.secretMode
      }
    if status.mode.bits & 0o777 & ~allowed.bits != 0, try !AtomicFile.hasAccessList(path) {
      findings.add(.tooOpen(status.mode, allowed: allowed), at: path)
    }
    let needed = isReadOnly ? kind.neededBits & ~0o222 : kind.neededBits
    if status.mode.bits & needed != needed {
      findings.add(.closedToOwner(status.mode, needed: FileMode(needed)), at: path)
    }
    if access == .owner {
      if status.user != user {
        findings.add(.foreignOwner(status.user, expected: user), at: path)
      }
    } else if kind != .secret {
      if status.group != group {
        findings.add(.foreignGroup(status.group, expected: group), at: path)
      } else if allowed.bits & 0o070 & ~status.mode.bits != 0 {
        findings.add(.closedToGroup(status.mode), at: path)
      }
    }
  }
}

extension FileCheck.Kind {
  /// What its owner has to be allowed: a document is replaced, and need not be open to be written.
  fileprivate var neededBits: UInt32 {
    switch self {
    case .directory: 0o700
    case .lock, .log: 0o600
    case .file, .secret: 0o400
    case .lookedAtElsewhere: 0
    }
  }
}

/// Links from a place in a store to another one in it: what is written to the one is lost in the
/// other. A link that leads out of it is somebody's wish.
struct InnerLinks {
  private let directories: [String]

  init(_ store: Store) {
    let layout = store.layout
    directories = [layout.users, layout.chats, layout.names].compactMap { try? resolvedPath($0) }
  }

  /// Where a link leads; nil for what is none, or leads out of the store.
  func target(of path: String) -> String? {
    guard let status = try? FileStatus(of: path, followingSymlinks: false),
      status.kind == .symlink, let target = try? resolvedPath(path)
    else { return nil }
    return directories.contains { target.hasPrefix("\($0)/") } ? target : nil
  }
}
