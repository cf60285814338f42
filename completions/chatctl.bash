# bash completion for chatctl, made by `chatctl completion bash`

# Describes what the words $1 name: the commands that may follow, flags, options with a value,
# and the number of the operand from which on all words are a text.
_chatctl_describe() {
  commands='' flags='' valued='' text=''
  case $1 in
    '') commands='signup login logout whoami switch friends chat send tail log edit delete init export help tour completion' ;;
    'signup') flags='--password-stdin' valued='--email --image-url' ;;
    'login') flags='--password-stdin' valued='--guest' ;;
    'friends') commands='list add remove' ;;
    'chat') commands='list create show join' flags='--public' ;;
    'chat list') flags='--public' ;;
    'chat create') flags='--public' ;;
    'send') flags='--lines --lossy' valued='--reply-to' text='1' ;;
    'tail') flags='--all --no-follow' valued='-n --last --since' ;;
    'log') flags='--reverse --no-pager' valued='-n --last --since --until --from' ;;
    'edit') flags='--lossy' text='2' ;;
    'init') valued='--group' ;;
    'export') flags='--all' valued='--format --output' ;;
  esac
  flags+=' --json -q --quiet --no-input -h --help --version'
  valued+=' --store --as --color --lock-timeout'
}

# Offers values for $2, an option or the number of an operand, of the command $1.
_chatctl_offer_values() {
  case "$1 $2" in
    *' --store') compopt -o dirnames ;;
    *' --color') _chatctl_offer 'auto always never' ;;
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
