# fish completion for chatctl, made by `chatctl completion fish`

# Prints the commands that may follow the words $argv[1].
function __chatctl_commands
    switch $argv[1]
        case ''
            printf '%s\n' signup login logout whoami switch profile passwd account token friends chat send tail log search unread edit delete run expect ask cursor init doctor export help tour completion
        case 'account'
            printf '%s\n' list delete
        case 'token'
            printf '%s\n' create list revoke
        case 'friends'
            printf '%s\n' list add remove block unblock
        case 'chat'
            printf '%s\n' list create show join add remove leave rename delete read
        case 'cursor'
            printf '%s\n' list set remove failed
    end
end

# Prints the options with a value of the command $argv[1].
function __chatctl_valued
    printf '%s\n' --store --as --token-file --color --lock-timeout
    switch $argv[1]
        case 'signup'
            printf '%s\n' --email --image-url
        case 'login'
            printf '%s\n' --guest
        case 'profile'
            printf '%s\n' --username --email --image-url
        case 'token create'
            printf '%s\n' --chat --expires --output
        case 'send'
            printf '%s\n' --reply-to --key
        case 'tail'
            printf '%s\n' -n --last --since --from --grep --count --timeout --until-match --cursor --retries
        case 'log'
            printf '%s\n' -n --last --since --until --from --grep
        case 'search'
            printf '%s\n' --chat -n --last --since --until --from
        case 'run'
            printf '%s\n' --on --label --tail
        case 'expect'
            printf '%s\n' --within --from --grep
        case 'ask'
            printf '%s\n' --choices --from --timeout
        case 'init'
            printf '%s\n' --group
        case 'export'
            printf '%s\n' --format --output
    end
end

# Prints the number of the operand from which on all words of the command $argv[1] are a text.
function __chatctl_text
    switch $argv[1]
        case 'send'
            printf '%s\n' 1
        case 'edit'
            printf '%s\n' 2
        case 'run'
            printf '%s\n' 1
        case 'ask'
            printf '%s\n' 1
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
complete -c chatctl -n '__chatctl_place >/dev/null' -l store -x -a '(__fish_complete_directories)' -d 'use the store in DIR'
complete -c chatctl -n '__chatctl_place >/dev/null' -l as -x -k -a '(__chatctl_live)' -d 'act as this account, which is logged in'
complete -c chatctl -n '__chatctl_place >/dev/null' -l token-file -r -F -d 'act with the token in FILE'
complete -c chatctl -n '__chatctl_place >/dev/null' -l json -d 'print one JSON object per line, errors too'
complete -c chatctl -n '__chatctl_place >/dev/null' -s q -l quiet -d 'leave out what only says that all is well'
complete -c chatctl -n '__chatctl_place >/dev/null' -l color -x -a 'auto always never' -d 'when to use colours: auto, always or never'
complete -c chatctl -n '__chatctl_place >/dev/null' -l no-input -d 'never ask, fail instead'
complete -c chatctl -n '__chatctl_place >/dev/null' -l lock-timeout -x -d 'how long to wait for a lock, as 1m; 60 is seconds; else 10s'
complete -c chatctl -n '__chatctl_place >/dev/null' -s h -l help -d 'show help and exit'
complete -c chatctl -n '__chatctl_place >/dev/null' -l version -d 'show the version and exit'
complete -c chatctl -n '__chatctl_at ""' -a signup -d 'make an account and log in'
complete -c chatctl -n '__chatctl_at ""' -a login -d 'log in, and be remembered here'
complete -c chatctl -n '__chatctl_at ""' -a logout -d 'end a session'
complete -c chatctl -n '__chatctl_at ""' -a whoami -d 'show who you are here'
complete -c chatctl -n '__chatctl_at ""' -a switch -d 'make another account that is logged in current'
complete -c chatctl -n '__chatctl_at ""' -a profile -d 'show a profile, or change your own'
complete -c chatctl -n '__chatctl_at ""' -a passwd -d 'change your password'
complete -c chatctl -n '__chatctl_at ""' -a account -d 'list, delete'
complete -c chatctl -n '__chatctl_at ""' -a token -d 'create, list, revoke'
complete -c chatctl -n '__chatctl_at ""' -a friends -d 'list, add, remove, block, unblock'
complete -c chatctl -n '__chatctl_at ""' -a chat -d 'list, create, show, join, add, remove, leave, rename, delete, read'
complete -c chatctl -n '__chatctl_at ""' -a send -d 'send a message'
complete -c chatctl -n '__chatctl_at ""' -a tail -d 'show the last messages of chats and follow them'
complete -c chatctl -n '__chatctl_at ""' -a log -d 'show the messages of a chat'
complete -c chatctl -n '__chatctl_at ""' -a search -d 'find messages in all your chats'
complete -c chatctl -n '__chatctl_at ""' -a unread -d 'tell which chats have messages that you have not read'
complete -c chatctl -n '__chatctl_at ""' -a edit -d 'give a message of yours another text'
complete -c chatctl -n '__chatctl_at ""' -a delete -d 'delete a message'
complete -c chatctl -n '__chatctl_at ""' -a run -d 'run a command and tell a chat how it went'
complete -c chatctl -n '__chatctl_at ""' -a expect -d 'tell whether a message came lately'
complete -c chatctl -n '__chatctl_at ""' -a ask -d 'ask a question and wait for its answer'
complete -c chatctl -n '__chatctl_at ""' -a cursor -d 'list, set, remove, failed'
complete -c chatctl -n '__chatctl_at ""' -a init -d 'make a store'
complete -c chatctl -n '__chatctl_at ""' -a doctor -d 'look for what is wrong in the store, and mend it'
complete -c chatctl -n '__chatctl_at ""' -a export -d 'write whole chats as JSON, text or a web page'
complete -c chatctl -n '__chatctl_at ""' -a help -d 'show help on chatctl, a command or a group'
complete -c chatctl -n '__chatctl_at ""' -a tour -d 'watch chatctl at work in a store that is thrown away'
complete -c chatctl -n '__chatctl_at ""' -a completion -d 'print the completion script of a shell'
complete -c chatctl -n '__chatctl_at "signup"' -l email -x -d 'your e-mail address; those whom you add see it'
complete -c chatctl -n '__chatctl_at "signup"' -l image-url -x -d 'where a picture of you is'
complete -c chatctl -n '__chatctl_at "signup"' -l password-stdin -d 'read the password from standard input'
complete -c chatctl -n '__chatctl_at "login"' -l password-stdin -d 'read the password from standard input'
complete -c chatctl -n '__chatctl_at "login"' -l guest -x -d 'log in as a guest, without a password'
complete -c chatctl -n '__chatctl_at "logout"' -l all -d 'end the sessions of all accounts that are logged in here'
complete -c chatctl -n '__chatctl_at "logout" 0' -k -a '(__chatctl_live)' -d 'whose; the current account\'s by default'
complete -c chatctl -n '__chatctl_at "switch" 0' -k -a '(__chatctl_live)' -d 'whom to be'
complete -c chatctl -n '__chatctl_at "profile"' -l username -x -d 'take this username'
complete -c chatctl -n '__chatctl_at "profile"' -l email -x -d 'your e-mail address; those whom you add see it'
complete -c chatctl -n '__chatctl_at "profile"' -l image-url -x -d 'where a picture of you is'
complete -c chatctl -n '__chatctl_at "profile" 0' -k -a '(__chatctl_live)' -d 'whose; your own by default'
complete -c chatctl -n '__chatctl_at "passwd"' -l password-stdin -d 'read the password from standard input'
complete -c chatctl -n '__chatctl_at "account"' -a list -d 'list the accounts that are logged in here'
complete -c chatctl -n '__chatctl_at "account"' -a delete -d 'delete your account for ever'
complete -c chatctl -n '__chatctl_at "account delete"' -l yes -d 'do not ask'
complete -c chatctl -n '__chatctl_at "token"' -a create -d 'make a token, for a bot that acts as you'
complete -c chatctl -n '__chatctl_at "token"' -a list -d 'list your tokens'
complete -c chatctl -n '__chatctl_at "token"' -a revoke -d 'take a token back'
complete -c chatctl -n '__chatctl_at "token create"' -l chat -x -k -a '(__chatctl_live)' -d 'only in this chat; may be given several times'
complete -c chatctl -n '__chatctl_at "token create"' -l send-only -d 'it may send, not read'
complete -c chatctl -n '__chatctl_at "token create"' -l read-only -d 'it may read, not send'
complete -c chatctl -n '__chatctl_at "token create"' -l expires -x -d 'it ends so much later, such as 90d; 90 is seconds'
complete -c chatctl -n '__chatctl_at "token create"' -l output -r -F -d 'write it to FILE, made new and yours alone'
complete -c chatctl -n '__chatctl_at "token revoke" 0' -k -a '(__chatctl_live)' -d 'which one'
complete -c chatctl -n '__chatctl_at "friends"' -a list -d 'show your own profile, then your friends'
complete -c chatctl -n '__chatctl_at "friends"' -a add -d 'add a friend'
complete -c chatctl -n '__chatctl_at "friends"' -a remove -d 'remove a friend'
complete -c chatctl -n '__chatctl_at "friends"' -a block -d 'keep an account away from you'
complete -c chatctl -n '__chatctl_at "friends"' -a unblock -d 'take a block back'
complete -c chatctl -n '__chatctl_at "friends add" 0' -k -a '(__chatctl_live)' -d 'whom to add'
complete -c chatctl -n '__chatctl_at "friends remove" 0' -k -a '(__chatctl_live)' -d 'whom to remove'
complete -c chatctl -n '__chatctl_at "friends block" 0' -k -a '(__chatctl_live)' -d 'whom to block'
complete -c chatctl -n '__chatctl_at "friends unblock" 0' -k -a '(__chatctl_live)' -d 'whom to unblock'
complete -c chatctl -n '__chatctl_at "chat"' -a list -d 'list your chats'
complete -c chatctl -n '__chatctl_at "chat"' -a create -d 'make a chat with friends, or a public one'
complete -c chatctl -n '__chatctl_at "chat"' -a show -d 'show a chat and who takes part in it'
complete -c chatctl -n '__chatctl_at "chat"' -a join -d 'take part in a public chat'
complete -c chatctl -n '__chatctl_at "chat"' -a add -d 'add friends of yours to a chat'
complete -c chatctl -n '__chatctl_at "chat"' -a remove -d 'remove people from a chat of yours'
complete -c chatctl -n '__chatctl_at "chat"' -a leave -d 'end your part in a chat'
complete -c chatctl -n '__chatctl_at "chat"' -a rename -d 'give a chat of yours another name'
complete -c chatctl -n '__chatctl_at "chat"' -a delete -d 'delete a chat of yours and all its messages'
complete -c chatctl -n '__chatctl_at "chat"' -a read -d 'mark chats as read'
complete -c chatctl -n '__chatctl_at "chat"' -l public -d 'list the chats that are open to everyone'
complete -c chatctl -n '__chatctl_at "chat list"' -l public -d 'list the chats that are open to everyone'
complete -c chatctl -n '__chatctl_at "chat create"' -l public -d 'every account may read and post'
complete -c chatctl -n '__chatctl_after "chat create" 1' -k -a '(__chatctl_live)' -d 'whom to begin with'
complete -c chatctl -n '__chatctl_at "chat show" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "chat join" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "chat add" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_after "chat add" 1' -k -a '(__chatctl_live)' -d 'whom to add'
complete -c chatctl -n '__chatctl_at "chat remove" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_after "chat remove" 1' -k -a '(__chatctl_live)' -d 'whom to remove'
complete -c chatctl -n '__chatctl_at "chat leave" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "chat rename" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "chat delete"' -l yes -d 'do not ask'
complete -c chatctl -n '__chatctl_at "chat delete" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "chat read"' -l all -d 'all chats you take part in'
complete -c chatctl -n '__chatctl_after "chat read" 0' -k -a '(__chatctl_live)' -d 'chats, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "send"' -l reply-to -x -k -a '(__chatctl_live)' -d 'the message that this one answers'
complete -c chatctl -n '__chatctl_at "send"' -l key -x -d 'send nothing if KEY was used before, here by you'
complete -c chatctl -n '__chatctl_at "send"' -l lines -d 'send each line of standard input as a message'
complete -c chatctl -n '__chatctl_at "send"' -l lossy -d 'put U+FFFD for what is not UTF-8, not refuse it'
complete -c chatctl -n '__chatctl_at "send" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "tail"' -s n -l last -x -d 'the last N messages'
complete -c chatctl -n '__chatctl_at "tail"' -l since -x -d 'from TIME on'
complete -c chatctl -n '__chatctl_at "tail"' -l from -x -k -a '(__chatctl_live)' -d 'what this account wrote'
complete -c chatctl -n '__chatctl_at "tail"' -l grep -x -d 'what matches PATTERN'
complete -c chatctl -n '__chatctl_at "tail"' -s F -l fixed-strings -d 'take PATTERN as plain text'
complete -c chatctl -n '__chatctl_at "tail"' -s i -l ignore-case -d 'make upper and lower case one'
complete -c chatctl -n '__chatctl_at "tail"' -l mentions -d 'what mentions you'
complete -c chatctl -n '__chatctl_at "tail"' -l all -d 'all chats you take part in'
complete -c chatctl -n '__chatctl_at "tail"' -l no-follow -d 'end after the messages that are there'
complete -c chatctl -n '__chatctl_at "tail"' -l count -x -d 'end after N messages'
complete -c chatctl -n '__chatctl_at "tail"' -l timeout -x -d 'how long to wait; 5 is seconds; else for ever'
complete -c chatctl -n '__chatctl_at "tail"' -l until-match -x -d 'end after a message that matches PATTERN'
complete -c chatctl -n '__chatctl_at "tail"' -l cursor -x -k -a '(__chatctl_live)' -d 'go on after what was handled under NAME'
complete -c chatctl -n '__chatctl_at "tail"' -l exec -d 'run the command after \'--\' for each message'
complete -c chatctl -n '__chatctl_at "tail"' -l reply -d 'send what the command prints as the answer'
complete -c chatctl -n '__chatctl_at "tail"' -l retries -x -d 'how often to try again; else 3'
complete -c chatctl -n '__chatctl_at "tail"' -l include-own -d 'also what the same session or token sent'
complete -c chatctl -n '__chatctl_at "tail"' -l include-auto -d 'with --reply: also what programs answered'
complete -c chatctl -n '__chatctl_after "tail" 0' -k -a '(__chatctl_live)' -d 'chats, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "log"' -s n -l last -x -d 'the last N messages'
complete -c chatctl -n '__chatctl_at "log"' -l since -x -d 'from TIME on'
complete -c chatctl -n '__chatctl_at "log"' -l until -x -d 'before TIME'
complete -c chatctl -n '__chatctl_at "log"' -l from -x -k -a '(__chatctl_live)' -d 'what this account wrote'
complete -c chatctl -n '__chatctl_at "log"' -l grep -x -d 'what matches PATTERN'
complete -c chatctl -n '__chatctl_at "log"' -s F -l fixed-strings -d 'take PATTERN as plain text'
complete -c chatctl -n '__chatctl_at "log"' -s i -l ignore-case -d 'make upper and lower case one'
complete -c chatctl -n '__chatctl_at "log"' -l mentions -d 'what mentions you'
complete -c chatctl -n '__chatctl_at "log"' -l unread -d 'from the first that you have not read on'
complete -c chatctl -n '__chatctl_at "log"' -l reverse -d 'the newest first'
complete -c chatctl -n '__chatctl_at "log"' -l no-pager -d 'do not show it page by page on a terminal'
complete -c chatctl -n '__chatctl_at "log" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "search"' -l chat -x -k -a '(__chatctl_live)' -d 'only in this chat; may be given several times'
complete -c chatctl -n '__chatctl_at "search"' -s n -l last -x -d 'the last N messages'
complete -c chatctl -n '__chatctl_at "search"' -l since -x -d 'from TIME on'
complete -c chatctl -n '__chatctl_at "search"' -l until -x -d 'before TIME'
complete -c chatctl -n '__chatctl_at "search"' -l from -x -k -a '(__chatctl_live)' -d 'what this account wrote'
complete -c chatctl -n '__chatctl_at "search"' -l mentions -d 'what mentions you'
complete -c chatctl -n '__chatctl_at "search"' -s F -l fixed-strings -d 'take PATTERN as plain text'
complete -c chatctl -n '__chatctl_at "search"' -s i -l ignore-case -d 'make upper and lower case one'
complete -c chatctl -n '__chatctl_at "search"' -l reverse -d 'the newest first'
complete -c chatctl -n '__chatctl_at "unread"' -l count -d 'print the number of messages in all chats alone'
complete -c chatctl -n '__chatctl_at "edit"' -l lossy -d 'put U+FFFD for what is not UTF-8, not refuse it'
complete -c chatctl -n '__chatctl_at "edit" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "edit" 1' -k -a '(__chatctl_live)' -d 'the message, such as 42'
complete -c chatctl -n '__chatctl_at "delete" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "delete" 1' -k -a '(__chatctl_live)' -d 'the message, such as 42'
complete -c chatctl -n '__chatctl_at "run"' -l on -x -a 'failure success always' -d 'when to tell; else failure: failure, success or always'
complete -c chatctl -n '__chatctl_at "run"' -l label -x -d 'what to call it; else by the name of CMD'
complete -c chatctl -n '__chatctl_at "run"' -l tail -x -d 'how many of its last lines to tell; else 10'
complete -c chatctl -n '__chatctl_at "run" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "expect"' -l within -x -d 'how long ago it may have come, as 25h; 25 is seconds'
complete -c chatctl -n '__chatctl_at "expect"' -l from -x -k -a '(__chatctl_live)' -d 'what this account wrote'
complete -c chatctl -n '__chatctl_at "expect"' -l grep -x -d 'what matches PATTERN'
complete -c chatctl -n '__chatctl_at "expect"' -s F -l fixed-strings -d 'take PATTERN as plain text'
complete -c chatctl -n '__chatctl_at "expect"' -s i -l ignore-case -d 'make upper and lower case one'
complete -c chatctl -n '__chatctl_at "expect"' -l mentions -d 'what mentions you'
complete -c chatctl -n '__chatctl_at "expect" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "ask"' -l choices -x -d 'what may be answered, as yes,no; else anything'
complete -c chatctl -n '__chatctl_at "ask"' -l from -x -k -a '(__chatctl_live)' -d 'who may answer; else everyone'
complete -c chatctl -n '__chatctl_at "ask"' -l timeout -x -d 'how long to wait; 5 is seconds; else for ever'
complete -c chatctl -n '__chatctl_at "ask"' -l lossy -d 'put U+FFFD for what is not UTF-8, not refuse it'
complete -c chatctl -n '__chatctl_at "ask" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "cursor"' -a list -d 'list your cursors'
complete -c chatctl -n '__chatctl_at "cursor"' -a set -d 'put a cursor to another place'
complete -c chatctl -n '__chatctl_at "cursor"' -a remove -d 'forget a cursor'
complete -c chatctl -n '__chatctl_at "cursor"' -a failed -d 'show the messages that were given up at a cursor'
complete -c chatctl -n '__chatctl_at "cursor list" 0' -k -a '(__chatctl_live)' -d 'those of one chat; else of all'
complete -c chatctl -n '__chatctl_at "cursor set" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "cursor set" 1' -k -a '(__chatctl_live)' -d 'the name of the cursor'
complete -c chatctl -n '__chatctl_at "cursor set" 2' -k -a '(__chatctl_live)' -d 'the last message handled; 0 for none, else all of them'
complete -c chatctl -n '__chatctl_at "cursor remove" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "cursor remove" 1' -k -a '(__chatctl_live)' -d 'the name of the cursor'
complete -c chatctl -n '__chatctl_at "cursor failed"' -l retry -d 'run the command after \'--\' for each'
complete -c chatctl -n '__chatctl_at "cursor failed"' -l reply -d 'send what the command prints as the answer'
complete -c chatctl -n '__chatctl_at "cursor failed" 0' -k -a '(__chatctl_live)' -d 'a chat, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_at "cursor failed" 1' -k -a '(__chatctl_live)' -d 'the name of the cursor'
complete -c chatctl -n '__chatctl_at "init"' -l group -x -a '(__fish_complete_groups)' -d 'share it with this group of users of the host'
complete -c chatctl -n '__chatctl_at "doctor"' -l repair -d 'mend what has one right answer'
complete -c chatctl -n '__chatctl_at "export"' -l all -d 'all chats you take part in'
complete -c chatctl -n '__chatctl_at "export"' -l format -x -a 'json text html' -d 'what to write: json, text or html'
complete -c chatctl -n '__chatctl_at "export"' -l output -r -F -d 'write to FILE instead of standard output'
complete -c chatctl -n '__chatctl_after "export" 0' -k -a '(__chatctl_live)' -d 'chats, by NAME, OWNER/NAME, @USERNAME or id'
complete -c chatctl -n '__chatctl_after "help" 0' -a '(__chatctl_named_commands)' -d 'the words of a command, or a title of the list'
complete -c chatctl -n '__chatctl_at "completion" 0' -a 'bash zsh fish' -d 'the shell'
