import ChatCore
import ChatSystem

extension Command {
  static func tour(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "watch chatctl at work in a store that is thrown away",
      needs: .nothing,
      details: [
        "Signs up two people and a bot, makes them friends, creates a chat, sends and follows, and "
          + "shows each command with what it prints. Nothing of yours is touched."
      ],
      examples: [Example(command: "chatctl tour", purpose: "see what it is like")],
      isCommon: true,
      run: { _, context throws(ChatError) in
        // A signal ends the command that runs now, and then the tour, which cleans up.
        let signals = try context.catchSignals([.interrupt, .terminate, .hangup, .quit])
        let stage = try TourStage.make(in: context.environment.temporaryDirectory())
        var tour = Tour(stage: stage, signals: signals, output: context.output)
        defer { context.output = tour.output }
        var failure: ChatError?
        do throws(ChatError) {
          try tour.run()
        } catch {
          failure = error
        }
        do throws(ChatError) {
          try stage.remove()
        } catch {
          failure = failure ?? error
        }
        context.signal = try tour.signal()
        if let failure, context.signal == nil { throw failure }
      })
  }
}

/// The steps of the tour, each a command that really runs.
private struct Tour: ~Copyable {
  private let stage: TourStage
  private let signals: SignalSource
  private var caught: Signal?
  private(set) var output: Output

  init(stage: TourStage, signals: consuming SignalSource, output: Output) {
    self.stage = stage
    self.signals = signals
    self.output = output
  }

  /// The signal that is to end the tour, if one has come.
  mutating func signal() throws(ChatError) -> Signal? {
    if caught == nil {
      caught = try attempt(.watch, "signals") { () throws(Errno) in try signals.next() }
    }
    return caught
  }

  mutating func run() throws(ChatError) {
    try say("Lines are shown as scripts get them; on a terminal they are laid out for people.")
    try say("Two people and a bot sign up. Passwords come on standard input, never as arguments.")
    for name in ["alice", "bob", "deploybot"] {
      try run(["signup", name, "--password-stdin"], as: name, input: "the password of \(name)")
      try run(["whoami"], as: name)
    }

    try say("alice adds them as friends, and makes a chat with both.")
    try run(["friends", "add", "bob"], as: "alice")
    try run(["friends", "add", "deploybot"], as: "alice")
    try run(["friends"], as: "alice")
    try run(["chat", "create", "ops", "bob", "deploybot"], as: "alice")
    try run(["chat", "list"], as: "bob")

    try say("bob follows the chat, and sees each message as it is sent.")
    try follow()

    try say("Every message is in the log, for people and for scripts.")
    try run(["log", "ops", "--from", "alice"], as: "bob")
    try run(["log", "ops", "-n", "1", "--json"], as: "bob")

    try say("What goes wrong is said clearly, with what helps and an exit code.")
    try run(["send", "opps", "hello"], as: "bob", expecting: 3)

    try say("That was chatctl. 'chatctl signup USERNAME' makes an account of yours.")
  }

  /// Sends while `tail` runs, and shows what it prints.
  private mutating func follow() throws(ChatError) {
    let words = ["tail", "ops"]
    try prompt("bob", words)
    var follower = try stage.start(words, as: "bob")
    let messages = [
      (sender: "alice", words: ["good", "morning"], input: ""),
      (sender: "deploybot", words: ["-"], input: "deployed 2.4\nall tests passed"),
      (sender: "bob", words: ["thanks!"], input: ""),
    ]
    for message in messages {
      try run(["send", "ops"] + message.words, as: message.sender, input: message.input)
      let line = try stage.readLine(of: &follower)
      try show("  bob sees: \(line)")
      let body = message.input.isEmpty ? message.words.joined(separator: " ") : message.input
      if !line.hasSuffix("\t" + escaped(body)) { throw failure(of: words) }
    }
    if try stage.interrupt(follower) != .killed(signal: Signal.interrupt.rawValue) {
      throw failure(of: words)
    }
  }

  /// Runs a command and shows what it prints.
  private mutating func run(
    _ words: [String], as name: String, input: String = "", expecting status: Int32 = 0
  ) throws(ChatError) {
    try prompt(name, words, input: input)
    let (text, end) = try stage.run(words, as: name, input: input)
    // An error is prose, all else are records.
    let isProse = status != 0 && !output.json
    let lines = text.split(separator: "\n").map {
      isProse ? output.results.wrapped(String($0)) : String($0)
    }
    try show(isProse ? lines.joined(separator: "\n") : text)
    if status != 0 { try show("(exit code \(status))") }
    if end != .exited(status) { throw failure(of: words) }
  }

  private func failure(of words: [String]) -> ChatError {
    .tourFailed(step: words.joined(separator: " "))
  }

  private func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    FieldText.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func show(_ text: String) throws(ChatError) {
    if text.isEmpty { return }
    if output.json {
      output.object(.output(text))
    } else {
      output.line(text)
    }
    try output.flush()
  }

  /// Shows a command that is to begin, unless a signal ends the tour.
  private mutating func prompt(
    _ name: String, _ words: [String], input: String = ""
  ) throws(ChatError) {
    if try signal() != nil { throw failure(of: words) }
    let source = input.isEmpty ? "" : "printf '\(escaped(input))' | "
    let line = source + "chatctl \(words.joined(separator: " "))"
    if output.json {
      output.object(.command(line, of: name))
    } else {
      output.line(output.results.styled("\(name)$ \(line)", .bold))
    }
    try output.flush()
  }

  private mutating func say(_ text: String) throws(ChatError) {
    if output.json {
      output.object(.step(text))
    } else {
      output.line("\n\(output.results.wrapped(text))\n")
    }
    try output.flush()
  }
}
