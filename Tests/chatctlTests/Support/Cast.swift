import Foundation

/// The people, chats, files and programs that the examples of the manual name, in a home of alice.
struct Cast {
  private let original: TestHome

  /// The last message in ops.
  static let lastWords = "it failed, @alice"

  init() throws {
    original = try TestHome()
    let outcome = try original.shell(
      """
      set -e
      cd
      for name in bob carol dave erin mallory alice; do
        echo pw | chatctl signup $name --password-stdin
      done
      for friend in bob carol dave erin mallory; do chatctl friends add $friend; done
      chatctl chat create ops bob carol mallory
      chatctl chat create lobby --public
      seq 41 | chatctl send ops --lines
      chatctl send ops 'deploying a.b(c)'
      chatctl --as bob send ops '\(Self.lastWords)'
      chatctl tail ops -n 1 --cursor deploy-bot --no-follow --exec --retries 0 -- false 2>/dev/null
      echo built >build.log
      mkdir programs
      printf '#!/bin/sh\\n[ "$1" = deploy ]\\n' >programs/make
      printf '#!/bin/sh\\necho pw\\n' >programs/pass
      printf '#!/bin/sh\\necho saved\\n' >programs/backup
      printf '#!/bin/sh\\ncat >/dev/null\\n' >deploy
      printf '#!/bin/sh\\ncat >/dev/null; echo answered\\n' >answer
      chmod 755 programs/* deploy answer
      """)
    guard outcome.code == 0 else { throw HarnessError(outcome.errors) }
  }

  /// What has to happen before a command line that holds a text.
  private static let steps = [
    ("chatctl signup", "rm -r ~/.local"),
    ("chatctl init", "rm -r ~/.local"),
    ("chat create ops", "chatctl chat delete ops --yes"),
    ("chat create lobby", "chatctl chat delete lobby --yes"),
    ("chat join alice/lobby", "chatctl switch bob"),
    ("friends unblock mallory", "chatctl friends block mallory"),
    ("switch '~anna'", "chatctl login --guest anna && chatctl switch alice"),
    ("--token-file ~/.backup-token", "chatctl token create backup --output ~/.backup-token"),
    ("token revoke backup", "chatctl token create backup"),
    // What is there to be found, or to be told of.
    ("chatctl doctor -q", "chmod 644 ~/.local/share/chatctl/store.json"),
    ("-- make test", "ln -sf /bin/true ~/programs/make"),
  ]

  /// A home of alice's, as it has to be for a command line to do what it says.
  func home(for command: String) throws -> TestHome {
    let home = try TestHome(.absent)
    let steps = Self.steps.filter { command.contains($0.0) }.map(\.1)
    let script = [
      "set -e", "cd '\(original.folder.path)'",
      "cp -a .local build.log programs deploy answer ~", "cd",
    ]
    let outcome = try home.shell((script + steps).joined(separator: "\n"))
    guard outcome.code == 0 else { throw HarnessError("before \(command): \(outcome.errors)") }
    return home
  }
}
