/// The completion script of zsh(1): a function for `_arguments` of zshcompsys(1).
struct ZshCompletion {
  let table: CommandTable

  /// The script, in lines without a final line break.
  var script: String {
    #"""
    #compdef chatctl
    # zsh completion for chatctl, made by `chatctl completion zsh`

    # Completes what follows the words $1, which name a command or a group.
    _chatctl_arguments() {
      local curcontext=$curcontext context state state_descr line result=1
      local -A opt_args
      local -a specs=(
    \#(lines(GlobalOptions.all.flatMap(optionSpecs), indent: 4))
      )
      case $1 in
    \#(arguments)
      esac
      _arguments -s -S -C $specs && result=0
      case $state in
        command) _chatctl_commands "$1" && result=0 ;;
        rest) _chatctl_arguments "${1:+$1 }${(Q)words[1]}" && result=0 ;;
      esac
      return result
    }

    # Completes the commands that may follow the words $1.
    _chatctl_commands() {
      local -a commands
      case $1 in
    \#(commands)
      esac
      _describe command commands
    }

    # Offers what chatctl itself knows: the chats, people, messages and more of the store. It says
    # nothing where nobody is logged in.
    _chatctl_live() {
      local line candidate begun
      local -a lines candidates descriptions how
      local -i width=0 index
      lines=("${(@f)$("$_chatctl_typed[1]" candidates -- "${(@)_chatctl_typed[2,-1]}" 2>/dev/null </dev/null)}")
      # Within '' zsh would take no heed of backslashes in a name, and lose the quotation mark.
      if [[ $compstate[quote] == "'" ]]; then
        how=(-Q -U)
        begun=${(Q)${:-"$QIPREFIX$PREFIX'"}}
      fi
      for line in $lines; do
        candidate=${line%%$'\t'*}
        [[ -n $how && $candidate != "$begun"* ]] && continue
        candidates+=("$candidate")
        descriptions+=("${line#*$'\t'}")
      done
      (( $#candidates )) || return 1
      for candidate in $candidates; do
        (( ${(m)#candidate} > width )) && width=${(m)#candidate}
      done
      for (( index = 1; index <= $#candidates; index++ )); do
        if [[ -n $descriptions[index] ]]; then
          descriptions[index]="${(mr:width:)candidates[index]}  -- $descriptions[index]"
        else
          descriptions[index]=$candidates[index]
        fi
      done
      [[ -n $how ]] && candidates=("${(@)candidates//\'/'\\''}")
      # The first name of a group counts: the newest message stays first.
      compadd -V live -l "$@" $how -d descriptions -a candidates
    }

    # Puts the words up to the cursor into _chatctl_typed, without quotation marks. Of expansions
    # only ~/, $NAME and ${NAME} are made, in plain words, and none is run.
    _chatctl_type() {
      local _chatctl_word
      local -a match mbegin mend
      local MATCH MBEGIN MEND
      for _chatctl_word in "${(@)words[1,CURRENT-1]}" "$QIPREFIX$PREFIX$compstate[quote]"; do
        if [[ $_chatctl_word == '~/'* ]]; then
          _chatctl_typed+=("$HOME${(Q)_chatctl_word#\~}")
        elif [[ $_chatctl_word =~ '^(--[a-z-]+=)?"?[$][{]?([A-Za-z_][A-Za-z0-9_]*)[}]?(/[A-Za-z0-9_./-]*)?"?$' ]]; then
          _chatctl_typed+=("$match[1]${(P)match[2]}$match[3]")
        else
          _chatctl_typed+=("${(Q)_chatctl_word}")
        fi
      done
    }

    _chatctl() {
      local -a _chatctl_typed
      _chatctl_type
      # An alias is none of chatctl's names, and may be that of another program.
      [[ -n ${aliases[$_chatctl_typed[1]]+set} ]] && _chatctl_typed[1]=chatctl
      _chatctl_arguments ''
    }

    if [[ $funcstack[1] == _chatctl ]]; then
      _chatctl "$@"
    else
      compdef _chatctl chatctl
    fi
    """#
  }

  private var arguments: String {
    table.topics.compactMap { topic in
      var specs = (topic.command?.shownOptions ?? []).flatMap(optionSpecs)
      if case .command(let command) = topic {
        specs += command.operands.enumerated().flatMap { operandSpecs(of: $1, at: $0 + 1) }
        if let option = command.numberShorthand {
          // Known, so that operands are counted right, but not shown.
          specs += (0...9).map { "!-\($0)-::\(option.metavar ?? "N"):\(action(option.completion))" }
        }
      } else {
        // What follows the first word is no longer for the options here.
        specs += ["(-)1: :->command", "(-)*:: :->rest"]
      }
      return arm(topic, "specs+=(", specs)
    }.joined(separator: "\n")
  }

  private var commands: String {
    table.topics.compactMap { topic in
      arm(
        topic, "commands=(",
        table.subcommands(of: topic).map { "\($0.word):\(escaped($0.summary, ":"))" })
    }.joined(separator: "\n")
  }

  private func arm(_ topic: Topic, _ assignment: String, _ items: [String]) -> String? {
    if items.isEmpty { return nil }
    return """
          '\(topic.fullName)')
            \(assignment)
      \(lines(items, indent: 8))
            )
            ;;
      """
  }

  private func lines(_ items: [String], indent: Int) -> String {
    items.map { item in
      String(repeating: " ", count: indent) + "'\(escaped(item, "'", as: #"'\''"#))'"
    }.joined(separator: "\n")
  }

  private func optionSpecs(of option: CommandOption) -> [String] {
    let exclusions = option.repeats ? "*" : "(\(option.spellings.joined(separator: " ")))"
    return option.spellings.map { spelling in
      let joint = option.metavar == nil ? "" : spelling.hasPrefix("--") ? "=" : "+"
      return "\(exclusions)\(spelling)\(joint)[\(escaped(option.explanation, "[]"))]"
        + (option.metavar.map { ":\($0):\(action(option.completion))" } ?? "")
    }
  }

  private func operandSpecs(of operand: Operand, at number: Int) -> [String] {
    // The action of what has no completion shows a message, and then no option is completed either.
    let action = operand.completion == .none ? "{:}" : action(operand.completion)
    let rest = "\(operand.metavar):\(action)"
    let one = operand.arity.isRequired ? "\(number):\(rest)" : "\(number)::\(rest)"
    guard operand.arity.repeats else { return [one] }
    // With two colons, no options are offered, and the action sees the words from here on alone.
    if operand.completion == .command { return ["*::\(rest)"] }
    return operand.endsOptions ? [one, "*::\(rest)"] : ["*:\(rest)"]
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .group: "_groups"
    case .login, .live: "_chatctl_live"
    case .file: "_files"
    case .directory: "_directories"
    case .oneOf(let words): "(\(words.joined(separator: " ")))"
    // After a space, the words are run without arguments for compadd among them.
    case .command: #" _chatctl_commands "${(j: :)words[1,CURRENT-1]}""#
    }
  }

  private func escaped(_ text: String, _ characters: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "\\" || characters.contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  private func escaped(_ text: String, _ character: Character, as replacement: String) -> String {
    text.reduce(into: "") { $0 += $1 == character ? replacement : String($1) }
  }
}
