import Testing

@testable import ChatCore

@Suite struct LockNoteTests {
  @Test(arguments: [nil, 1, 123_456] as [Int64?])
  func `a note comes back as it was written`(segment: Int64?) {
    let holder = LockHolder(pid: 4711, host: "host", command: "chat create")
    let note = LockNote(holder: holder, segment: segment)
    #expect(LockNote(note.bytes) == note)
  }

  @Test func `each note covers the one before, whatever it names`() {
    let long = LockHolder(
      pid: .max, host: String(repeating: "h", count: 300),
      command: String(repeating: "c", count: 300)
    )
    let short = LockHolder(pid: 1, host: "h", command: "c")
    let notes = [LockNote(holder: long, segment: 1 << 50), LockNote(holder: short)].map(\.bytes)
    #expect(notes[0].count == notes[1].count)
    #expect(LockNote(notes[0])?.segment == 1 << 50)
  }

  @Test(
    arguments: [
      "", "\n", " ", "x host send\n", "4711\n", "4711 host\n", "99999999999 host send\n", "\0\0\0",
    ])
  func `what is no note names nobody`(text: String) {
    #expect(LockNote(Array(text.utf8)) == nil)
  }

  @Test(arguments: ["", "x\n", "1.jsonl\n", "../../etc/passwd\n", "-0000000000000000001.jsonl\n"])
  func `a segment is believed only if it has the form of one`(line: String) {
    #expect(LockNote(Array("1 host send\n\(line)".utf8))?.segment == nil)
  }
}
