import CLinux
import Glibc

/// An error number of a system call, errno(3).
package struct Errno: Error, Equatable, Sendable {
  package let code: Int32

  package init(_ code: Int32) { self.code = code }

  /// The error of the system call that failed last on this thread; read it at the call site.
  package static var current: Errno { Errno(errno) }

  package static let noSuchEntry = Errno(ENOENT)
  package static let exists = Errno(EEXIST)
  package static let notDirectory = Errno(ENOTDIR)
  package static let isDirectory = Errno(EISDIR)
  package static let accessDenied = Errno(EACCES)
  package static let notPermitted = Errno(EPERM)
  package static let readOnly = Errno(EROFS)
  package static let brokenPipe = Errno(EPIPE)
  package static let interrupted = Errno(EINTR)
  package static let wouldBlock = Errno(EAGAIN)
  package static let invalidArgument = Errno(EINVAL)
  package static let notSupported = Errno(ENOTSUP)
  package static let timedOut = Errno(ETIMEDOUT)
  package static let badDescriptor = Errno(EBADF)
  /// What stands there is no regular file; EBADFD, which no call that we make gives.
  package static let notFile = Errno(EBADFD)
  package static let noTerminal = Errno(ENOTTY)
}

extension Errno: CustomStringConvertible {
  /// What strerror(3) says, such as `no space left on device`, in lower case as all our messages
  /// are.
  package var description: String {
    if self == .notFile { return "it is no regular file" }
    guard let text = strerrordesc_np(code) else { return "error \(code)" }
    let description = String(cString: text)
    return description.prefix(1).lowercased() + description.dropFirst()
  }
}

/// Calls until it is not interrupted by a signal.
/// - Parameter call: returns -1 and sets errno when it fails, as system calls do.
/// - Returns: what `call` returned. Throws its error, EINTR excepted.
@discardableResult
func retrying<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    let error = Errno.current
    if error != .interrupted { throw error }
  }
}
