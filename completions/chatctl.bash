# bash completion for chatctl, made by `chatctl completion bash`

# Describes what the words $1 name: the commands that may follow, flags, options with a value,
# and the number of the operand from which on all words are a text.
_chatctl_describe() {
  commands='' flags='' valued='' text=''
  case $1 in
    '') commands='signup login logout whoami switch profile passwd account token friends chat send tail log search unread edit delete run expect ask cursor init doctor export help tour completion' ;;
    'signup') flags='--password-stdin' valued='--email --image-url' ;;
    'login') flags='--password-stdin' valued='--guest' ;;
    'logout') flags='--all' ;;
    'profile') valued='--username --email --image-url' ;;
    'passwd') flags='--password-stdin' ;;
    'account') commands='list delete' ;;
    'account delete') flags='--yes' ;;
    'token') commands='create list revoke' ;;
    'token create') flags='--send-only --read-only' valued='--chat --expires --output' ;;
    'friends') commands='list add remove block unblock' ;;
    'chat') commands='list create show join add remove leave rename delete read' flags='--public' ;;
    'chat list') flags='--public' ;;
    'chat create') flags='--public' ;;
    'chat delete') flags='--yes' ;;
    'chat read') flags='--all' ;;
    'send') flags='--lines --lossy' valued='--reply-to --key' text='1' ;;
    'tail') flags='-F --fixed-strings -i --ignore-case --mentions --all --no-follow --exec --reply --include-own --include-auto' valued='-n --last --since --from --grep --count --timeout --until-match --cursor --retries' ;;
    'log') flags='-F --fixed-strings -i --ignore-case --mentions --unread --reverse --no-pager' valued='-n --last --since --until --from --grep' ;;
    'search') flags='--mentions -F --fixed-strings -i --ignore-case --reverse' valued='--chat -n --last --since --until --from' ;;
    'unread') flags='--count' ;;
    'edit') flags='--lossy' text='2' ;;
    'run') valued='--on --label --tail' text='1' ;;
    'expect') flags='-F --fixed-strings -i --ignore-case --mentions' valued='--within --from --grep' ;;
    'ask') flags='--lossy' valued='--choices --from --timeout' text='1' ;;
    'cursor') commands='list set remove failed' ;;
    'cursor failed') flags='--retry --reply' ;;
    'init') valued='--group' ;;
    'doctor') flags='--repair' ;;
    'export') flags='--all' valued='--format --output' ;;
  esac
  flags+=' --json -q --quiet --no-input -h --help --version'
  valued+=' --store --as --token-file --color --lock-timeout'
}

# Offers values for $2, an option or the number of an operand, of the command $1.
_chatctl_offer_values() {
  case "$1 $2" in
    *' --store') compopt -o dirnames ;;
    *' --token-file') compopt -o default ;;
    *' --color') _chatctl_offer 'auto always never' ;;
    'token create --output') compopt -o default ;;
    'run --on') _chatctl_offer 'failure success always' ;;
    'init --group') _chatctl_offer "$(compgen -A group)" ;;
    'export --format') _chatctl_offer 'json text html' ;;
    'export --output') compopt -o default ;;
    'help '*) _chatctl_describe "${operands[*]}" && _chatctl_offer "$commands" ;;
    'completion 0') _chatctl_offer 'bash zsh fish' ;;
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
