/// The completion script of fish(1).
struct FishCompletion {
  let table: CommandTable

  /// The script, in lines without a final line break.
  var script: String {
    #"""
    # fish completion for chatctl, made by `chatctl completion fish`

    # Prints the commands that may follow the words $argv[1].
    function __chatctl_commands
        switch $argv[1]
    \#(arms { table.subcommands(of: $0).map(\.word) })
        end
    end

    # Prints the options with a value of the command $argv[1].
    function __chatctl_valued
        printf '%s\n' \#(GlobalOptions.all.filter(hasValue).flatMap(\.spellings).joined(separator: " "))
        switch $argv[1]
    \#(arms { ($0.command?.shownOptions ?? []).filter(hasValue).flatMap(\.spellings) })
        end
    end

    # Prints the number of the operand from which on all words of the command $argv[1] are a text.
    function __chatctl_text
        switch $argv[1]
    \#(arms { ($0.command?.operands.firstIndex(where: \.endsOptions)).map { ["\($0)"] } ?? [] })
        end
    end

    # Prints the command before the cursor and then its operands, a line each; fails in a text.
    function __chatctl_place
        set -l words (commandline -opc)
        set -e words[1]
        set -l command ''
        set -l operands
        set -l ended
        set -l expecting
        for word in $words
            if set -q expecting[1]
                set expecting
            else if not set -q ended[1]; and test "$word" = --
                set ended 1
            else if not set -q ended[1]; and string match -qr '^-.' -- $word
                set -l valued (__chatctl_valued $command)
                if string match -q -- '--*' $word
                    contains -- $word $valued; and set expecting 1
                else
                    for letter in (string split '' -- (string sub -s 2 -- $word))
                        contains -- -$letter $valued; or continue
                        string match -q -- "*$letter" $word; and set expecting 1
                        break
                    end
                end
            else if set -l commands (__chatctl_commands $command)
                and set -q commands[1]
                contains -- $word $commands; or return
                set command (string trim -- "$command $word")
            else
                set -a operands (string escape -- $word)
                set -l text (__chatctl_text $command)
                set -q text[1]; and test (count $operands) -gt $text; and return 1
            end
        end
        printf '%s\n' $command $operands
    end

    # Whether the cursor follows the command $argv[1] and, where $argv[2] is given, so many operands.
    function __chatctl_at
        set -l place (__chatctl_place); and test "$place[1]" = "$argv[1]"
        and begin
            not set -q argv[2]; or test (count $place) -eq (math $argv[2] + 1)
        end
    end

    # Whether the cursor follows the command $argv[1] and at least $argv[2] operands.
    function __chatctl_after
        set -l place (__chatctl_place); and test "$place[1]" = "$argv[1]"
        and test (count $place) -gt $argv[2]
    end

    # Prints the commands that may follow the operands, which name a command.
    function __chatctl_named_commands
        set -l place (__chatctl_place); and __chatctl_commands "$place[2..]"
    end

    # Prints the words of the process up to the current one as they were typed, a line each.
    function __chatctl_raw
        set -l line (commandline -pc | string collect)
        set -l length (math (string length -- "$line") - (string length -- (commandline -ct | string collect)))
        string sub -l $length -- "$line" | string collect \
            | string match -ar '(?:[^\s\'"\\\\]|\\\\.|\'(?:[^\'\\\\]|\\\\.)*\'|"(?:[^"\\\\]|\\\\.)*")+'
    end

    # Prints what chatctl itself knows: the chats, people, messages and more of the store. It says
    # nothing where nobody is logged in. Of expansions only ~/ and $NAME are made, in plain words
    # that were typed so. No local here is called as one of the user may be.
    function __chatctl_live
        set -l __chatctl_typed (commandline -opc)
        set -l __chatctl_raw (__chatctl_raw)
        # Else it is not known which word is which.
        if test (count $__chatctl_raw) -eq (count $__chatctl_typed)
            for __chatctl_index in (seq (count $__chatctl_typed))
                set -l __chatctl_word $__chatctl_typed[$__chatctl_index]
                set -l __chatctl_plain (string replace -a '"' '' -- $__chatctl_raw[$__chatctl_index])
                if string match -q -- '~/*' $__chatctl_raw[$__chatctl_index]
                    set __chatctl_typed[$__chatctl_index] $HOME(string sub -s 2 -- $__chatctl_word)
                else if test "$__chatctl_plain" = "$__chatctl_word"
                    and set -l __chatctl_parts (string match -r '^((?:--[a-z-]+=)?)\$(\w+)((?:/[\w./-]*)?)$' -- $__chatctl_word)
                    set -l __chatctl_name $__chatctl_parts[3]
                    set __chatctl_typed[$__chatctl_index] "$__chatctl_parts[2]$$__chatctl_name$__chatctl_parts[4]"
                end
            end
        end
        type -q -- $__chatctl_typed[1]; or return
        # How a name is begun is all that this tells; fish itself compares.
        set -l __chatctl_current (commandline -ct | string replace -ar '[\'"\\\\]' '')
        set -l __chatctl_ask $__chatctl_typed[1] candidates -- $__chatctl_typed[2..] "$__chatctl_current"
        if string match -qr '[*?]' -- "$__chatctl_current"
            # To fish, what was typed is a pattern then, which other words match, too.
            set -l __chatctl_length (string length -- "$__chatctl_current")
            for __chatctl_word in ($__chatctl_ask 2>/dev/null </dev/null)
                test (string sub -l $__chatctl_length -- $__chatctl_word) = "$__chatctl_current"
                and printf '%s\n' $__chatctl_word
            end
        else
            $__chatctl_ask 2>/dev/null </dev/null
        end
    end

    complete -c chatctl -f
    \#(completions.joined(separator: "\n"))
    """#
  }

  private func hasValue(_ option: CommandOption) -> Bool { option.metavar != nil }

  private func arms(_ words: (Topic) -> [String]) -> String {
    table.topics.flatMap { topic in
      let words = words(topic)
      return words.isEmpty
        ? []
        : [
          "        case '\(topic.fullName)'",
          "            printf '%s\\n' \(words.joined(separator: " "))",
        ]
    }.joined(separator: "\n")
  }

  private var completions: [String] {
    var lines = GlobalOptions.all.map { line(of: $0, when: "__chatctl_place >/dev/null") }
    for topic in table.topics {
      let name = topic.fullName
      lines += table.subcommands(of: topic).map { subcommand in
        line("__chatctl_at \"\(name)\"", " -a \(subcommand.word)", subcommand.summary)
      }
      lines += (topic.command?.shownOptions ?? []).map {
        line(of: $0, when: "__chatctl_at \"\(name)\"")
      }
      guard case .command(let command) = topic else { continue }
      lines += command.operands.enumerated().compactMap { index, operand in
        let place = operand.arity.repeats ? "__chatctl_after" : "__chatctl_at"
        let offer = offer(operand.completion)
        return offer.isEmpty ? nil : line("\(place) \"\(name)\" \(index)", offer, operand.help)
      }
    }
    return lines
  }

  private func line(of option: CommandOption, when condition: String) -> String {
    var arguments = (option.short.map { " -s \($0)" } ?? "") + " -l \(option.long)"
    if hasValue(option) {
      // -x requires an argument that is no file.
      arguments += (option.completion == .file ? " -r" : " -x") + offer(option.completion)
    }
    return line(condition, arguments, option.explanation)
  }

  private func line(_ condition: String, _ arguments: String, _ description: String) -> String {
    "complete -c chatctl -n \(quoted(condition))\(arguments) -d \(quoted(description))"
  }

  private func offer(_ completion: Completion) -> String {
    switch completion {
    case .none: ""
    case .group: " -a '(__fish_complete_groups)'"
    case .login, .live: " -k -a '(__chatctl_live)'"
    case .file: " -F"
    case .directory: " -a '(__fish_complete_directories)'"
    case .oneOf(let words): " -a \(quoted(words.joined(separator: " ")))"
    case .command: " -a '(__chatctl_named_commands)'"
    }
  }

  private func quoted(_ text: String) -> String {
    "'"
      + text.reduce(into: "") { result, character in
        if character == "'" || character == "\\" { result.append("\\") }
        result.append(character)
      } + "'"
  }
}
