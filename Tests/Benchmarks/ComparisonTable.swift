/// What is compared: one entry for each line of the printed table.
///
/// To add one, add an entry. Commands are started where the data is, without a shell; `run` is a
/// directory that is made anew for each run and has the programs and copies of stores, see
/// ``Supply``. What stands in braces is filled in, see ``Stage/filled(_:)``.
enum ComparisonTable {
  static func comparisons(_ sizes: Sizes) -> [Comparison] {
    let messages = sizes.messages.grouped
    let send = "run/chatctl --store run/twenty send ops hello"
    let insert =
      "PRAGMA synchronous=FULL; "
      + "INSERT INTO message (date, user, body) VALUES (datetime(), 'alice', 'hello')"
    let log = "run/chatctl --store million log history"
    let search = "run/chatctl --store million search \(Texts.rareWord)"
    return [
      Comparison(
        "send hello, account in 20 chats", against: "C floor: lock, append, fdatasync",
        atMost: .times(1.7), needs: [.copy(.twenty)],
        Commands(send, "run/floor run/floor.log run/floor.lock")),
      Comparison(
        "send hello, account in 20 chats", against: "sqlite3 INSERT, WAL, synchronous=FULL",
        atMost: .times(0.7), needs: [.copy(.twenty), .database],
        Commands(send, "sqlite3 run/messages.db \"\(insert)\"")),
      Comparison(
        "send hello, account in 20 chats", against: "mosquitto_pub -q 1, not durable",
        atMost: .times(0.9), needs: [.copy(.twenty), .mosquitto],
        Commands(send, "mosquitto_pub --unix run/mosquitto/socket -q 1 -t ops -m hello")),
      Comparison(
        "send hello, account in 20 chats", against: "redis-cli XADD, appendfsync always",
        atMost: .times(0.55), needs: [.copy(.twenty), .redis],
        Commands(send, "redis-cli -s run/redis/socket XADD ops * user alice body hello")),
      Comparison(
        "send with a token", against: "send with a session",
        atMost: .times(1.1), needs: [.copy(.twenty)],
        Commands(
          "run/chatctl --store run/twenty --token-file twenty.token send ops hello", send)),
      Comparison(
        "send in 1 of \(sizes.ownChats.grouped) chats, store of \(sizes.chats.grouped)",
        against: "send in a store of 1 chat",
        atMost: .times(1.15), needs: [.scene(.large), .copy(.single)],
        Commands(
          "run/chatctl --store large send ops hello",
          "run/chatctl --store run/single send ops hello")),
      Comparison(
        "send to \(messages) messages", against: "send to an empty chat",
        atMost: .times(1.05), needs: [.copy(.million)],
        Commands(
          "run/chatctl --store run/million send history hello",
          "run/chatctl --store run/million send ops hello")),
      Comparison(
        "\(sizes.senders) processes × \(sizes.sends) send", against: "sqlite3 INSERT, .timeout",
        atMost: .times(0.6), needs: [.copy(.single), .database],
        Senders(
          "run/chatctl --store run/single send ops hello",
          "sqlite3 -cmd '.timeout 60000' run/messages.db \"\(insert)\"")),
      Comparison(
        "send --lines, \(messages) lines", against: "sqlite3 .import, WAL, FULL",
        atMost: .times(0.8), needs: [.scene(.single), .lines, .database],
        Commands(
          "sh -c 'exec run/chatctl --store run/lines send ops --lines <lines'",
          "sh -c 'exec sqlite3 run/import.db <run/import.sql'",
          before: (
            "sh -c 'rm -rf run/lines && cp -a single run/lines && sync'",
            "sh -c 'rm -f run/import.db* && sqlite3 run/import.db <run/schema.sql && sync'"
          ))),
      Comparison(
        "log -n 50 of \(messages)", against: "tail -n 50 of the same lines",
        atMost: .times(2), needs: [.scene(.million)],
        Commands("\(log) -n 50", "tail -n 50 million.jsonl", output: "pipe")),
      Comparison(
        "log --since, the last \(sizes.recent.grouped) of \(messages)",
        against: "log -n \(sizes.recent.grouped)",
        atMost: .times(1.2), needs: [.scene(.million)],
        Commands("\(log) --since {since}", "\(log) -n \(sizes.recent)", output: "pipe")),
      Comparison(
        "log --json, \(messages), to a file", against: "jq -c .",
        atMost: .times(0.15), needs: [.scene(.million)],
        Commands("\(log) --json", "jq -c . {segments}", output: "run/output")),
      Comparison(
        "log, \(messages), to a file", against: "jq -r, date, name and body",
        atMost: .times(0.15), needs: [.scene(.million)],
        Commands(
          log, "jq -r 'select(.n) | [.date, .name, .body] | @tsv' {segments}",
          output: "run/output")),
      Comparison(
        "search a rare word in \(messages)", against: "rg -c",
        atMost: .times(2.5), needs: [.scene(.million)],
        Commands(search, "rg -c \(Texts.rareWord) {segments}", output: "pipe")),
      Comparison(
        "chat list, unread counts, \(sizes.ownChats.grouped) chats", against: "--version",
        atMost: .times(12), needs: [.scene(.large)],
        Commands("run/chatctl --store large chat list", "run/chatctl --version", output: "pipe")),
      Comparison(
        "candidates of a completion, 20 chats", against: "--version",
        atMost: .times(2), needs: [.copy(.twenty)],
        Commands(
          "run/chatctl --store run/twenty candidates -- log o", "run/chatctl --version",
          output: "pipe")),
      Comparison(
        "from the append to the line from tail", against: "tail -f of a file",
        atMost: .times(3), needs: [.scene(.single)],
        Arrival()),
      Comparison(
        "tail, idle", against: "system calls in \(sizes.idleSeconds) s",
        atMost: .absolute(.calls(0)), needs: [.scene(.million)],
        IdleCalls("run/chatctl --store million tail history")),
      Comparison(
        "tail, idle", against: "peak resident memory",
        atMost: .absolute(.bytes(8_000_000)), needs: [.scene(.million)],
        IdleMemory("run/chatctl --store million tail history")),
      Comparison(
        "log --json, \(messages)", against: "peak resident memory",
        atMost: .absolute(.bytes(24_000_000)), needs: [.scene(.million)],
        PeakMemory("\(log) --json")),
      Comparison(
        "search in \(messages)", against: "peak resident memory",
        atMost: .absolute(.bytes(24_000_000)), needs: [.scene(.million)],
        PeakMemory(search)),
      Comparison(
        "export of \(messages)", against: "peak resident memory",
        atMost: .absolute(.bytes(24_000_000)), needs: [.scene(.million)],
        PeakMemory("run/chatctl --store million export history")),
      Comparison(
        "\(sizes.followers) tail, \(sizes.followedSends.grouped) messages, CPU",
        against: "that of one, \(sizes.followers) times",
        atMost: .times(1.2), needs: [.scene(.single)],
        Followers()),
    ]
  }
}
