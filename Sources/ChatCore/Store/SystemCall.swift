import ChatSystem

/// Runs system calls and tells their failure as what was being done to which file.
/// - Parameters:
///   - operation: what `calls` are for.
///   - path: the file to name in the error.
func attempt<Result: ~Copyable>(
  _ operation: SystemOperation, _ path: String, _ calls: () throws(Errno) -> Result
) throws(ChatError) -> Result {
  do throws(Errno) {
    return try calls()
  } catch {
    throw .system(operation, path: path, error)
  }
}

/// The same for a file that may be missing.
/// - Returns: nil when there is nothing at `path`.
func attemptIfPresent<Result>(
  _ operation: SystemOperation, _ path: String, _ calls: () throws(Errno) -> Result
) throws(ChatError) -> Result? {
  do throws(Errno) {
    return try calls()
  } catch {
    if error == .noSuchEntry || error == .notDirectory { return nil }
    throw .system(operation, path: path, error)
  }
}
