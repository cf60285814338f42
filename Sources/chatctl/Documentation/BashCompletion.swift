/// The completion script of bash(1), which needs nothing of the bash-completion package.
struct BashCompletion {
  let table: CommandTable

  /// The script, in lines without a final line break.
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
        *) _chatctl_offer_live ;;
      esac
    }

    # Offers those of the words $1 that begin as the current word does.
    _chatctl_offer() {
      local candidate
      for candidate in $1; do
        _chatctl_add "$option$candidate"
      done
    }

    # Offers what chatctl itself knows: the chats, people, messages and more of the store; nothing
    # where any word can stand.
    _chatctl_offer_live() {
      local alias=${BASH_ALIASES["${words[0]}"]-} candidate rest
      local plain='^chatctl( [A-Za-z0-9_./=:@+-]+)*$'
      local -a program=("${words[0]}")
      [[ $expanded ]] && return 0
      compopt -o nosort 2>/dev/null || :
      # An alias is none of chatctl's names, and may be that of another program; plain options that
      # it gives hold.
      if [[ $alias =~ $plain ]]; then program=($alias); elif [[ $alias ]]; then program=(chatctl); fi
      # It says nothing where nobody is logged in.
      while IFS=$'\t' read -r candidate rest; do
        _chatctl_add "$option$candidate"
      done < <("${program[@]}" candidates -- "${words[@]:1}" "$word" 2>/dev/null </dev/null)
    }

    # Offers the word $1 if it begins as the current one does, quoted as that was begun.
    _chatctl_add() {
      [[ $1 == "$word"* ]] || return 0
      local rest=${1:${#head}}
      case $quote in
        # readline adds a quotation mark at the end unless there is one, and takes one at the
        # beginning for that which is open.
        \')
          rest=${rest//\'/"'\''"}
          [[ $rest == *\' ]] && rest=${rest%\'}
          [[ $rest == \'* ]] && rest=\'$rest
          ;;
        \")
          _chatctl_escape "$rest" '["\\$`]'
          # A backslash would not keep the history from a `!`.
          rest=${rest//'!'/"\"'!'\""}
          [[ $rest == *\" ]] && rest+=\"
          [[ $rest == \"* ]] && rest=\"$rest
          ;;
        *) _chatctl_escape "$rest" $'[][ \t"\'\\\\$`&|;<>(){}*?!#~^]' ;;
      esac
      # A space would stand within the quotation marks: readline does not see them.
      if [[ $quote && ! $rest ]]; then compopt -o nospace 2>/dev/null || :; fi
      COMPREPLY+=("$rest")
    }

    # Puts $1 into rest, with a backslash before each character of the pattern $2.
    _chatctl_escape() {
      rest=$1
      [[ $1 == *$2* ]] || return 0
      local character i
      rest=
      for ((i = 0; i < ${#1}; i++)); do
        character=${1:i:1}
        [[ $character == $2 ]] && rest+=\\
        rest+=$character
      done
    }

    # Splits the line up to the cursor, whose last $1 characters are to be replaced: into words,
    # without quotation marks, and the current word; head is what of it stays, quote the quotation
    # mark that is open. Of expansions only ~/, $NAME and ${NAME} are made, and none is run.
    _chatctl_split() {
      local line=${COMP_LINE:0:COMP_POINT} begun='' character value i start
      local variable='^\$(([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)\})'
      words=() word='' head='' quote='' expanded=''
      start=$((${#line} - $1))
      for ((i = 0; i < ${#line}; i++)); do
        ((i == start)) && head=$word
        character=${line:i:1}
        if [[ $quote == \' ]]; then
          if [[ $character == \' ]]; then quote=''; else word+=$character; fi
        elif [[ $character == [[:space:]] && ! $quote ]]; then
          [[ $begun ]] && words+=("$word")
          word='' head='' begun='' expanded=''
        else
          case $character in
            \')
              if [[ $quote ]]; then word+=$character; else quote=$character; fi
              ;;
            \")
              if [[ $quote ]]; then quote=''; else quote=$character; fi
              ;;
            \\)
              ((i += 1))
              character=${line:i:1}
              [[ $quote && $character && $character != ['"\$`'] ]] && word+=\\
              word+=$character
              ;;
            \~)
              if [[ ! $begun && ${line:i:2} == '~/' ]]; then
                word=${HOME-} expanded=1
              else
                word+=$character
              fi
              ;;
            \$)
              if [[ ${line:i} =~ $variable ]]; then
                character=${BASH_REMATCH[2]}${BASH_REMATCH[3]}
                expanded=1
                for value in "${_chatctl_values[@]}"; do
                  [[ $value == "$character="* ]] || continue
                  word+=${value#*=}
                  break
                done
                ((i += ${#BASH_REMATCH[0]} - 1))
              else
                word+=$character
              fi
              ;;
            *) word+=$character ;;
          esac
          begun=1
        fi
      done
      ((start == ${#line})) && head=$word
      # With set -e, a failure would end the shell.
      return 0
    }

    # Looks up the variables that the line names, before there are any here that are called alike.
    _chatctl() {
      local _chatctl_rest=${COMP_LINE:0:COMP_POINT} _chatctl_name
      local _chatctl_variable='[$][{]?([A-Za-z_][A-Za-z0-9_]*)'
      local -a _chatctl_values=()
      while [[ $_chatctl_rest =~ $_chatctl_variable ]]; do
        _chatctl_name=${BASH_REMATCH[1]}
        _chatctl_rest=${_chatctl_rest#*"${BASH_REMATCH[0]}"}
        _chatctl_values+=("$_chatctl_name=${!_chatctl_name-}")
      done
      _chatctl_complete "$@"
    }

    # Completes the word $2.
    _chatctl_complete() {
      local IFS=$' \t\n'
      local command='' expecting='' ended='' option='' known letter i j
      local commands flags valued text
      local word head quote expanded
      local -a words operands=()
      COMPREPLY=()
      _chatctl_split "${#2}"
      _chatctl_describe ''
      for ((i = 1; i < ${#words[@]}; i++)); do
        known=${words[i]}
        if [[ $expecting ]]; then
          expecting=''
        elif [[ ! $ended && $known == -- ]]; then
          ended=1
        elif [[ ! $ended && $known == --* ]]; then
          [[ " $valued " == *" $known "* ]] && expecting=$known
        elif [[ ! $ended && $known == -?* ]]; then
          for ((j = 1; j < ${#known}; j++)); do
            letter=-${known:j:1}
            [[ " $valued " == *" $letter "* ]] || continue
            ((j == ${#known} - 1)) && expecting=$letter
            break
          done
        elif [[ $commands ]]; then
          [[ " $commands " == *" $known "* ]] || return 0
          command+=${command:+ }$known
          _chatctl_describe "$command"
        else
          operands+=("$known")
          [[ $text ]] && ((${#operands[@]} > text)) && return 0
        fi
      done
      if [[ $expecting ]]; then
        _chatctl_offer_values "$command" "$expecting"
      elif [[ ! $ended && $word == --*=* ]]; then
        option=${word%%=*}=
        _chatctl_offer_values "$command" "${option%=}"
      elif [[ ! $ended && $word == -* ]]; then
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
    case .none, .login, .live: return nil
    case .group: action = #"_chatctl_offer "$(compgen -A group)""#
    case .file: action = "compopt -o default"
    case .directory: action = "compopt -o dirnames"
    case .oneOf(let words): action = "_chatctl_offer '\(words.joined(separator: " "))'"
    case .command:
      action = #"_chatctl_describe "${operands[*]}" && _chatctl_offer "$commands""#
    }
    return "    \(patterns.joined(separator: " | "))) \(action) ;;"
  }
}
