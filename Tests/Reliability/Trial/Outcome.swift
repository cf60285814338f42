import Foundation
import TestTools

extension Outcome {
  /// What is wrong with how a command has ended, whatever it did: crashes, and errors that are not
  /// in chatctl's voice.
  var complaint: String? {
    if code >= 128 { return "it crashed" }
    let lines = errors.split(separator: "\n")
    if let line = lines.first(where: { $0.contains("Fatal error") || $0.contains("Errno(") }) {
      return "not our words: '\(line)'"
    }
    if code == 0 || code == 1 || code == 124 { return nil }
    let isSaid = lines.contains {
      $0.hasPrefix("chatctl: ") && !$0.hasPrefix("chatctl: warning:")
        || $0.hasPrefix(#"{"type":"error""#)
    }
    return isSaid ? nil : "it does not say what is wrong"
  }

  /// For who is to understand what happened.
  var inWords: String {
    "exit \(code), '\(errors.trimmingCharacters(in: .whitespacesAndNewlines))'"
  }
}
