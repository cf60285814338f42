import Foundation
import Testing

@testable import chatctl

/// The completion scripts in the shells they are for.
struct ShellCompletionTests {
  /// Command lines up to the cursor, and what is offered there.
  static let cases: [(line: String, words: [String])] = [
    ("chatctl s", ["send", "shell"]),
    ("chatctl --json s", ["send", "shell"]),
    ("chatctl --store s s", ["send", "shell"]),
    ("chatctl chat ", ["create", "list"]),
    ("chatctl -q chat c", ["create"]),
    ("chatctl chat --json c", ["create"]),
    ("chatctl log --json --si", ["--since"]),
    ("chatctl 'send' r --l", ["--lines", "--lock-timeout"]),
    ("chatctl bogus ", []),
    ("chatctl secr", []),
    ("chatctl help ", ["chat", "help", "log", "run", "send", "shell", "tail", "token"]),
    ("chatctl help chat ", ["create", "list"]),
    ("chatctl help send ", []),
    ("chatctl send --l", ["--lines", "--lock-timeout"]),
    ("chatctl send r --l", ["--lines", "--lock-timeout"]),
    ("chatctl send r failed --l", []),
    ("chatctl send r -- --l", []),
    ("chatctl chat --so", ["--sort"]),
    ("chatctl chat --sort ", ["date", "name"]),
    ("chatctl chat -s ", ["date", "name"]),
    ("chatctl chat list --sort n", ["name"]),
    ("chatctl chat create --p", ["--public"]),
    ("chatctl tail --fo", []),
    ("chatctl log r --color ", ["always", "auto", "never"]),
    ("chatctl log r --color a", ["always", "auto"]),
    ("chatctl log r -qn ", []),
    ("chatctl log -n 5 --si", ["--since"]),
    ("chatctl log --s", ["--since", "--store"]),
    ("chatctl shell ", ["a", "b"]),
    ("chatctl shell a ", []),
    ("chatctl log ", []),
  ]

  @Test(.needs("bash"), arguments: cases)
  func `bash completes`(line: String, words: [String]) throws {
    #expect(try bash(line) == words)
  }

  @Test(
    .needs("bash"),
    arguments: [
      ("chatctl log --color=", ["always", "auto", "never"]),
      ("chatctl log --color=ne", ["never"]),
      ("chatctl --store=x s", ["send", "shell"]),
      ("chatctl --store ~/x s", ["send", "shell"]),
      ("chatctl --store=x", ["compopt -o dirnames"]),
      ("chatctl --store x", ["compopt -o dirnames"]),
      ("chatctl run x", ["compopt -o dirnames"]),
      ("chatctl token create -o x", ["compopt -o default"]),
    ])
  func `bash completes values that it splits, and files`(line: String, words: [String]) throws {
    #expect(try bash(line) == words)
  }

  private func bash(_ line: String) throws -> [String] {
    // readline replaces what stands behind the last of these.
    let replaced = line.split(omittingEmptySubsequences: false) { " =".contains($0) }.last ?? ""
    let script = """
      set -u
      unset HOME
      source "$1"
      compopt() { [[ $2 == nosort ]] || echo "compopt $*"; }
      COMP_LINE=$2 COMP_POINT=${#2}
      _chatctl chatctl "$3" ''
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try withFile(named: "chatctl.bash", Shell.bash.completionScript(for: .sample)) { path in
      lines(
        try Program(name: "bash").run([
          "--norc", "-c", script, "bash", path, line, String(replaced),
        ]))
    }
  }

  @Test(.needs("fish"), arguments: cases)
  func `fish completes`(line: String, words: [String]) throws {
    #expect(try fish(line) == words)
  }

  private func fish(_ line: String) throws -> [String] {
    let script = "source $argv[1]; complete -C $argv[2]"
    return try withFile(named: "chatctl.fish", Shell.fish.completionScript(for: .sample)) { path in
      // A line is a word, a tab and what it is for.
      lines(try Program(name: "fish").run(["--no-config", "-c", script, path, line]))
        .map { String($0.prefix { $0 != "\t" }) }
    }
  }

  /// Runs an interactive zsh on a pseudo-terminal, where Tab prints what it would offer.
  @Test(.needs("zsh", "timeout")) func `zsh completes`() throws {
    let script = #"""
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "source ${(q)1}.rc"
      zpty -r z output '*READY*'
      for line in $@[2,-1]; do
        zpty -wn z $line$'\t\x07'
        zpty -r z output '*END*'
        print -r -- $output
      done
      """#
    let settings = #"""
      PROMPT= RPROMPT= PROMPT_EOL_MARK=
      unset zle_bracketed_paste
      autoload -Uz compinit
      compinit -D -u
      bindkey '^I' complete-word
      compadd() {
        # With one of these, the completion system only asks what would match.
        if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
          builtin compadd "$@"
          return
        fi
        local -a matches descriptions
        builtin compadd -A matches "$@"
        zparseopts -E d:=descriptions
        (( $#matches )) && print -rl -- '' match:$^matches ${(P)descriptions[2]}
        return 1
      }
      finish() {
        zle kill-whole-line
        print END
      }
      zle -N finish
      bindkey '^G' finish
      source ${${(%):-%x}:r}
      print READ''Y
      """#
    let printed = try withFile(
      named: "_chatctl", Shell.zsh.completionScript(for: .sample)
    ) { path in
      try Data(settings.utf8).write(to: URL(fileURLWithPath: path + ".rc"))
      return try Program(name: "timeout").run(
        ["60", "zsh", "-f", "-c", script, "zsh", path] + Self.cases.map(\.line))
    }
    let answers = printed.split(separator: "END", omittingEmptySubsequences: false)
    try #require(answers.count == Self.cases.count + 1, "\(printed)")
    #expect(printed.contains("from TIME [on]: it's on"))
    for ((line, words), answer) in zip(Self.cases, answers) {
      let matches = answer.split(whereSeparator: \.isNewline)
        .filter { $0.hasPrefix("match:") }.map { String($0.dropFirst(6)) }
        // Where no operand may follow, zsh has options to offer.
        .filter { !$0.hasPrefix("-") || line.contains(" --") }
      #expect(matches.sorted() == words, "\(line): \(answer)")
    }
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).sorted()
  }
}
