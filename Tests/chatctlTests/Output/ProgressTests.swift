import ChatSystem
import Testing

@testable import chatctl

@Suite struct ProgressTests {
  private final class Time { var milliseconds: Int64 = 5 }

  private let time = Time()
  private let recorder = OutputRecorder()

  private func output(
    json: Bool = false, quiet: Bool = false, diagnostics: StreamTraits = .terminal()
  ) -> Output {
    recorder.output(
      json: json, quiet: quiet, diagnostics: diagnostics, clock: { time.milliseconds })
  }

  private func run(_ output: Output, milliseconds: Int64, of total: Int64? = nil) {
    output.progress.begin("searched", .bytes, of: { total })
    for _ in 0..<10 {
      time.milliseconds += milliseconds / 10
      output.progress.advance(by: 1_000_000)
    }
  }

  @Test func `a short run shows nothing`() {
    run(output(), milliseconds: 990)
    #expect(recorder.writes.isEmpty)
  }

  @Test func `a long run is shown, and gone before a result, a word or the end`() throws {
    var output = output()
    run(output, milliseconds: 1000)
    #expect(recorder.text(on: .error) == "searched 10 MB")
    let cleared = "searched 10 MB\r              \r"
    output.line("found")
    try output.flush()
    #expect(recorder.text(on: .error) == cleared)
    time.milliseconds += 200
    output.progress.advance(by: 0)
    output.warning("odd")
    #expect(recorder.text(on: .error) == cleared + cleared + "chatctl: warning: odd\n")
    time.milliseconds += 200
    output.progress.advance(by: 1)
    output.progress.end()
    time.milliseconds += 200
    output.progress.advance(by: 1)
    #expect(recorder.text(on: .error) == cleared + cleared + "chatctl: warning: odd\n" + cleared)
  }

  @Test func `it is written over, no faster than anyone reads, and no wider than the terminal`() {
    let output = output(diagnostics: .terminal(columns: 10))
    run(output, milliseconds: 1500)
    let line = "searched "
    let erased = "\r         \r"
    #expect(recorder.writes.map(\.text) == [line, erased, line])
  }

  @Test(arguments: [
    (40, "#####---------------] 25 % of 40"), (15, "#############-------] 66 % of 15"),
    (9, "####################] 100 % of 9"),
  ])
  func `it is a bar where it is known how much there is`(total: Int64, bar: String) {
    run(output(), milliseconds: 1000, of: total * 1_000_000)
    #expect(recorder.text(on: .error) == "searched [\(bar) MB")
  }

  @Test func `it is for whoever looks on at a terminal`() {
    run(output(json: true), milliseconds: 9000)
    run(output(quiet: true), milliseconds: 9000)
    run(output(diagnostics: .plain), milliseconds: 9000)
    #expect(recorder.writes.isEmpty)
  }
}
