import ChatCore
import ChatSystem

/// Parses, opens what the command needs, runs it and exits.
@main
enum Main {
  static func main() {
    ignoreWriteSignals()
    switch run(in: Environment()) {
    case .status(let status): exitProcess(status)
    case .signal(let signal): die(of: signal)
    }
  }

  /// How the process is to end.
  private enum End {
    case status(Int32)
    case signal(Signal)
  }

  private static func run(in environment: Environment) -> End {
    do throws(ChatError) {
      let words = try attempt(.read, "/proc/self/cmdline") { () throws(Errno) in
        try commandLineArguments()
      }
      return run(Array(words.dropFirst()), in: environment)
    } catch {
      var output = Output(json: false, quiet: false, color: .auto, environment)
      return end(with: error, &output)
    }
  }

  private static func run(_ arguments: [[UInt8]], in environment: Environment) -> End {
    // What goes wrong before the line is understood is told in the form that it asks for.
    var output = Output(
      json: arguments.contains(Array("--json".utf8)), quiet: false, color: .auto, environment)
    do throws(ChatError) {
      try attempt(.open, "/dev/null") { () throws(Errno) in try StandardStream.occupyClosed() }
      switch try Parser.parse(arguments: arguments, table: .chatctl) {
      case .invocation(let invocation):
        output = Output(invocation, environment)
        return try run(invocation, &output, environment)
      case .help(let topic):
        output.shortHelp(on: topic)
      case .version:
        output.programVersion()
      }
      try output.flush()
      return .status(0)
    } catch {
      let command = Parser.command(in: arguments, of: .chatctl)
      let explained = CommandTable.chatctl.explaining(error, of: command, in: arguments)
      return end(with: explained, code: command?.ownFailureCode, &output)
    }
  }

  private static func run(
    _ invocation: Invocation, _ output: inout Output, _ environment: Environment
  ) throws(ChatError) -> End {
    var context = try Context(invocation, output: output, environment: environment)
    defer { output = context.output }
    do throws(ChatError) {
      try context.open(invocation.command.needs)
      try invocation.command.run(invocation, &context)
    } catch {
      throw context.locating(context.suggesting(error, for: invocation))
    }
    try context.output.flush()
    return context.signal.map(End.signal) ?? .status(context.exitCode)
  }

  /// - Parameter code: the exit code; nil for that of the error.
  private static func end(
    with error: ChatError, code: Int32? = nil, _ output: inout Output
  ) -> End {
    // A reader that has seen enough is no failure to talk about.
    if error == .outputFailed(.brokenPipe) { return .signal(.brokenPipe) }
    output.error(error)
    return .status(code ?? error.exitCode)
  }
}

extension Output {
  fileprivate init(_ invocation: Invocation, _ environment: Environment) {
    self.init(
      json: invocation.has(GlobalOptions.json), quiet: invocation.has(GlobalOptions.quiet),
      color: invocation.value(of: GlobalOptions.color).flatMap(ColorChoice.init) ?? .auto,
      environment)
  }

  fileprivate init(json: Bool, quiet: Bool, color: ColorChoice, _ environment: Environment) {
    self.init(
      json: json, quiet: quiet,
      results: .detect(.output, color: color, environment: environment.value),
      diagnostics: .detect(.error, color: color, environment: environment.value))
  }
}
