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
    'export --format') _chatctl_offer 'json text html' ;;
    'export --output') compopt -o default ;;
    'help '*) _chatctl_describe "${operands[*]}" && _chatctl_offer "$commands" ;;
    'completion 0') _chatctl_offer 'bash zsh fish' ;;
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
