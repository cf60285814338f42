import ChatSystem
import Foundation
import Glibc
import TestTools

/// How long a line takes from the append until `tail` has written it to a pipe, against tail(1) of
/// coreutils, which follows a file.
///
/// The lines are those that `send` appends to a copy of the store, so that appending them here,
/// byte by byte the same, is all that is between the clock's start and the follower.
struct Arrival: Measuring {
  func measure(on stage: Stage) throws -> Measurement {
    let source = "run/arrival-source", target = "run/arrival-target"
    for path in [source, target] {
      try removeAll(path)
      try Stage.copy(.single, to: path)
    }
    let sourceLog = try log(in: source), targetLog = try log(in: target)
    let begun = try readText(sourceLog).utf8.count
    let texts = (0..<stage.sizes.arrivals).map { "message number \($0)\n" }.joined()
    try stage.launch("run/chatctl --store \(source) send ops --lines").run(input: Array(texts.utf8))
    let lines = try readText(sourceLog).utf8.dropFirst(begun).split(separator: UInt8(ascii: "\n"))
    guard lines.count == stage.sizes.arrivals else { throw Failure("lines are missing") }

    let plain = "run/arrival-plain"
    try writeFile(Array("the first line\n".utf8), to: plain)
    let followers = [
      try FollowedFile(
        targetLog, by: stage.launch("run/chatctl --store \(target) tail ops")),
      try FollowedFile(plain, by: stage.launch("tail -f \(plain)")),
    ]
    var times: [[Double]] = [[], []]
    for (index, line) in lines.enumerated() {
      for which in index % 2 == 0 ? [0, 1] : [1, 0] {
        times[which].append(try followers[which].append(Array(line) + [UInt8(ascii: "\n")]))
        usleep(3000)
      }
    }
    return Measurement(ours: .seconds(median(times[0])), peer: .seconds(median(times[1])))
  }

  private func log(in store: String) throws -> String {
    let chats = "\(store)/chats"
    guard let chat = try FileManager.default.contentsOfDirectory(atPath: chats).first else {
      throw Failure("\(chats) is empty")
    }
    return "\(chats)/\(chat)/messages/00000000000000000001.jsonl"
  }
}

/// A file and a program that follows it.
private final class FollowedFile {
  private let file: FileDescriptor
  private let follower: Follower

  init(_ path: String, by launch: Launch) throws {
    file = try openFile(path, .readWrite)
    follower = try Follower(launch)
    // What is there already.
    try follower.waitForLine()
    usleep(100_000)
  }

  /// Appends a line and waits until the follower has written it.
  /// - Returns: how long that took, in seconds.
  func append(_ line: [UInt8]) throws -> Double {
    let size = try attempt("fstat") { () throws(Errno) in try file.status().size }
    let clock = ContinuousClock()
    let start = clock.now
    try attempt("pwrite") { () throws(Errno) in try file.write(line, at: size) }
    try follower.waitForLine()
    return (clock.now - start) / .seconds(1)
  }
}
