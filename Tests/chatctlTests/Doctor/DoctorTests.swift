import Foundation
import Testing

/// `chatctl doctor` and `chatctl doctor --repair`.
struct DoctorTests {
  @Test func `a sound store gives nothing and is left as it is`() throws {
    let patient = try Patient()
    let before = try patient.store.snapshot()
    let outcome = try patient.doctor()
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.text)")
    // A cursor of dave's.
    let notes = outcome.errors.split(separator: "\n")
    #expect(notes.allSatisfy { $0.contains("is of an account that was deleted") }, "\(notes)")
    #expect(try patient.store.snapshot() == before)
    #expect(try patient.home.onTerminal("doctor").screen.contains("nothing is wrong"))
    #expect(try patient.doctor("--repair").code == 0)
    expectQuietSuccess(try patient.doctor())
    #expect(try patient.home.succeed("export", "--all").text == Patient.export())
  }

  @Test(.needsTracing) func `who waits at a terminal sees how much is left`() throws {
    let patient = try Patient()
    let log = try #require(try patient.store.segments.first).path
    let process = try patient.home.start(["doctor"]) {
      $0.attach(to: try PseudoTerminal())
      $0.wrap(in: .slow("pread64", on: log, seconds: 1))
    }
    let screen = try process.outcome().screen
    #expect(screen.contains(#/checked \[#*-*\] \d+ % of 0 MB/#), "\(screen)")
  }

  @Test(arguments: Damage.repairable)
  func `what has one right answer is told and mended`(damage: Damage) throws {
    let patient = try Patient()
    let file = try damage.apply(patient)
    let before = try patient.store.snapshot()
    let outcome = try patient.doctor()
    #expect(outcome.code == 1, "\(outcome.errors)")
    let line = outcome.lines.first { $0.contains(damage.words) && $0.contains("--repair") }
    let told = try #require(line, "\(outcome.text)")
    // Of an index as a whole.
    #expect(file.path.hasPrefix(told.prefix { $0 != "\t" }) || told.hasPrefix(file.path))
    #expect(try patient.store.snapshot() == before)

    let repair = try patient.doctor("--repair")
    #expect(repair.code == 1, "\(repair.errors)")
    #expect(repair.lines.allSatisfy { $0.hasSuffix("\trepaired") }, "\(repair.text)")
    try expectCopy(of: file, damage, before, in: patient)
    let after = try patient.doctor()
    #expect(after.code == 0 && after.output.isEmpty, "\(after.text)")
    #expect(after.errors.isEmpty != damage.leavesNote, "\(after.errors)")
    #expect(try patient.home.succeed("export", "--all").text == Patient.export())
    try patient.home.succeed("send", "r", "--key", "k", "once", as: "alice")
    #expect(try patient.home.succeed("export", "--all").text == Patient.export())
    try patient.home.succeed("send", "r", "after", as: "alice")
    #expect(try patient.doctor().code == 0)
  }

  @Test(arguments: Damage.leftovers)
  func `what a crash leaves is noted and cleared`(damage: Damage) throws {
    let patient = try Patient()
    let file = try damage.apply(patient)
    let before = try patient.store.snapshot()
    let outcome = try patient.doctor()
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.text)")
    #expect(outcome.errors.contains(damage.words), "\(outcome.errors)")
    let isIndex = file.path.contains("/edits/")
    #expect(outcome.errors.contains(isIndex ? file.deletingLastPathComponent().path : file.path))
    #expect(try patient.store.snapshot() == before)
    #expect(try patient.doctor("--repair").code == 0)
    try expectCopy(of: file, damage, before, in: patient)
    let after = try patient.doctor()
    #expect(after.code == 0 && after.output.isEmpty)
    #expect(after.errors.isEmpty != damage.leavesNote, "\(after.errors)")
    #expect(try patient.home.succeed("export", "--all").text == Patient.export())
  }

  @Test func `a last line that lacks its line break is ended`() throws {
    let patient = try Patient()
    let log = try patient.log()
    try patient.write(String(String(contentsOf: log, encoding: .utf8).dropLast()), to: log)
    #expect(try patient.doctor().errors.contains("ends in a line without its line break"))
    _ = try patient.doctor("--repair")
    expectQuietSuccess(try patient.doctor())
    #expect(try patient.home.succeed("export", "--all").text == Patient.export())
  }

  @Test(arguments: Damage.told)
  func `what has no one right answer is told and left alone`(damage: Damage) throws {
    let patient = try Patient()
    let file = try damage.apply(patient)
    let outcome = try patient.doctor()
    #expect(outcome.code == 1 && outcome.text.contains(file.path), "\(outcome.text)")
    #expect(outcome.text.contains(damage.words), "\(outcome.text)")
    #expect(outcome.lines.allSatisfy { $0.components(separatedBy: "\t").count == 4 })
    let damaged = file.isDirectory ? nil : try? Data(contentsOf: file)
    #expect(try patient.doctor("--repair").code == 1)
    #expect((file.isDirectory ? nil : try? Data(contentsOf: file)) == damaged)
    #expect(try patient.doctor().text.contains(damage.words))
  }

  private func expectCopy(
    of file: URL, _ damage: Damage, _ before: [String: Data], in patient: Patient
  ) throws {
    let repairs = patient.store.folder.appending(path: "repairs")
    let path = String(file.path.dropFirst(patient.store.path.count + 1))
    let dates = (try? FileManager.default.contentsOfDirectory(atPath: repairs.path)) ?? []
    let copies = dates.map { repairs.appending(path: "\($0)/\(path)") }
      .filter { FileManager.default.fileExists(atPath: $0.path) && !$0.isDirectory }
    #expect(copies.count == (damage.keepsCopy ? 1 : 0))
    for copy in copies {
      #expect(try Data(contentsOf: copy) == before[path])
      #expect(try mode(of: copy) == 0o600)
      #expect(try mode(of: copy.deletingLastPathComponent()) == 0o700)
    }
  }

  @Test func `a deleted text is nowhere after a repair`() throws {
    let patient = try Patient()
    try patient.changeLines(of: patient.log()) { lines in
      lines[6] = lines[6].replacing(/"body":" *"/, with: #""body":"a secret""#)
    }
    try patient.changeLines(of: patient.index()) { $0.removeAll() }
    #expect(try patient.doctor("--repair").code == 1)
    for data in try patient.store.snapshot().values {
      #expect(data.firstRange(of: Data("a secret".utf8)) == nil)
    }
  }

  @Test func `a line that a crash tore is noted, for ever`() throws {
    let patient = try Patient()
    try patient.store.append(Array(#"{"seq":9,"n":5,"date":"20"#.utf8), to: patient.log())
    try patient.home.succeed("send", "r", "next", as: "alice")
    let outcome = try patient.doctor()
    #expect(outcome.code == 0 && outcome.errors.contains("never finished"), "\(outcome.text)")
  }

  @Test func `what nobody made is noted, and its name reaches no terminal`() throws {
    let patient = try Patient()
    let name = "a\u{1B}[31m\nb\u{202E}"
    try patient.make("", at: patient.store.folder.appending(path: name))
    _ = try patient.home.shell("touch \"\(patient.store.path)/$(printf 'x\\377y')\"")
    let outcome = try patient.home.onTerminal("doctor")
    #expect(outcome.code == 0)
    let text = outcome.screen.filter { !$0.isWhitespace }
    #expect(text.contains("noneofthefilesofastore"), "\(outcome.screen)")
    #expect(!text.contains("\u{1B}[31m") && !text.contains("\u{202E}"))
    #expect(text.contains(#"a\u{1b}[31m\u{a}b\u{202e}"#) && text.contains("x\u{FFFD}y"))
    #expect(try patient.doctor("--repair").code == 0)
    let left = patient.store.folder.appending(path: name)
    #expect(FileManager.default.fileExists(atPath: left.path))
    _ = try patient.home.shell("rm \"\(patient.store.path)/$(printf 'x\\377y')\"")
  }

  @Test func `a fault is an object in JSON, and notes are too`() throws {
    let patient = try Patient()
    let file = try patient.chat("r").appending(path: "chat.json")
    try patient.setMode(0o640, of: file)
    for words in [["--json"], ["--json", "--repair"]] {
      let outcome = try patient.home.run(["doctor"] + words)
      let objects = try outcome.lines.map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
      #expect(objects.map { $0["severity"] as? String }.contains("note"))
      let fault = try #require(objects.first { $0["severity"] as? String == "fault" })
      #expect(fault["path"] as? String == file.path)
      #expect(fault["repaired"] as? Bool == words.contains("--repair"))
    }
  }

  @Test func `a store that is missing, damaged or newer is refused as elsewhere`() throws {
    let patient = try Patient()
    try patient.store.replace("\"format\":1", with: "\"format\":99", in: patient.store.settings)
    expectRefusal(try patient.doctor(), code: 7, saying: "99", "update chatctl")
    try patient.write("{", to: patient.store.settings)
    expectRefusal(try patient.doctor("--repair"), code: 7, saying: patient.store.settings.path)
    try patient.remove(patient.store.folder)
    expectRefusal(try patient.doctor(), code: 7, saying: patient.store.path)
  }

  @Test func `a damaged profile keeps its names from being given away`() throws {
    let patient = try Patient()
    let hint = try patient.file(
      "names/usernames", holding: patient.user("bob").lastPathComponent)
    try patient.write("{", to: patient.user("bob").appending(path: "profile.json"))
    try patient.write("{", to: hint)
    #expect(try patient.doctor("--repair").code == 1)
    #expect(try String(contentsOf: hint, encoding: .utf8) == "{")
  }

  @Test(.needsMounts) func `a store that is read-only can be looked at, not repaired`() throws {
    let patient = try Patient()
    let store = patient.store.path
    try patient.setMode(0o644, of: patient.log())
    let readOnly = Wrapper.mounts(
      "mount --bind '\(store)' '\(store)'; mount -o remount,bind,ro '\(store)'")
    let outcome = try patient.home.run("doctor") { $0.wrap(in: readOnly) }
    #expect(outcome.code == 1 && outcome.lines.count == 1, "\(outcome.errors)")
    let repair = try patient.home.run("doctor", "--repair") { $0.wrap(in: readOnly) }
    #expect(repair.code == 7, "\(repair.errors)")
  }

  @Test func `while others write, nothing is found`() throws {
    let patient = try Patient()
    let script = """
      for i in 1 2 3 4 5 6; do
        chatctl --as alice send r --key "$0-$i" x
        n=$(chatctl --as alice send lobby --json y | sed 's/.*"number":\\([0-9]*\\).*/\\1/')
        chatctl --as alice edit lobby "$n" z
        chatctl --as alice delete lobby "$n"
        chatctl --as bob chat read --all
        chatctl --as alice chat create "c$0$i" bob
        chatctl --as alice chat rename "c$0$i" "d$0$i"
        chatctl --as alice chat delete "d$0$i" --yes
      done
      """
    _ = try patient.doctor("--repair")
    let writers = try (1...8).map { writer in
      try patient.home.startShell(script.replacing("$0", with: "w\(writer)"))
    }
    for _ in 1...6 { expectQuietSuccess(try patient.doctor()) }
    for writer in writers { #expect(try writer.finish().code == 0) }
    expectQuietSuccess(try patient.doctor())
  }

  @Test(arguments: [[], ["--repair"]])
  func `who holds a lock too long is named, where something may be their work`(
    words: [String]
  ) throws {
    let patient = try Patient()
    _ = try patient.doctor("--repair")
    let lock = try HeldLock(patient.chat("r").appending(path: "lock"))
    expectQuietSuccess(try patient.doctor("--lock-timeout", "100ms"))
    try patient.store.append(Array("{".utf8), to: patient.log())
    let outcome = try patient.home.run(["doctor", "--lock-timeout", "100ms"] + words)
    expectRefusal(outcome, code: 6, saying: try patient.chat("r").path)
    lock.release()
    #expect(try patient.doctor().errors.contains("ends in an unfinished line"))
  }

  @Test func `a store in which writers were killed has no faults`() throws {
    let patient = try Patient()
    _ = try patient.doctor("--repair")
    for round in 1...20 {
      let writer = try patient.home.startShell(
        """
        for i in 1 2 3 4 5 6; do
          chatctl --as alice send r --key "\(round)-$i" x
          chatctl --as alice edit r 2 "\(round)-$i"
          chatctl --as bob cursor set alice/r c 4
        done & sleep 0.\(round % 7 + 1); kill -9 $! ; pkill -9 -P $! ; wait
        """)
      _ = try writer.outcome()
    }
    let outcome = try patient.doctor()
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.text)")
    #expect(try patient.doctor("--repair").code == 0)
    expectQuietSuccess(try patient.doctor())
  }
}

/// The same in a store that a group shares.
@Suite(.needsRoot)
struct DoctorGroupTests {
  @Test func `a member looks at what is theirs to see`() throws {
    let founder = OSUser(uid: 60001, gid: 60001, group: "users")
    let member = OSUser(uid: 60002, gid: 60002, group: "users")
    let place = try TestHome(.absent, user: founder)
    let store = StoreFiles(place.folder.appending(path: "shared"))
    let alice = try TestHome(.at(store.path), user: founder)
    let bob = try TestHome(.at(store.path), user: member)
    try alice.succeed("init", "--group", "users")
    try store.makePasswordsCheap()
    try bob.signUp("bob")
    try alice.signUp("alice")
    try alice.succeed("friends", "add", "bob")
    try alice.makeChat("r", of: "alice", with: ["bob"])
    for home in [alice, bob] {
      try home.succeed("send", "r", "x")
      expectQuietSuccess(try home.run("doctor"))
      #expect(try home.run("doctor").output.isEmpty)
    }
    let document = try #require(store.chats.first)
    _ = try place.shell("chmod 600 '\(document.path)'")
    let outcome = try alice.run("doctor")
    #expect(outcome.code == 1 && outcome.text.contains("closed to the group"), "\(outcome.text)")
    #expect(try alice.run("doctor", "--repair").code == 1)
    #expect(try mode(of: document) == 0o600)
  }

  @Test func `a store that is closed to all writing is without fault`() throws {
    let patient = try Patient()
    let closed = try Launch(words: ["/bin/chmod", "-R", "a-w", patient.store.path]).run()
    #expect(closed.code == 0)
    #expect(try patient.doctor().code == 0)
    // So that it can be removed.
    _ = try Launch(words: ["/bin/chmod", "-R", "u+w", patient.store.path]).run()
  }
}
