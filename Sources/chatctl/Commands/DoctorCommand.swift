import ChatCore

extension Command {
  static func doctor(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "look for what is wrong in the store, and mend it",
      options: [Options.repair],
      needs: Needs(store: .read, account: .none, right: .read),
      details: [
        "Every file is read and compared with what it refers to: accounts, names, chats, logs, "
          + "cursors and keys, and who may read them. Each fault is told with the file's path, and "
          + "with what helps. What a crash may leave, and does no harm, is noted on standard error and "
          + "is no fault.",
        "Without --repair nothing is changed and no lock is taken. What others are at work on is "
          + "looked at again until they have come to an end, for as long as --lock-timeout says.",
        "With --repair, what has one right answer is mended. Of what that changes or removes there is "
          + "a copy in 'repairs' in the store, by date; there is none of secrets and deleted texts. "
          + "What has several answers, such as a damaged profile or line of a log, is left as it is. "
          + "What cannot be mended because the system refuses is an error, and the exit code is 7.",
        "In a pipe each fault is a line of four fields: path, what is wrong, what helps, and "
          + "'repaired' or nothing. " + Reference.fields,
      ],
      examples: [
        Example(command: "chatctl doctor", purpose: "see whether all is well"),
        Example(command: "chatctl doctor --repair", purpose: "mend what can be mended"),
        Example(
          command: "chatctl doctor -q > faults || chatctl send ops - < faults",
          purpose: "tell a chat of faults, from cron"),
      ],
      exitCodes: [
        ExitMeaning(code: 0, meaning: "no fault was found"),
        ExitMeaning(code: ExitCode.no, meaning: "one was found, also one that was mended"),
      ],
      run: { invocation, context throws(ChatError) in
        try context.examine(repairs: invocation.has(Options.repair))
      })
  }
}

private enum Options {
  static let repair = CommandOption(long: "repair", help: "mend what has one right answer")
}

extension Context {
  fileprivate mutating func examine(repairs: Bool) throws(ChatError) {
    let progress = output.progress
    let doctor = try Doctor(store) { progress.advance(by: $0) }
    progress.begin("checked", .bytes, of: { doctor.measure() })
    defer { progress.end() }
    if repairs {
      // Both tell through this one.
      var context = self
      defer { self = context }
      try doctor.repair(
        { finding, outcome throws(ChatError) in try context.tell(finding, outcome) },
        failing: { context.passOver($0) })
    } else {
      try doctor.examine { finding, outcome throws(ChatError) in try tell(finding, outcome) }
    }
    if !answersNo, failure == nil { output.nothing("nothing is wrong with the store") }
  }

  private mutating func tell(_ finding: Finding, _ outcome: Doctor.Outcome) throws(ChatError) {
    try output.check()
    let isRepaired = outcome == .repaired
    if finding.severity == .fault { answersNo = true }
    if output.json { return output.object(.finding(finding, isRepaired: isRepaired)) }
    if finding.severity == .note {
      return output.status(finding.message + (isRepaired ? ": repaired" : ""))
    }
    output.fault(finding, isRepaired: isRepaired)
  }
}

extension Output {
  /// Adds a fault to the results.
  fileprivate mutating func fault(_ finding: Finding, isRepaired: Bool) {
    guard results.isTerminal else {
      let fields = [
        finding.path, finding.message, isRepaired ? "" : finding.hint,
        isRepaired ? "repaired" : "",
      ]
      return lines { bytes in
        for (index, field) in fields.enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: "\t")) }
          FieldText.append(field, to: &bytes)
        }
      }
    }
    line(results.wrapped(Sanitizer.inline(finding.message)))
    let outcome = isRepaired ? "repaired" : finding.hint
    line("  " + results.styled(results.wrapped(Sanitizer.inline(outcome), after: "  "), .dim))
  }
}
