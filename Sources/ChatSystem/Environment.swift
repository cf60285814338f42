import Glibc

/// The words that this process was started with, as bytes: a shell can pass any but NUL.
package func commandLineArguments() -> [[UInt8]] {
  (0..<Int(CommandLine.argc)).compactMap { index in
    CommandLine.unsafeArgv[index].map { word in
      Array(UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:)))
    }
  }
}

/// The value of an environment variable, getenv(3); nil when it is not set. What is not UTF-8 in it
/// is repaired.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
