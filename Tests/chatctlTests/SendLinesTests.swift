import Testing

/// `send --lines`: each line of standard input is a message, as it comes.
struct SendLinesTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom()
  }

  @Test(arguments: [
    ("a\nb", ["a", "b"]), ("a\nb\n", ["a", "b"]), ("1\n2\n3\n", ["1", "2", "3"]),
    ("--help\n-q\n-\n", ["--help", "-q", "-"]),
  ])
  func `each line is a message, also the last one without a line break`(
    input: String, bodies: [String]
  ) throws {
    expectQuietSuccess(try home.run("send", "r", "--lines", input: .text(input)))
    #expect(try home.bodies() == bodies)
  }

  @Test func `a line is sent when it comes`() throws {
    let reader = try home.start("tail", "r")
    let sender = try home.start("send", "r", "--lines", input: .pipe)
    for (index, line) in ["one", "two"].enumerated() {
      try sender.write(Array("\(line)\n".utf8))
      #expect(try reader.lines(index + 1).last?.hasSuffix("\talice\t\(line)") == true)
    }
    expectQuietSuccess(try sender.finish())
  }

  @Test func `a line has the username that its author has when it is sent`() throws {
    let reader = try home.start("tail", "r")
    let sender = try home.start("send", "r", "--lines", input: .pipe)
    try sender.write(Array("one\n".utf8))
    _ = try reader.lines(1)
    try home.succeed("profile", "--username", "alicia")
    try sender.write(Array("two\n".utf8))
    expectQuietSuccess(try sender.finish())
    #expect(try home.store.messages.map(\.name) == ["alice", "alicia"])
  }

  @Test func `no lines are no messages`() throws {
    expectQuietSuccess(try home.run("send", "r", "--lines", input: .empty))
    #expect(try home.store.messages.isEmpty)
  }

  @Test func `lines that are stored are counted, also when the output fails`() throws {
    let outcome = try home.run("send", "r", "--lines", "--json", input: .text("a\nb\n")) {
      $0.wrap(in: .shell("exec > /dev/full"))
    }
    #expect(outcome.code == 7)
    #expect(!outcome.errors.contains("stored"))
    #expect(try home.bodies() == ["a", "b"])
  }

  @Test func `a line that is refused does not stop the others`() throws {
    let outcome = try home.run("send", "r", "--lines", input: .bytes(Array("a\n\n\u{0}\nb\n".utf8)))
    expectRefusal(outcome, code: 8)
    #expect(try home.bodies() == ["a", "b"])
  }

  @Test func `a line that is too long is refused alone`() throws {
    let long = String(repeating: "x", count: 1_048_577)
    let outcome = try home.run("send", "r", "--lines", input: .text("a\n\(long)\nb\n"))
    expectRefusal(outcome, code: 8)
    #expect(try home.bodies() == ["a", "b"])
  }

  @Test func `the lines of a killed sender are there as far as they came`() throws {
    let reader = try home.start("tail", "r")
    let sender = try home.start("send", "r", "--lines", input: .pipe)
    try sender.write(Array("one\nhalf".utf8))
    _ = try reader.lines(1)
    sender.signal(9)
    #expect(try sender.finish().ending == .killed(signal: 9))
    #expect(try home.bodies() == ["one"])
  }

  @Test func `a clock that is behind is told once`() throws {
    try home.succeed("send", "r", "one")
    let log = try #require(try home.store.segments.first)
    let year = try #require(try home.store.messages.first).date.prefix(4)
    try home.store.replace("\"date\":\"\(year)", with: "\"date\":\"2199", in: log)
    let reader = try home.start("tail", "r")
    let sender = try home.start("send", "r", "--lines", input: .pipe)
    for (index, line) in ["two", "three"].enumerated() {
      try sender.write(Array("\(line)\n".utf8))
      _ = try reader.lines(index + 2)
    }
    let outcome = try sender.finish()
    #expect(outcome.code == 0)
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test func `how many lines were stored is said once, and not where none was`() throws {
    func fail(_ lines: String) throws -> Outcome {
      let outcome = try home.run("send", "r", "--lines", "--json", input: .text(lines)) {
        $0.wrap(in: .shell("ulimit -f 2"))
      }
      #expect(outcome.code == 7)
      return outcome
    }
    let line = String(repeating: "x", count: 300) + "\n"
    let some = try fail(String(repeating: line, count: 6))
    let stored = try home.run("log", "r").lines.count
    #expect(some.errors.ranges(of: "stored").count == 1)
    #expect(some.errors.contains("the first \(stored) messages"), "\(some.errors)")
    #expect(some.lines.count == stored && stored > 0)
    let none = try fail("a\n")
    #expect(!none.errors.contains("stored"), "\(none.errors)")
    #expect(none.lines.isEmpty)
  }
}
