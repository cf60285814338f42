import TestTools
import Testing

@testable import reliability

/// The method finds what it is for.
struct FaultsTests {
  @Test(arguments: [
    ("logout", "open", "sessions.json.new"), ("account delete", "unlink", "secret.json"),
    ("cursor set", "fsync", "cursors"), ("cursor remove", "unlink", ".lock"),
  ])
  func `an error tells of what was done before it`(name: String, call: String, path: String) throws
  {
    let start = try World(Target.built.chatctl)
    try start.populate()
    let stage = Stage.ordinary(start)
    let command = try #require(WritingCommand.all.first { $0.name == name })
    let trial = try FaultTrial(command, at: stage, stage.opening(), on: .built)
    let last = try #require(
      trial.calls.last { $0.name == call && $0.path.hasSuffix(path) })
    let fault = Fault(kind: .inputOutput, isForEver: false)
    #expect(try trial.violation(of: fault, at: last.number) == nil)
  }

  @Test func `a healthy send is found healthy`() throws {
    let start = try World(Target.built.chatctl)
    try start.populate()
    let stage = Stage.ordinary(start)
    let send = try #require(WritingCommand.all.first { $0.name == "send" })
    let trial = try FaultTrial(send, at: stage, stage.opening(), on: .built)
    #expect(trial.calls.contains { $0.isSync })
    for fault in Fault.all {
      for call in trial.calls where fault.concerns(call) {
        #expect(try trial.violation(of: fault, at: call.number) == nil)
      }
    }
  }
}
