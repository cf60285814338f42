package import CLinux
import ChatSystem
import Foundation
import Glibc

/// A program to start and all that it is given.
package struct Launch: Sendable {
  /// The program, looked for in `PATH` unless it has a slash, and its arguments.
  package let words: [String]
  package let environment: [String: String]

  /// What the standard streams are connected to; null(4) where nothing is said.
  package struct Streams {
    package var input: Int32?
    package var output: Int32?
    package var errors: Int32?

    package init(input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil) {
      self.input = input
      self.output = output
      self.errors = errors
    }
  }

  package init(_ words: [String], environment: [String: String]) {
    self.words = words
    self.environment = environment
  }

  /// Runs it to its end; it has to exit with 0.
  /// - Parameter output: where it prints to; else that is returned.
  @discardableResult
  package func run(
    input: [UInt8] = [], output: Int32? = nil
  ) throws -> (output: String, errors: String) {
    let outcome = try finish(input: input, output: output)
    guard outcome.code == 0 else { throw failure(outcome.code, errors: outcome.errors) }
    return (outcome.output, outcome.errors)
  }

  /// Runs it to its end, however that is.
  /// - Parameters:
  ///   - output: where it prints to; else that is returned.
  ///   - delay: after so many microseconds it is killed, if it has not ended before.
  ///   - seconds: the same, without a wait where it ends sooner.
  package func finish(
    input: [UInt8] = [], output: Int32? = nil, killedAfter delay: Int? = nil,
    atMost seconds: Int? = nil
  ) throws -> Outcome {
    let inputFile = try memoryFile(input)
    let outputFile = try memoryFile()
    let errorFile = try memoryFile()
    let program = try start(
      Streams(input: inputFile.raw, output: output ?? outputFile.raw, errors: errorFile.raw))
    if let delay {
      usleep(useconds_t(delay))
      kill(-program.id, SIGKILL)
    }
    let ending = seconds.map { program.wait(atMost: $0) } ?? program.wait()
    return Outcome(
      code: ending.code, output: try text(of: outputFile), errors: try text(of: errorFile))
  }

  /// Runs it to its end with as little ado as can be; it has to exit with 0.
  package func runBare() throws {
    let ending = Ending(of: try spawn(Streams(errors: 2)))
    guard ending.code == 0 else { throw failure(ending.code, errors: "") }
  }

  /// Starts it in a process group of its own, which does not outlive this process.
  package func start(_ streams: Streams = Streams()) throws -> RunningProgram {
    RunningProgram(id: try Leftovers.keep { try spawn(streams) })
  }

  /// Why it did not do what it should.
  package func failure(_ code: Int32, errors: String) -> Failure {
    let command = words.joined(separator: " ").prefix(120)
    let reason = errors.split(separator: "\n").suffix(2).joined(separator: "; ")
    return Failure("\(command): exit code \(code)\(reason.isEmpty ? "" : ": \(reason)")")
  }

  /// Starts it, posix_spawn(3), with no signal blocked or ignored.
  /// - Returns: the process, to be waited for.
  package func spawn(_ streams: Streams = Streams()) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in [streams.input, streams.output, streams.errors].enumerated() {
      if let source {
        posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(target), "/dev/null", O_RDWR, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let program = try program()
    var process: pid_t = 0
    let code = withCStrings(words) { words in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
        posix_spawn(&process, program, &actions, &attributes, words, variables)
      }
    }
    guard code == 0 else { throw Failure("cannot start \(program)", code: code) }
    return process
  }

  /// Finds the program as a shell does.
  package func program() throws -> String {
    let name = words.first ?? ""
    if name.contains("/") { return name }
    let directories = (environment["PATH"] ?? "").split(separator: ":")
    let paths = directories.lazy.map { "\($0)/\(name)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
      throw Failure("\(name) is not installed; README.md tells which packages are needed")
    }
    return path
  }
}

/// How a process ended, and what it cost.
package struct Ending: Sendable {
  /// The exit code, or as a shell tells a signal.
  package let code: Int32
  /// The time that it computed, in seconds, the kernel's part included.
  package let cpu: Double

  /// Waits for the end of a process, wait4(2).
  package init(of process: pid_t) {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) == -1 && errno == EINTR {}
    code = exited(status) != 0 ? exit_status(status) : 128 + term_signal(status)
    cpu = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }
}

/// A program that runs beside this one; it is killed when let go.
package final class RunningProgram {
  /// The process, which is the leader of its group.
  package let id: pid_t
  private var ending: Ending?

  fileprivate init(id: pid_t) { self.id = id }

  deinit { stop() }

  /// Waits for its end.
  @discardableResult
  package func wait() -> Ending {
    if let ending { return ending }
    let new = Ending(of: id)
    ending = new
    Leftovers.forget(id)
    return new
  }

  /// Waits for its end, which has to be near: after so many seconds it is killed.
  package func wait(atMost seconds: Int) -> Ending {
    let process = pidfd_open(id)
    var entry = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, Int32(seconds) * 1000) == -1 && errno == EINTR {}
    close(process)
    if entry.revents == 0 { kill(-id, SIGKILL) }
    return wait()
  }

  /// Ends it and what it has started.
  package func stop() {
    guard ending == nil else { return }
    kill(-id, SIGKILL)
    wait()
  }
}

/// A file in memory, to be read and written by programs.
private func memoryFile(_ bytes: [UInt8] = []) throws(Failure) -> FileDescriptor {
  try attempt("memfd_create") { () throws(Errno) in try FileDescriptor.inMemory(bytes) }
}

private func text(of file: borrowing FileDescriptor) throws(Failure) -> String {
  do throws(Errno) {
    return String(decoding: try file.readToEnd(limit: .max), as: UTF8.self)
  } catch {
    throw Failure("reading what a program printed: \(error)")
  }
}

/// Calls with strings as execve(2) takes them: pointers to C strings, and nil at the end.
private func withCStrings<Value>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
) -> Value {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}

/// How a program ended and what it printed.
package struct Outcome: Sendable {
  /// The exit code, or as a shell tells a signal.
  package let code: Int32
  package let output: String
  package let errors: String

  package init(code: Int32, output: String, errors: String) {
    self.code = code
    self.output = output
    self.errors = errors
  }
}
