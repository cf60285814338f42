import Foundation
import TestTools

/// Where one comparison is measured: all that it needs is there.
struct Stage: Sendable {
  let sizes: Sizes
  let environment: [String: String]
  /// What the words in braces in a command stand for.
  let values: [String: String]

  /// The search path of everything that is measured.
  static let path = "/usr/bin:/bin:/usr/sbin:/sbin"

  /// What every program is given, and no more.
  /// - Parameter state: the directory where sessions are remembered.
  static func environment(state: String) -> [String: String] {
    let current = FileManager.default.currentDirectoryPath
    return [
      "PATH": path, "HOME": "\(current)/run", "XDG_STATE_HOME": "\(current)/\(state)",
      "TZ": "UTC",
    ]
  }

  /// Copies a store; its sessions are good for the copy, too.
  static func copy(_ scene: Scene, to path: String) throws {
    try Launch(["cp", "-a", scene.store, path], environment: ["PATH": Self.path]).run()
  }

  /// A command with what stands in braces filled in: `{segments}`, the files that hold the long
  /// chat's messages, and `{since}`, when its last ones begin.
  func filled(_ command: String) -> String {
    values.reduce(command) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  /// What starts a command.
  func launch(_ command: String) -> Launch {
    Launch(words(of: filled(command)), environment: environment)
  }
}

/// Splits a command as a shell does, with single and double quotes.
func words(of command: String) -> [String] {
  var words: [String] = []
  var word: String?
  var quote: Character?
  for character in command {
    switch character {
    case quote:
      quote = nil
    case "'" where quote == nil, "\"" where quote == nil:
      quote = character
      word = word ?? ""
    case " " where quote == nil:
      if let word { words.append(word) }
      word = nil
    default:
      word = (word ?? "") + String(character)
    }
  }
  if let word { words.append(word) }
  return words
}
