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
}
