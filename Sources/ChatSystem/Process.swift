import CLinux
import Glibc

/// The id of this process, getpid(2).
package func currentProcessID() -> Int32 { getpid() }

/// The effective user id of this process, geteuid(2).
package func currentUserID() -> UInt32 { geteuid() }

/// Whether this process may give its files to a group, chown(2): it is in it, or it is root.
package func mayGive(to group: UInt32) throws(Errno) -> Bool {
  if geteuid() == 0 || getegid() == group { return true }
  let count = try retrying { getgroups(0, nil) }
  var groups = [gid_t](repeating: 0, count: Int(count))
  let found = try retrying { getgroups(count, &groups) }
  return groups.prefix(Int(found)).contains(group)
}

/// The name of this host, gethostname(2).
package func hostName() -> String {
  var name = [CChar](repeating: 0, count: 256)
  guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
  return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Lets this process keep the memory that it frees for what it makes next, mallopt(3). Else who
/// reads or writes a long log gives the same pages back again and again, and waits each time until
/// the kernel has cleared them.
package func keepFreedMemory() {
  _ = mallopt(M_MMAP_THRESHOLD, 4 << 20)
  _ = mallopt(M_TRIM_THRESHOLD, 64 << 20)
}

/// Ends this process, exit(3).
package func exitProcess(_ status: Int32) -> Never { exit(status) }

/// The path of the running executable, readlink(2) on `/proc/self/exe`.
package func executablePath() throws(Errno) -> String { try resolvedPath("/proc/self/exe") }

/// The words that this process was started with, as bytes: a shell can pass any but NUL.
///
/// The standard library finds them by way of `/proc`, and where it cannot, as where no file can be
/// opened, it has none. A process has at least its name, so then they are read from
/// `/proc/self/cmdline`, and that failing is an error.
package func commandLineArguments() throws(Errno) -> [[UInt8]] {
  if CommandLine.argc == 0 {
    let line = try FileDescriptor.open("/proc/self/cmdline", .readOnly).readToEnd(limit: .max)
    return line.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
  }
  return (0..<Int(CommandLine.argc)).compactMap { index in
    CommandLine.unsafeArgv[index].map { word in
      Array(UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:)))
    }
  }
}

/// The environment of this process as strings `NAME=value`, environ(7).
package func currentEnvironment() -> [[UInt8]] {
  var strings: [[UInt8]] = []
  var next = current_environment()
  while let place = next, let string = place.pointee {
    strings.append(
      Array(UnsafeBufferPointer(start: string, count: strlen(string)).map(UInt8.init(bitPattern:))))
    next = place + 1
  }
  return strings
}

/// The value of an environment variable, getenv(3); nil when it is not set.
package func environmentVariable(_ name: String) -> [UInt8]? {
  getenv(name).map { value in
    Array(UnsafeBufferPointer(start: value, count: strlen(value)).map(UInt8.init(bitPattern:)))
  }
}
