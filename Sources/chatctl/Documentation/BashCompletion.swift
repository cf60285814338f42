/// The completion script of bash(1), which needs nothing of the bash-completion package.
struct BashCompletion {
  let table: CommandTable

  var script: String {
    #"""
    # bash completion for chatctl, made by `chatctl completion bash`

    # Describes what the words $1 name: the commands that may follow, flags, options with a value,
    # and the number of the operand from which on all words are a text.
    _chatctl_describe() {
      commands='' flags='' valued='' text=''
      case $1 in
    \#(descriptions)
      esac
      flags+=' \#(spellings(of: GlobalOptions.all, withValue: false))'
      valued+=' \#(spellings(of: GlobalOptions.all, withValue: true))'
    }

    # Offers values for $2, an option or the number of an operand, of the command $1.
    _chatctl_offer_values() {
      case "$1 $2" in
    \#(values)
      esac
    }

    # Offers those of the words $1 that begin with the current word.
    _chatctl_offer() {
      mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
    }

    _chatctl() {
      local IFS=$' \t\n'
      local current=$2 command='' expecting='' ended='' word letter i j
      local commands flags valued text
      local -a operands=()
      COMPREPLY=()
      _chatctl_describe ''
      for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $expecting ]]; then
          # bash makes three words of `--store=DIR`
          [[ $word == = ]] || expecting=''
        elif [[ ! $ended && $word == -- ]]; then
          ended=1
        elif [[ ! $ended && $word == --* ]]; then
          [[ " $valued " == *" $word "* ]] && expecting=$word
        elif [[ ! $ended && $word == -?* ]]; then
          for ((j = 1; j < ${#word}; j++)); do
            letter=-${word:j:1}
            [[ " $valued " == *" $letter "* ]] || continue
            ((j == ${#word} - 1)) && expecting=$letter
            break
          done
        elif [[ $commands ]]; then
          [[ " $commands " == *" $word "* ]] || return
          command+=${command:+ }$word
          _chatctl_describe "$command"
        else
          operands+=("$word")
          [[ $text ]] && ((${#operands[@]} > text)) && return
        fi
      done
      if [[ $expecting ]]; then
        [[ $current == = ]] && current=''
        _chatctl_offer_values "$command" "$expecting"
      elif [[ ! $ended && $current == -* ]]; then
        _chatctl_offer "$flags $valued"
      elif [[ $commands ]]; then
        _chatctl_offer "$commands"
      else
        _chatctl_offer_values "$command" "${#operands[@]}"
      fi
    }

    complete -F _chatctl chatctl
    """#
  }

  private var descriptions: String {
    table.topics.compactMap { topic in
      let options = topic.command?.shownOptions ?? []
      let variables = [
        ("commands", table.subcommands(of: topic).map(\.word).joined(separator: " ")),
        ("flags", spellings(of: options, withValue: false)),
        ("valued", spellings(of: options, withValue: true)),
        ("text", topic.command?.operands.firstIndex(where: \.endsOptions).map(String.init) ?? ""),
      ]
      let assignments = variables.filter { !$0.1.isEmpty }.map { "\($0)='\($1)'" }
      return assignments.isEmpty
        ? nil : "    '\(topic.fullName)') \(assignments.joined(separator: " ")) ;;"
    }.joined(separator: "\n")
  }

  private func spellings(of options: [CommandOption], withValue: Bool) -> String {
    options.filter { ($0.metavar != nil) == withValue }.flatMap(\.spellings)
      .joined(separator: " ")
  }

  private var values: String {
    var arms = GlobalOptions.all.compactMap { option in
      arm(option.spellings.map { "*' \($0)'" }, option.completion)
    }
    for topic in table.topics {
      guard let command = topic.command else { continue }
      let name = topic.fullName
      arms += command.shownOptions.compactMap { option in
        arm(option.spellings.map { "'\(name) \($0)'" }, option.completion)
      }
      arms += command.operands.enumerated().compactMap { index, operand in
        arm([operand.arity.repeats ? "'\(name) '*" : "'\(name) \(index)'"], operand.completion)
      }
    }
    return arms.joined(separator: "\n")
  }

  private func arm(_ patterns: [String], _ completion: Completion) -> String? {
    let action: String
    switch completion {
    case .none, .chat, .friend, .username, .cursor: return nil
    case .file: action = "compopt -o default"
    case .directory: action = "compopt -o dirnames"
    case .oneOf(let words): action = "_chatctl_offer '\(words.joined(separator: " "))'"
    case .command:
      action = #"_chatctl_describe "${operands[*]}" && _chatctl_offer "$commands""#
    }
    return "    \(patterns.joined(separator: " | "))) \(action) ;;"
  }
}
