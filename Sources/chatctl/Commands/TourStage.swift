import ChatCore
import ChatSystem

/// Where the tour happens: a directory with a store, and a home for each of its people.
struct TourStage: Sendable {
  private let directory: String
  private let program: String

  /// Makes the directory.
  /// - Parameter parent: where temporary files go.
  static func make(in parent: String) throws(ChatError) -> TourStage {
    let program = try attempt(.inspect, "/proc/self/exe") { () throws(Errno) in
      try executablePath()
    }
    let directory = try attempt(.create, parent) { () throws(Errno) in
      try Directory.createTemporary(in: parent)
    }
    return TourStage(directory: directory, program: program)
  }

  /// Removes the directory with all that the tour has left.
  func remove() throws(ChatError) {
    try attempt(.remove, directory) { () throws(Errno) in try Directory.removeAll(directory) }
  }

  /// Runs a command to its end.
  /// - Returns: what it printed, without the last line break, and how it ended.
  func run(
    _ words: [String], as name: String, input: String
  ) throws(ChatError) -> (text: String, end: Child.ExitStatus) {
    try attempt(.run, program) { () throws(Errno) in
      var child = try spawn(words, as: name, input: .pipe)
      do throws(Errno) {
        try child.write(Array(input.utf8))
      } catch {
        // A command that fails early does not read; what it prints tells more.
        if error != .brokenPipe { throw error }
      }
      child.closeInput()
      var text: [UInt8] = []
      while true {
        let block = try child.readOutput(upTo: 4096)
        if block.isEmpty { break }
        text += block
      }
      return (String(decoding: text.withoutFinalLineBreak, as: UTF8.self), try child.wait())
    }
  }

  /// A command that goes on while others run.
  struct Follower: ~Copyable {
    fileprivate let child: Child
    fileprivate var unread: [UInt8] = []
  }

  /// Starts a command that goes on.
  func start(_ words: [String], as name: String) throws(ChatError) -> Follower {
    try attempt(.run, program) { () throws(Errno) in
      Follower(child: try spawn(words, as: name, input: .null))
    }
  }

  /// The next line that a command prints, as soon as it does.
  func readLine(of follower: inout Follower) throws(ChatError) -> String {
    try attempt(.run, program) { () throws(Errno) in
      while true {
        if let end = follower.unread.firstIndex(of: UInt8(ascii: "\n")) {
          defer { follower.unread.removeSubrange(...end) }
          return String(decoding: follower.unread[..<end], as: UTF8.self)
        }
        let requests = [follower.child.rawOutput].compactMap(\.self).map {
          PollRequest($0, wantsInput: true)
        }
        let isReadable = try waitForEvents(requests, timeout: .seconds(30)).first?.isReadable
        let block = isReadable == true ? try follower.child.readOutput(upTo: 4096) : []
        if block.isEmpty { throw .timedOut }
        follower.unread += block
      }
    }
  }

  /// Ends a command as Ctrl-C does.
  /// - Returns: how it ended.
  func interrupt(_ follower: consuming Follower) throws(ChatError) -> Child.ExitStatus {
    do throws(Errno) {
      try follower.child.send(.interrupt)
      return try follower.child.wait()
    } catch {
      throw .system(.run, path: program, error)
    }
  }

  private func spawn(
    _ words: [String], as name: String, input: Child.Stream
  ) throws(Errno) -> Child {
    let environment = ["HOME=\(directory)/\(name)", "CHATCTL_STORE=\(directory)/store"]
    return try Child.spawn(
      ([program] + words).map { Array($0.utf8) }, environment: environment.map { Array($0.utf8) },
      input: input, output: .pipe, error: .pipe)
  }
}
