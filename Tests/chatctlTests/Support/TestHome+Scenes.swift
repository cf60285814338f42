import Foundation

extension TestHome {
  /// Signs up and logs in, with the password `pw`.
  func signUp(_ usernames: String...) throws {
    for username in usernames {
      try succeed("signup", username, "--password-stdin", input: .text("pw"))
    }
  }

  /// Signs up an account that has an e-mail address and an image, with the password `pw`.
  func signUp(_ username: String, email: String, imageURL: String) throws {
    try succeed(
      "signup", username, "--email", email, "--image-url", imageURL, "--password-stdin",
      input: .text("pw"))
  }

  /// Makes accounts who are friends, the first of whom is logged in and owns the chat `r`.
  func makeRoom(_ owner: String = "alice", _ friends: String...) throws {
    try signUp(owner)
    for friend in friends {
      try signUp(friend)
      try succeed("friends", "add", friend, as: owner)
    }
    try succeed("switch", owner)
    try makeChat("r", of: owner, with: friends)
  }

  /// Makes a chat, a public one where there are no friends.
  func makeChat(_ name: String, of owner: String, with friends: [String] = []) throws {
    let words = ["chat", "create", name] + (friends.isEmpty ? ["--public"] : friends)
    try succeed(words, as: owner)
  }

  /// The bodies of a chat's messages, by `log --json`.
  func bodies(of chat: String = "r", as account: String? = nil) throws -> [String] {
    try succeed("log", chat, "--json", as: account).messages.map(\.body)
  }

  /// Waits until a process that writes to a pipe which nobody reads has no room for more.
  func waitForFullPipe(of process: LiveProcess) throws {
    var last = -1
    try waitUntil("the pipe is full") {
      defer { last = process.writtenBytes }
      try succeed("--version")
      return last >= 32 << 10 && last == process.writtenBytes
    }
  }

  /// What lies in the home, by name.
  func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Makes a program of a script, by its path in the home. Another process writes it: a file that
  /// this one has open may be open for a moment in what another test starts, and then it cannot be
  /// run, ETXTBSY of execve(2).
  func makeProgram(_ path: String, _ script: String) throws {
    let file = folder.appending(path: path).path
    let outcome = try Launch(
      words: ["/bin/sh", "-c", "cat >\"$1\" && chmod 755 \"$1\"", "sh", file],
      input: .text(script + "\n")
    ).run()
    guard outcome.code == 0 else { throw HarnessError(outcome.errors) }
  }
}
