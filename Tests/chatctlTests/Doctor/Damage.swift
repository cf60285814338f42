import Foundation
import Testing

/// One way in which a store can be damaged, and what doctor is to make of it.
struct Damage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What is told of it.
  let words: String
  /// Whether there is a copy of what was repaired.
  var keepsCopy = false
  /// Whether a note stays.
  var leavesNote = false
  /// Damages a store.
  /// - Returns: the file at fault.
  let apply: @Sendable (Patient) throws -> URL

  init(
    _ name: String, _ words: String, keepsCopy: Bool = false, leavesNote: Bool = false,
    _ apply: @escaping @Sendable (Patient) throws -> URL
  ) {
    testDescription = name
    self.words = words
    self.keepsCopy = keepsCopy
    self.leavesNote = leavesNote
    self.apply = apply
  }

  /// Damages that are mended without a loss.
  static let repairable = [
    Damage("a username leads nowhere", "does not lead to") { patient in
      let id = try patient.user("bob").lastPathComponent
      let file = try patient.file("names/usernames", holding: id)
      try patient.remove(file)
      return file
    },
    Damage("the hint of a username is damaged", "it is not valid JSON", keepsCopy: true) {
      let file = try $0.file(
        "names/usernames", holding: try $0.user("alice").lastPathComponent)
      try $0.write("{", to: file)
      return file
    },
    Damage("all usernames are gone", "is missing from the store") {
      let folder = $0.store.folder.appending(path: "names/usernames")
      try $0.remove(folder)
      return folder
    },
    Damage("all hints are gone", "is missing from the store") {
      try $0.remove($0.store.folder.appending(path: "names"))
      return $0.store.folder.appending(path: "names/usernames")
    },
    Damage("an e-mail address leads nowhere", "the account that has that e-mail address") {
      let file = try $0.file("names/emails", holding: "ids")
      try $0.remove(file)
      return file
    },
    Damage("a public chat leads nowhere", "the public chat of that name") {
      let file = try $0.file("names/public", holding: "ids")
      try $0.remove(file)
      return file
    },
    Damage("a chat is on no list", "does not lead to") {
      let id = try $0.chat("r").lastPathComponent
      let user = try $0.user("carol").lastPathComponent
      let file = try $0.file("users/\(user)/chats", holding: id)
      try $0.remove(file)
      return file
    },
    Damage("a list of chats is damaged", "it is empty", keepsCopy: true) {
      let id = try $0.chat("r").lastPathComponent
      let user = try $0.user("alice").lastPathComponent
      let file = try $0.file("users/\(user)/chats", holding: id)
      try $0.write("", to: file)
      return file
    },
    Damage("a list of chats is gone", "does not lead to") {
      let folder = try $0.user("alice").appending(path: "chats")
      try $0.remove(folder)
      return folder
    },
    Damage("others may read a chat", "can be used by others") {
      let file = try $0.chat("r").appending(path: "chat.json")
      try $0.setMode(0o644, of: file)
      return file
    },
    Damage("others may read secrets", "its mode is 640, not 600") {
      let file = try $0.user("alice").appending(path: "secret.json")
      try $0.setMode(0o640, of: file)
      return file
    },
    Damage("others may look into the store", "its mode is 755, not 700") {
      try $0.setMode(0o755, of: $0.store.folder)
      return $0.store.folder
    },
    Damage("the store's lock is gone", "is missing from the store") {
      let file = $0.store.folder.appending(path: "lock")
      try $0.remove(file)
      return file
    },
    Damage("a lock that is closed to its owner", "is closed to its owner: its mode is 400") {
      let file = try $0.chat("r").appending(path: "lock")
      try $0.setMode(0o400, of: file)
      return file
    },
    Damage("a chat's lock is gone", "is missing from the store") {
      let file = try $0.chat("r").appending(path: "lock")
      try $0.remove(file)
      return file
    },
    Damage("a lock leads writers to an old file", "leads writers to the file of #1") {
      try $0.split(at: 5, next: "")
      let lock = try $0.chat("r").appending(path: "lock")
      try $0.write("1 host send\n\(Patient.name(of: 1))\n", to: lock)
      return lock
    },
    Damage("the index lacks a change", "lacks the change", keepsCopy: true) {
      try $0.changeLines(of: $0.index()) { $0.removeFirst() }
      return try $0.index()
    },
    Damage("the index has a damaged line", "has damaged lines", keepsCopy: true) {
      try $0.changeLines(of: $0.index()) { $0[1] = "{" }
      return try $0.index()
    },
    Damage("the index has a line of something else", "has damaged lines", keepsCopy: true) {
      try $0.changeLines(of: $0.index()) { $0.append("something else") }
      return try $0.index()
    },
    Damage("the index is that of another chat", "lacks the change", keepsCopy: true) {
      let index = try $0.index()
      let other = try $0.chat("lobby").appending(path: "edits/\(index.lastPathComponent)")
      try $0.remove(index)
      try FileManager.default.createSymbolicLink(
        atPath: index.path, withDestinationPath: other.path)
      return index
    },
    Damage("the index is gone", "lacks the change") {
      try $0.remove($0.index().deletingLastPathComponent())
      return try $0.index().deletingLastPathComponent()
    },
    Damage("a text is left of a deleted message", "still has a text of #3") {
      let log = try $0.log()
      try $0.changeLines(of: log) { lines in
        lines[2] = lines[2].replacing(/"body":" *"/, with: #""body":"two""#)
      }
      return log
    },
    Damage("a text is left of a deleted message, which was edited", "still has a text of #3") {
      let log = try $0.log()
      try $0.changeLines(of: log) { lines in
        lines[6] = lines[6].replacing(/"body":" *"/, with: #""body":"a secret""#)
      }
      return log
    },
    Damage("a text that is being erased is half a character", "still has a text of #3") {
      let log = try $0.log()
      var bytes = try Data(contentsOf: log)
      let start = try #require(bytes.firstRange(of: Data(#""body":" "#.utf8))?.upperBound)
      bytes[start] = 0x81
      try $0.store.overwrite(log, with: bytes)
      return log
    },
    Damage("a key leads nowhere", "which was sent under that key") {
      let file = try $0.file("chats/\($0.chat("r").lastPathComponent)/keys", holding: "content")
      try $0.remove(file)
      return file
    },
    Damage("a key tells of another text", "what was not sent under that key", keepsCopy: true) {
      let file = try $0.file("chats/\($0.chat("r").lastPathComponent)/keys", holding: "content")
      let text = try String(contentsOf: file, encoding: .utf8)
      try $0.write(text.replacing(/"content":"..../, with: #""content":"0000"#), to: file)
      return file
    },
    Damage("a key is damaged", "it is empty", keepsCopy: true) {
      let file = try $0.file("chats/\($0.chat("r").lastPathComponent)/keys", holding: "content")
      try $0.write("", to: file)
      return file
    },
  ]

  /// What a crash leaves, or an earlier life: told as a note, and cleared.
  static let leftovers = [
    Damage("a log ends in an unfinished line", "ends in an unfinished line", leavesNote: true) {
      try $0.store.append(Array(#"{"seq":9,"n":5,"da"#.utf8), to: $0.log())
      return try $0.log()
    },
    Damage(
      "a line that a crash left unwritten, and a later one", "was never finished", leavesNote: true
    ) {
      try $0.store.append([UInt8](repeating: 0, count: 40) + Array("\n".utf8), to: $0.log())
      return try $0.log()
    },
    Damage("a copy of a change that was cut off", "has lines that a crash cut off", keepsCopy: true)
    {
      try $0.changeLines(of: $0.index()) { $0.append(#"{"seq":99,"n"#) }
      return try $0.index()
    },
    Damage("a document that was never put in place", "left from a command") {
      let file = try $0.user("alice").appending(path: "profile.json.new")
      try $0.make("{", at: file)
      return file
    },
    Damage("an account that was never put in place", "left from a command") {
      let folder = $0.store.folder.appending(path: "users/.new")
      try $0.makeDirectory(folder)
      return folder
    },
    Damage("a chat that was deleted", "left from a command") {
      let folder = $0.store.folder.appending(path: "chats/.gone")
      try $0.makeDirectory(folder)
      try $0.make("secret", at: folder.appending(path: "x"))
      return folder
    },
    Damage("a hint of nothing", "which does not go by it", keepsCopy: true) {
      let file = try $0.file("names/usernames", holding: try $0.user("bob").lastPathComponent)
      try $0.store.replace("[\"", with: "[\"00000000000000000000\",\"", in: file)
      return file
    },
    Damage("secrets of an account that was deleted", "of an account that was deleted") {
      let file = try $0.user("dave").appending(path: "secret.json")
      try $0.make("{}", at: file)
      return file
    },
    Damage("a file of a log that does not name the next", "does not name the file that follows") {
      try $0.split(at: 5, next: "").first
    },
    Damage("the begun name of the next file of a log", "does not name the file that follows") {
      try $0.split(at: 5, next: #"{"next":"0000"#).first
    },
    Damage("a key without a message", "is of a key that #99 does not have", keepsCopy: true) {
      let file = try $0.file("chats/\($0.chat("r").lastPathComponent)/keys", holding: "content")
      let other = file.deletingLastPathComponent()
        .appending(path: String(repeating: "0", count: 62) + ".json")
      let text = try String(contentsOf: file, encoding: .utf8)
      try $0.make(text.replacing(/"seq":\d+/, with: #""seq":99"#), at: other)
      return other
    },
    Damage("a copy of a change that never came", "tells of a change #99", keepsCopy: true) {
      try $0.changeLines(of: $0.index()) { lines in
        lines.append(lines[0].replacing(/"seq":\d+/, with: #""seq":99"#))
      }
      return try $0.index()
    },
  ]

  /// Damages without one right answer.
  static let told = [
    Damage("a damaged profile", "it is not valid JSON") {
      let file = try $0.user("bob").appending(path: "profile.json")
      try $0.write("{", to: file)
      return file
    },
    Damage("a profile that is gone", "is missing from the store") {
      let file = try $0.user("bob").appending(path: "profile.json")
      try $0.remove(file)
      return file
    },
    Damage("another's profile", "it is another account's") {
      let file = try $0.user("bob").appending(path: "profile.json")
      try $0.write(
        String(contentsOf: $0.user("carol").appending(path: "profile.json"), encoding: .utf8),
        to: file)
      return file
    },
    Damage("damaged secrets", "it has no 'id'") {
      let file = try $0.user("bob").appending(path: "secret.json")
      try $0.write("{}", to: file)
      return file
    },
    Damage("secrets that are gone", "is missing from the store") {
      let file = try $0.user("bob").appending(path: "secret.json")
      try $0.remove(file)
      return file
    },
    Damage("a chat without its owner", "it has no 'owner'") {
      let file = try $0.chat("r").appending(path: "chat.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      try $0.write(text.replacing(/"owner":"\w+"/, with: "\"owner\":null"), to: file)
      return file
    },
    Damage("a damaged chat", "'owner' is not valid") {
      let file = try $0.chat("r").appending(path: "chat.json")
      try $0.store.replace("\"owner\":\"", with: "\"owner\":\"x", in: file)
      return file
    },
    Damage("an account that is gone", "which is no account") {
      try $0.remove($0.user("carol"))
      return try $0.chat("r").appending(path: "chat.json")
    },
    Damage("a friend that is gone", "as a friend, which is no account") {
      try $0.remove($0.user("carol"))
      return try $0.user("alice").appending(path: "profile.json")
    },
    Damage("an owner who takes no part", "who is no participant") {
      let file = try $0.chat("r").appending(path: "chat.json")
      let gina = try $0.user("~gina").lastPathComponent
      let text = try String(contentsOf: file, encoding: .utf8)
      try $0.write(
        text.replacing(/"owner":"\w+"/, with: "\"owner\":\"\(gina)\""), to: file)
      return file
    },
    Damage("a direct chat of others", "is no direct chat of its participants") {
      let file = try $0.file("chats", holding: "\"direct\":true")
      let carol = try $0.user("carol").lastPathComponent
      let text = try String(contentsOf: file, encoding: .utf8)
      try $0.write(
        text.replacing(/"user":"\w+"/, with: "\"user\":\"\(carol)\"", maxReplacements: 1), to: file)
      return file
    },
    Damage("a file that is a directory", "it is no regular file") {
      let file = try $0.chat("r").appending(path: "chat.json")
      try $0.remove(file)
      try $0.makeDirectory(file)
      return file
    },
    Damage("a directory that is a file", "it is no directory") {
      let folder = try $0.chat("r").appending(path: "cursors")
      try $0.remove(folder)
      try $0.make("", at: folder)
      return folder
    },
    Damage("someone removed who is no account", "as removed, which is no account") {
      let file = try $0.chat("r").appending(path: "chat.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      try $0.write(
        text.replacing(/"banned":\["..../, with: #""banned":["0000"#), to: file)
      return file
    },
    Damage("a line of nobody", "which is no account") {
      try $0.changeLines(of: $0.log()) { lines in
        lines[0] = lines[0].replacing(/"user":"..../, with: #""user":"0000"#)
      }
      return try $0.log()
    },
    Damage("a link to another log", "is a link to something else in the store") {
      let file = try $0.log("lobby")
      try $0.remove(file)
      try FileManager.default.createSymbolicLink(
        atPath: file.path, withDestinationPath: $0.log().path)
      return file
    },
    Damage("a link to nowhere", "it is a link to nowhere") {
      let file = try $0.log("lobby")
      try $0.remove(file)
      try FileManager.default.createSymbolicLink(
        atPath: file.path, withDestinationPath: "/nonexistent")
      return file
    },
    Damage("a log that is gone", "is missing from the store") {
      let folder = try $0.log("lobby").deletingLastPathComponent()
      try $0.remove(folder)
      return folder
    },
    Damage("a log without files", "it holds no messages file") {
      try $0.remove($0.log("lobby"))
      return try $0.log("lobby").deletingLastPathComponent()
    },
    Damage("a damaged line", "has a damaged line at byte 0, which stands for #1") {
      try $0.changeLines(of: $0.log()) { $0[0] = $0[0].replacing("\"user\"", with: "\"uset\"") }
      return try $0.log()
    },
    Damage("a damaged line of a message that was deleted", "has a damaged line") {
      try $0.changeLines(of: $0.log()) { lines in
        lines[2] = lines[2].replacing(/"n":\d+/, with: #""n":99999999999999999999"#)
      }
      return try $0.log()
    },
    Damage("a message without its count", "has a damaged line") {
      try $0.changeLines(of: $0.log()) { $0[1] = $0[1].replacing(/"n":\d+,/, with: "") }
      return try $0.log()
    },
    Damage("an edit of nothing", "has a damaged line") {
      try $0.changeLines(of: $0.log()) { lines in
        for index in lines.indices {
          lines[index] = lines[index].replacing(/"edit":\d+,/, with: "")
        }
      }
      return try $0.log()
    },
    Damage("a blank line", "has a damaged line") {
      try $0.changeLines(of: $0.log()) { $0[1] = "" }
      return try $0.log()
    },
    Damage("lost lines", "lacks #2 to #3") {
      try $0.changeLines(of: $0.log()) { $0.removeSubrange(1...2) }
      return try $0.log()
    },
    Damage("numbers that go back", "goes back from #4 to #2") {
      try $0.changeLines(of: $0.log()) { $0.insert($0[1], at: 4) }
      return try $0.log()
    },
    Damage("dates that go back", "goes back in time at #5") {
      try $0.changeLines(of: $0.log()) { lines in
        lines[4] = lines[4].replacing(/"date":"20\d\d/, with: #""date":"2001"#)
      }
      return try $0.log()
    },
    Damage("a wrong count", "counts the messages wrongly at #4") {
      try $0.changeLines(of: $0.log()) { $0[3] = $0[3].replacing(/"n":\d+/, with: #""n":7"#) }
      return try $0.log()
    },
    Damage("a file of a log that is not called by its first number", "not called by its first") {
      let (_, second) = try $0.split(at: 5)
      let other = second.deletingLastPathComponent().appending(path: Patient.name(of: 6))
      try FileManager.default.moveItem(at: second, to: other)
      return other
    },
    Damage("a log whose next file is gone", "goes on in a file of #5, which is missing") {
      let (first, second) = try $0.split(at: 5)
      try $0.remove(second)
      return first
    },
    Damage("a log that was cut, and goes on in another file", "was cut") {
      try $0.split(at: 5, next: #"{"seq":4,"n"#).first
    },
    Damage("lines after the end of a file of a log", "goes on after the line that ends it") {
      let (first, _) = try $0.split(at: 5)
      try $0.store.append(Array("{}\n".utf8), to: first)
      return first
    },
    Damage("a cursor at another record", "which is not in the log as it was") {
      let file = try $0.file("chats/\($0.chat("r").lastPathComponent)/cursors", holding: "\"c\"")
      try $0.store.replace("\"seq\":4", with: "\"seq\":5", in: file)
      return file
    },
    Damage("a cursor with a wrong count", "counts the messages up to the cursor 'c' wrongly") {
      let file = try $0.file("chats/\($0.chat("r").lastPathComponent)/cursors", holding: "\"c\"")
      let text = try String(contentsOf: file, encoding: .utf8)
      try $0.write(text.replacing(/"n":\d+/, with: #""n":99"#), to: file)
      return file
    },
    Damage("a cursor of nobody", "which is no account") {
      let file = try $0.file("chats/\($0.chat("r").lastPathComponent)/cursors", holding: "\"c\"")
      let other = file.deletingLastPathComponent().appending(
        path: String(repeating: "0", count: 20) + file.lastPathComponent.dropFirst(20))
      try FileManager.default.moveItem(at: file, to: other)
      return other
    },
  ]
}
