import Foundation
import Glibc
import Testing

/// Whole chats as files.
struct ExportTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
  }

  /// A chat with an edited message, a deleted one, and one that answers another.
  private func converse() throws {
    try home.succeed("send", "r", "first")
    try home.succeed("send", "alice/r", "--reply-to", "1", "answer\n  second line", as: "bob")
    try home.succeed("send", "r", "regretted")
    try home.succeed("edit", "r", "1", "corrected")
    try home.succeed("edit", "r", "3", "regretted twice")
    try home.succeed("delete", "r", "3")
  }

  private func objects(_ outcome: Outcome) throws -> [[String: Any]] {
    try outcome.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test(.needs("jq")) func `JSON has each record in order, messages as they were sent`() throws {
    try converse()
    let outcome = try home.succeed("export", "r")
    let objects = try objects(outcome)
    #expect(
      objects.map { $0["type"] as? String } == [
        "chat", "message", "message", "message", "edit", "edit", "deletion",
      ])
    #expect(objects.dropFirst().map { $0["number"] as? Int } == [1, 2, 3, 4, 5, 6])
    #expect(
      objects.map { $0["body"] as? String } == [
        nil, "first", "answer\n  second line", nil, "corrected", nil, nil,
      ])
    #expect(objects[2]["replyTo"] as? Int == 1)
    #expect(objects[3]["deleted"] as? Bool == true)
    #expect(objects.allSatisfy { $0["edited"] == nil })
    let read = try home.shell("chatctl export r | jq -r 'select(.type == \"edit\").username'")
    #expect(read.text == "alice\nalice\n")
  }

  @Test(
    arguments: [
      ("a.html", "<!DOCTYPE"), ("A.HTML", "<!DOCTYPE"), ("a.txt", "r\n"), ("a.jsonl", "{\"type\""),
      ("a.json", "{\"type\""), ("a", "{\"type\""), ("html", "{\"type\""),
    ])
  func `what the file is called says what it is to be`(name: String, begin: String) throws {
    try converse()
    let file = home.folder.appending(path: name)
    let contents = { try String(contentsOf: file, encoding: .utf8) }
    try home.succeed("export", "r", "--output", file.path)
    #expect(try contents().lowercased().hasPrefix(begin.lowercased()))
    // What is said beats it.
    try home.succeed("export", "r", "--output", file.path, "--format", "text")
    #expect(try contents().hasPrefix("r\n"))
    try home.succeed("export", "r", "--output", file.path, "--json")
    #expect(try contents().hasPrefix("{\"type\""))
    #expect(try home.succeed("help", "export").text.contains(".html"))
  }

  @Test(arguments: [["export", "r"], ["token", "create", "t"]])
  func `a file in a directory that is not there is told with what helps`(words: [String]) throws {
    let outcome = try home.run(words + ["--output", "/nonexistent/a b/x"])
    expectRefusal(
      outcome, code: 7, saying: "no directory", #"'mkdir -p /nonexistent/a\ b' makes it"#)
  }

  @Test func `a link that leads to no directory is not taken for a missing directory`() throws {
    let link = home.folder.appending(path: "link").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "/nonexistent/x")
    let outcome = try home.run("export", "r", "--output", link)
    expectRefusal(outcome, code: 7, saying: link)
    #expect(!outcome.errors.contains("mkdir"))
  }

  @Test func `JSON holds every text exactly`() throws {
    let texts = ["a\n\u{1B}[2J\u{202E}", "\u{FFFE}\\ \"", "  tabs\t and spaces  ", "日本語 🏴󠁧󠁢󠁳󠁣󠁴󠁿"]
    for text in texts { try home.succeed("send", "r", text) }
    let bodies = try objects(home.succeed("export", "r")).compactMap { $0["body"] as? String }
    #expect(bodies.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
  }

  @Test func `text is what a terminal shows, without wrapping and escapes`() throws {
    try converse()
    let long = String(repeating: "word ", count: 100) + "\u{1B}[31m"
    try home.succeed("send", "r", long)
    let text = try home.succeed("export", "r", "--format", "text").text
    let lines = text.split(separator: "\n").map { $0.replacing(/^\d\d:\d\d/, with: "") }
    #expect(lines[0] == "r")
    #expect(lines[1].contains(/^── \w+ \d+ \w+ \d+ ──$/))
    #expect(
      lines.dropFirst(2) == [
        " › alice  #1 ✎  corrected", "   bob      #2  ↳ alice #1: corrected",
        "                     answer", "                       second line",
        " › alice  #3 ✗  deleted",
        " › alice    #7  \(String(repeating: "word ", count: 100))\\u{1b}[31m",
      ])
  }

  @Test func `several chats are told apart, and all can be had`() throws {
    try home.makeChat("other", of: "alice")
    try home.succeed("send", "other", "there")
    try home.succeed("send", "r", "here")
    for words in [["other", "r"], ["--all"]] {
      let chats = try objects(home.succeed(["export"] + words)).map { $0["chat"] as? String }
      #expect(chats == ["other", "other", "r", "r"])
      let text = try home.succeed(["export", "--format", "text"] + words).lines
      #expect(text.first == "other" && text.contains("r"))
      let page = try home.succeed(["export", "--format", "html"] + words).text
      #expect(page.components(separatedBy: "<section>").count == 3)
      #expect(page.contains("<h1 dir=\"auto\">other</h1>"))
    }
    #expect(try home.succeed("export", "--all", as: "bob").lines.count == 2)
  }

  @Test func `who may not read a chat may not export it`() throws {
    try home.signUp("carol")
    expectRefusal(try home.run("export", "alice/r", as: "carol"), code: 3)
    expectRefusal(try home.run("export", as: "alice"), code: 2)
    expectRefusal(try home.run("export", "r", "--all", as: "alice"), code: 2)
    expectRefusal(try home.run("export", "r", "--format", "pdf", as: "alice"), code: 2)
    let html = try home.run("export", "r", "--json", "--format", "html", as: "alice")
    #expect(html.code == 2 && html.output.isEmpty)
  }

  // MARK: the file

  private var file: URL { home.folder.appending(path: "chat.jsonl") }

  private func exportToFile(configure: (inout Launch) throws -> Void = { _ in }) throws -> Outcome {
    try home.run("export", "r", "--output", file.path, configure: configure)
  }

  private func mode(of url: URL) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return attributes[.posixPermissions] as? Int
  }

  @Test func `a file is for its owner alone and replaces an older one`() throws {
    try home.succeed("send", "r", "one")
    expectQuietSuccess(try exportToFile())
    #expect(try mode(of: file) == 0o600)
    let expected = try home.succeed("export", "r").output
    #expect(try Array(Data(contentsOf: file)) == expected)
    try Data("old\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    expectQuietSuccess(try exportToFile())
    #expect(try mode(of: file) == 0o600)
    #expect(try Array(Data(contentsOf: file)) == expected)
  }

  @Test func `a symlink stays, and its target is replaced`() throws {
    let target = home.folder.appending(path: "target")
    try Data("old\n".utf8).write(to: target)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
    expectQuietSuccess(try exportToFile())
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == target.path)
    #expect(try String(contentsOf: target, encoding: .utf8).hasPrefix("{"))
  }

  @Test func `what cannot be completed leaves the old file and nothing else`() throws {
    try Data("old\n".utf8).write(to: file)
    let text = String(repeating: "x", count: 200_000)
    for _ in 0..<5 { try home.succeed("send", "r", input: .text(text)) }
    let before = try home.entries()
    let full = try exportToFile { $0.wrap(in: .shell("ulimit -f 100")) }
    expectRefusal(full, code: 7, saying: file.path)
    let stopped = try exportToFile { $0.wrap(in: .pending(SIGTERM)) }
    #expect(stopped.ending == .killed(signal: SIGTERM))
    #expect(try String(contentsOf: file, encoding: .utf8) == "old\n")
    #expect(try home.entries() == before)
  }

  @Test(arguments: ["nowhere", "sub/nowhere", "link"])
  func `a symlink to nothing stays, and its target is made`(destination: String) throws {
    let manager = FileManager.default
    let folder = home.folder.appending(path: "sub")
    try manager.createDirectory(at: folder, withIntermediateDirectories: false)
    try manager.createSymbolicLink(
      atPath: home.folder.appending(path: "link").path, withDestinationPath: "sub/last")
    try manager.createSymbolicLink(
      atPath: folder.appending(path: "last").path, withDestinationPath: "../nowhere")
    try manager.createSymbolicLink(atPath: file.path, withDestinationPath: destination)
    expectQuietSuccess(try exportToFile())
    #expect(try manager.destinationOfSymbolicLink(atPath: file.path) == destination)
    let target = home.folder.appending(path: destination == "link" ? "nowhere" : destination)
    #expect(try mode(of: target) == 0o600)
    #expect(try Array(Data(contentsOf: target)) == home.succeed("export", "r").output)
  }

  @Test func `a directory is refused, and so is a place in none`() throws {
    let before = try home.entries()
    for path in [home.folder.path, "\(home.folder.path)/missing/file"] {
      expectRefusal(try home.run("export", "r", "--output", path), code: 7, saying: path)
    }
    expectRefusal(
      try home.run("export", "r", "--output", home.folder.path), code: 7, saying: "is a directory")
    #expect(try home.entries() == before)
  }

  /// The type of inode(7).
  private func kind(of path: String) throws -> UInt32 {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & S_IFMT
  }

  @Test func `a device is written to and stays`() throws {
    expectQuietSuccess(try home.run("export", "r", "--output", "/dev/null"))
    let full = try home.run("export", "r", "--output", "/dev/full")
    expectRefusal(full, code: 7, saying: "/dev/full")
    for device in ["/dev/null", "/dev/full"] { #expect(try kind(of: device) == S_IFCHR) }
  }

  @Test func `a named pipe is written to when someone reads it`() throws {
    try #require(mkfifo(file.path, 0o600) == 0)
    try home.succeed("send", "r", "hello")
    let expected = try home.succeed("export", "r").output
    let reader = try home.startShell("cat \(file.path)")
    expectQuietSuccess(try exportToFile())
    #expect(try reader.finish().output == expected)
    let waiting = try home.start("export", "r", "--output", file.path)
    waiting.signal(SIGINT)
    #expect(try waiting.finish().ending == .killed(signal: SIGINT))
    #expect(try kind(of: file.path) == S_IFIFO)
  }

  @Test func `/dev/stdout is standard output, whatever that is`() throws {
    try home.succeed("send", "r", "hello")
    let expected = try home.succeed("export", "r").text
    #expect(try home.succeed("export", "r", "--output", "/dev/stdout").text == expected)
    let added = try home.shell(
      """
      (echo before; chatctl export r --output /dev/stdout; echo after) >>"$HOME/all"
      cat "$HOME/all"
      """)
    #expect(added.text == "before\n\(expected)after\n")
  }

  @Test func `memory does not grow with the chat`() throws {
    let line = String(repeating: "x", count: 1000)
    let lines = [String](repeating: line, count: 20_000).joined(separator: "\n")
    try home.succeed("send", "r", "--lines", input: .text(lines))
    for format in ["json", "text", "html"] {
      // 20 MB of messages; the program itself takes some memory.
      let outcome = try home.run("export", "r", "--format", format, "--output", file.path) {
        $0.wrap(in: .shell("ulimit -d 16000"))
      }
      expectQuietSuccess(outcome)
    }
  }
}
