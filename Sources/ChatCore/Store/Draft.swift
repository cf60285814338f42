import ChatSystem

/// Directories that are put together under another name and renamed into place when complete, so
/// that nobody sees half of one.
extension Transaction {
  /// Makes the directory `root` anew, and those that it is to hold.
  func makeDirectories(_ root: String, _ children: [String]) throws(ChatError) {
    let mode = access.directoryMode
    try attempt(.create, root) { () throws(Errno) in
      try Directory.removeAll(root)
      try Directory.create(root, mode: mode)
      for child in children {
        try Directory.create(child, mode: mode)
        try Directory.synchronize(child)
      }
      try Directory.synchronize(root)
    }
  }

  /// Makes an empty file in a directory that is being put together.
  func makeFile(_ path: String) throws(ChatError) {
    let mode = access.fileMode
    try synchronizeDirectory(
      try attempt(.create, path) { () throws(Errno) in
        try AtomicFile.replace(path, with: [], mode: mode)
      })
  }

  /// Renames what was put together into place and syncs its parent: then it is there for good.
  func publish(_ draft: String, as target: String) throws(ChatError) {
    try attempt(.create, target) { () throws(Errno) in try moveFile(draft, to: target) }
    try synchronizeCommitted(parentDirectory(of: target))
  }
}

/// Makes a directory that is not there. It gets its name when its mode and owner are right.
/// - Parameter lock: the one that guards it, held.
func makeDirectory(
  ifMissing path: String, mode: FileMode, under lock: borrowing FileLock
) throws(ChatError) {
  try attempt(.create, path) { () throws(Errno) in
    if try pathExists(path) { return }
    let draft = path + AtomicFile.temporarySuffix
    try Directory.removeAll(draft)
    try Directory.create(draft, mode: mode)
    // Else a power cut may leave the name without the mode.
    try Directory.synchronize(draft)
    try moveFile(draft, to: path)
    try Directory.synchronize(parentDirectory(of: path))
  }
}
