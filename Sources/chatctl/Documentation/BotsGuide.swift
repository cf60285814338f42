extension Guide {
  /// How bots and cron jobs use chatctl: chatctl-bots(7).
  static let bots = Guide(
    name: "chatctl-bots", manualSection: 7,
    purpose: "bots, cron jobs and scripts that talk with people",
    sections: [
      Section(
        title: "DESCRIPTION",
        blocks: [
          .text(
            "chatctl needs no terminal, no locale and no login to do its work: a bot has a token, "
              + "which is a file, and everything it does is told by an exit code. This page shows a "
              + "whole bot, from its token to its alarm.")
        ]),
      Section(
        title: "A TOKEN",
        blocks: [
          .text(
            "A bot acts for the account that made its token, and can do no more than the token's "
              + "scope. What it sends is shown as alice[poster]. The file is made for its owner "
              + "alone, and one that others can read is refused."),
          .shell("mkdir -p ~/bin ~/.config/chatctl"),
          .shell(
            """
            chatctl token create poster --chat ops --send-only \\
              --output ~/.config/chatctl/poster
            """),
          .shell(
            """
            chatctl token create reader --chat ops --read-only \\
              --output ~/.config/chatctl/reader
            """),
          .shell("chatctl token create bot --chat ops --output ~/.config/chatctl/bot"),
          .text(
            "A bare name such as ops comes to mean another chat of that name, if there is one, when "
              + "the first is renamed, left or deleted. These tokens refuse any chat but the one "
              + "that they were made for. Without --chat, name the chat as OWNER/NAME or by its id, "
              + "as in alice/ops."),
          .text(
            "'chatctl token revoke poster' takes it back, also while a bot is running: a follower "
              + "ends then with a word and exit code 4."),
        ]),
      Section(
        title: "POSTING FROM CRON",
        blocks: [
          .text(
            "cron runs commands with little more than HOME, SHELL and a short PATH. Name in the "
              + "crontab the token and where chatctl and your own programs are, here a backup in "
              + "~/bin. cron expands no variables in such lines, so paths are written out. "
              + "CHATCTL_STORE=DIR names a store that is elsewhere than the user's own."),
          .file(
            "crontab",
            """
            CHATCTL_TOKEN_FILE=/home/alice/.config/chatctl/poster
            PATH=/home/alice/bin:/home/alice/.local/bin:/usr/bin:/bin
            30 2 * * * chatctl run ops --on always --label backup -- backup --all
            0 8 * * 1 chatctl send ops --key "week-$(date +\\%G-\\%V)" a new week
            """),
          .text(
            "'chatctl run' runs the backup whatever the state of the chat, tells the chat how it "
              + "went, and exits as the backup did. 'chatctl send --key' sends a message once, "
              + "however often the job is run again."),
          .text(
            "A % in a crontab is a line break unless a backslash stands before it, and what comes "
              + "after the first one is the command's standard input. chatctl reads that only where "
              + "there are no words."),
        ]),
      Section(
        title: "NO TWO AT ONCE",
        blocks: [
          .text(
            "A job that may take longer than the time until its next run is locked with flock(1). "
              + "Where it reads with a cursor, the cursor is such a lock: the second process ends "
              + "with exit code 6."
          ),
          .file(
            "crontab",
            "*/5 * * * * flock --nonblock ~/.sync.lock ~/bin/sync-things"),
        ]),
      Section(
        title: "READING ON",
        blocks: [
          .text(
            "With a cursor and --no-follow, 'chatctl tail' prints what is new since its last run. "
              + "The cursor moves only over what was written out, so after a crash a message may "
              + "come twice, but none is left out."),
          .shell("chatctl tail ops --cursor digest --no-follow | cut -f 4,5"),
          .text(
            "The first run of a cursor begins with the last 10 messages that are there, unless -n or "
              + "--since say otherwise; with --exec it begins with new ones only. 'chatctl cursor "
              + "set ops digest 0', before it, begins with all there are."),
          .text(
            "Who follows several chats by their names ends when one of them ends, as when it is "
              + "deleted; with --all the others are followed on."),
          .text("As a script, with its own token:"),
          .file(
            "~/bin/digest",
            """
            #!/bin/sh
            exec chatctl --token-file ~/.config/chatctl/reader \\
              tail ops --cursor mail --no-follow >>~/news-of-ops
            """),
          .shell("chmod +x ~/bin/digest"),
        ]),
      Section(
        title: "ANSWERING",
        blocks: [
          .text(
            "'chatctl tail --exec' runs a command for each message, which has it as JSON on its "
              + "standard input. With --reply, which needs --cursor, what the command prints is the "
              + "answer. Answers are sent once, even over a crash, and bots pass over each other's. "
              + "This one answers two words:"),
          .file(
            "~/bin/answer",
            """
            #!/bin/sh
            case $(jq -r .body) in
              '!uptime') uptime ;;
              '!disk') df -h / ;;
            esac
            """),
          .shell("chmod +x ~/bin/answer"),
          .shell(
            """
            chatctl --token-file ~/.config/chatctl/bot tail ops \\
              --cursor answers --exec --reply -- ~/bin/answer
            """),
          .text(
            "What the same token sent is passed over, so that a bot does not answer itself; without "
              + "a token that is what you send."),
          .text(
            "The text of a message is never part of a command line: do not make it one. What fails "
              + "is tried again a few times and is then given up. Standard error tells of it, the "
              + "exit code stays 0, and where there is a cursor it is kept: a look at what was given "
              + "up, and, when the bot is stopped, another try:"
          ),
          .shell("chatctl --token-file ~/.config/chatctl/bot cursor failed ops answers"),
          .shell(
            "chatctl --token-file ~/.config/chatctl/bot cursor failed \\\n"
              + "  ops answers --retry --reply -- ~/bin/answer"),
        ]),
      Section(
        title: "ALARMS",
        blocks: [
          .text(
            "'chatctl expect' asks whether a message came in time. It raises an alarm when something "
              + "has not been said, also when chatctl cannot tell:"),
          .file(
            "~/bin/alarm",
            """
            #!/bin/sh
            chatctl expect ops --grep 'backup succeeded' --within 25h \\
              || chatctl send ops no backup
            """),
          .shell("chmod +x ~/bin/alarm"),
          .file(
            "crontab",
            """
            CHATCTL_TOKEN_FILE=/home/alice/.config/chatctl/bot
            PATH=/home/alice/bin:/home/alice/.local/bin:/usr/bin:/bin
            0 9 * * * alarm
            """),
        ]),
      Section(
        title: "ASKING",
        blocks: [
          .text(
            "'chatctl ask' asks people, waits for the first answer, and tells by its exit code which "
              + "it was:"
          ),
          .shell(
            """
            chatctl ask ops --choices yes,no --timeout 10m 'deploy now?' \\
              && make deploy
            """),
          .text("To wait for a word of another bot instead:"),
          .shell("chatctl tail ops -n 0 --until-match 'deploy done' --timeout 10m"),
        ]),
      Section(
        title: "SYSTEMD",
        blocks: [
          .text(
            "A bot that follows is a service. It ends with exit code 4 when its token is revoked, "
              + "and with 3 when the chat is deleted: then it is not to be started again."),
          .shell("mkdir -p ~/.config/systemd/user"),
          .file(
            "~/.config/systemd/user/answers.service",
            """
            [Unit]
            Description=answers in ops

            [Service]
            ExecStart=%h/.local/bin/chatctl tail ops --cursor answers \\
              --exec --reply -- %h/bin/answer
            Environment=CHATCTL_TOKEN_FILE=%h/.config/chatctl/bot
            Restart=always
            RestartSec=10
            RestartPreventExitStatus=3 4

            [Install]
            WantedBy=default.target
            """),
          .text("What a crontab does is a service and a timer:"),
          .file(
            "~/.config/systemd/user/backup.service",
            """
            [Unit]
            Description=backup, with a word in ops when it fails

            [Service]
            Type=oneshot
            ExecStart=%h/.local/bin/chatctl run ops --on always \\
              --label backup -- %h/bin/backup --all
            Environment=CHATCTL_TOKEN_FILE=%h/.config/chatctl/poster
            """),
          .file(
            "~/.config/systemd/user/backup.timer",
            """
            [Unit]
            Description=backup each night

            [Timer]
            OnCalendar=02:30
            Persistent=true

            [Install]
            WantedBy=timers.target
            """),
          .shell("systemctl --user enable --now backup.timer answers.service"),
        ]),
      Section(
        title: "EXAMPLES",
        blocks: [
          .text("To tell a chat how a command went:"),
          .shell("chatctl run ops --on always -- df -h /"),
          .text("To say something once a day:"),
          .shell("chatctl send ops --key \"up-$(date +%F)\" up and running"),
          .text("To count what was said since this was last asked:"),
          .shell("chatctl tail ops --cursor count --no-follow | wc -l"),
        ]),
    ],
    seeAlso: [
      ("chatctl", 1), ("chatctl-json", 5), ("crontab", 5), ("flock", 1), ("systemd.timer", 5),
    ])
}
