import ChatSystem
import TestTools

/// How much memory a command has at most, getrusage(2).
struct PeakMemory: Measuring {
  private let command: String

  init(_ command: String) { self.command = command }

  func measure(on stage: Stage) throws -> Measurement {
    let output = try newFile("run/output")
    let printed = try stage.launch("run/peak \(command)").run(output: output.raw)
    guard let size = printed.errors.split(separator: "\n").last.flatMap({ Int($0) }) else {
      throw Failure("\(command) left no word on its memory")
    }
    return Measurement(ours: .bytes(size * 1024))
  }
}
