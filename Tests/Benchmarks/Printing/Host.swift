import Foundation
import TestTools

/// The machine that is measured on, as far as whoever reads the numbers has to know it.
enum Host {
  /// The model of the processor, and how many cores there are; proc_cpuinfo(5).
  static func processor() throws -> String {
    let text = try readText("/proc/cpuinfo")
    let model = text.firstMatch(of: /model name\s*: (.*)/)?.output.1 ?? "unknown"
    return "\(model), \(coreCount) \(coreCount == 1 ? "core" : "cores")"
  }

  private static var coreCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The kernel and its release; proc_sys_kernel(5).
  static func kernel() throws -> String {
    try "Linux " + readText("/proc/sys/kernel/osrelease").split(separator: "\n")[0]
  }

  /// How many processes wanted to run in the last 1, 5 and 15 minutes.
  static func load() throws -> String {
    try readText("/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " ")
  }

  /// Whether other work leaves no core free. Whoever sleeps, as for the disk, then waits for a core
  /// longer than all that is to be measured takes, so that everything seems to take as long.
  static func isBusy() throws -> Bool {
    let last = try load().split(separator: " ").first.flatMap { Double($0) } ?? 0
    return last > Double(coreCount)
  }

  /// The file system that a directory is on: its type and what it is made of.
  static func fileSystem(of directory: String) throws -> (type: String, source: String) {
    let words = ["findmnt", "--noheadings", "--output", "FSTYPE,SOURCE", "--target", directory]
    let fields = try Launch(words, environment: ["PATH": Stage.path]).run().output
      .split(whereSeparator: \.isWhitespace).map(String.init)
    guard fields.count >= 2 else { throw Failure("findmnt does not know where \(directory) is") }
    return (fields[0], fields[1])
  }

  /// Fails where nothing is ever written to a disk, so that durability costs nothing.
  static func requireDisk(for directory: String) throws {
    let type = try fileSystem(of: directory).type
    if type == "tmpfs" || type == "ramfs" {
      throw Failure("\(directory) is in memory (\(type)); --data names a directory on a disk")
    }
  }
}
