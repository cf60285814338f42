extension Guide {
  /// What is in a store, and by which rules it is read and written: chatctl-store(5).
  static let store = Guide(
    name: "chatctl-store", manualSection: 5,
    purpose: "the files that chatctl keeps, and what it promises of them",
    sections: [
      Section(
        title: "DESCRIPTION",
        blocks: [
          .text(
            "A store is a directory of JSON files. There is no server: every program that reads or "
              + "writes it does so by itself, by the rules of this page, which are meant to be "
              + "enough to write another such program."),
          .text(
            "The store is the directory that --store or CHATCTL_STORE names, else chatctl in "
              + "$XDG_DATA_HOME, else ~/.local/share/chatctl. 'chatctl signup' and 'chatctl init' "
              + "make it."),
          .text(
            "All text is UTF-8. Dates are strings in RFC 3339, in UTC with milliseconds. Ids of "
              + "accounts and chats are 20 hexadecimal digits in lower case; that of the store "
              + "itself is another text. Digests are SHA-256, in 64 such digits. A program passes "
              + "over fields that it does not know, and refuses a store whose format is newer than "
              + "it knows. An object in which a field that it knows stands twice is damaged."),
        ]),
      Section(
        title: "FILES",
        blocks: [
          .terms([
            (
              "store.json",
              "What the store is: format (1), id, created, passwordCost (of yescrypt, see "
                + "crypt(5)), and unicode, the version by which names were folded."
            ),
            (
              "lock",
              "The store lock. It guards accounts, friends, names, and which chats there are."
            ),
            (
              "users/ID/profile.json",
              "An account: id, username, created, friends and, where there are any, "
                + "formerUsernames, email, imageURL, blocked. A guest's username begins with '~'. "
                + "A deleted account has deleted, the date, no friends, and keeps its names, which "
                + "stay reserved."
            ),
            (
              "users/ID/secret.json",
              "Mode 0600, whatever the store's: id; password, as crypt(3) writes it, which a guest "
                + "has not; sessions, each with created and digest, that of the session's secret; "
                + "tokens, each with name, digest, that of the token's whole text, created, scope "
                + "and, if so, expires. A scope has rights, which are read and send, and chats, "
                + "their ids; without these the token is for all chats."
            ),
            (
              "users/ID/chats/DIGEST.json",
              "A hint: the ids of the account's chats of one folded name."
            ),
            (
              "names/usernames, names/emails, names/public",
              "Hints: directories of files called DIGEST.json, by the digest of a folded username, "
                + "e-mail address or name of a public chat; ids says which account or chats go by "
                + "it."
            ),
            (
              "chats/ID/chat.json",
              "A chat: id, name, owner, participants (user, and joined, the date), banned, public, "
                + "direct, created and, if its name was changed, renamed, the date. A direct "
                + "chat has no owner; its id is made of the first 20 digits of the digest of "
                + "'direct' and both ids in order."
            ),
            (
              "chats/ID/lock",
              "The chat's lock. It guards its document, log, cursors and keys."
            ),
            (
              "chats/ID/messages/NUMBER.jsonl",
              "A segment of the log, called by the number of its first record in 20 digits, about 8 "
                + "MiB long."
            ),
            (
              "chats/ID/edits/NUMBER.jsonl",
              "A hint: a log of its own with a copy of each record that changes a message, without "
                + "body and total; n counts the copies. The first segment is called 1, the others by "
                + "the number of their first copy."
            ),
            (
              "chats/ID/keys/XX/REST.json",
              "What was sent under a key: user, seq, and content, the digest of the answered "
                + "message's number, a line break and the text. XX and REST are the digest of the "
                + "account's id, a line break and the key."
            ),
            (
              "chats/ID/cursors/USER-DIGEST.json",
              "A cursor, by its account and half of the digest of its name: name, user, seq and date "
                + "of the last record that was handled, and n, the messages up to it. The cursor "
                + "read is the read mark. Beside it are USER-DIGEST.lock, held by the process that "
                + "uses the cursor, and USER-DIGEST.failed.json, the messages that were given "
                + "up: name, user and letters, each with seq, date, failed, attempts and reason."
            ),
            (
              "users/.new, chats/.new, chats/.gone",
              "A new account or chat before it is renamed into place, and a chat that is being "
                + "removed; under the store lock alone."
            ),
            (
              "NAME.new",
              "A file before it is renamed to NAME; under the lock that guards NAME alone."
            ),
          ]),
          .text(
            "Outside the store, $XDG_STATE_HOME/chatctl/sessions.json, mode 0600, remembers who is "
              + "logged in: sessions, the last of a store being the current one, each with store "
              + "(its id), user, username and secret. One that is pending may not have been begun "
              + "in the store; former are the digests of those that it replaces. sessions.lock "
              + "beside it guards it."),
        ]),
      Section(
        title: "THE LOG",
        blocks: [
          .text("A record is one line of JSON, an object without others in it:"),
          .file(
            "messages/00000000000000000001.jsonl",
            """
            {"seq":42,"n":40,"date":"2026-11-30T01:05:23.123Z",
            "user":"0f9d8a7b6c5e4f3a2b1c","name":"alice","body":"hello"}
            """),
          .text(
            "It is shown on two lines here and is on one in the file. These are the fields, in the "
              + "order in which they are written:"),
          .terms([
            (
              "seq",
              "The record's number. Each line takes a number, also one that is damaged, but that "
                + "which names the next segment."
            ),
            (
              "n", "How many messages there are up to this one; a record with it and a body is one."
            ),
            ("total", "The same in every other record; the first versions wrote none."),
            ("date", "When it was written; never before the date of the record before."),
            (
              "at",
              "The writer's own time, where the date of the record before is more than a day ahead "
                + "of it. Readers show it in place of the date."
            ),
            ("user, name", "The author's id, and the username at that time."),
            ("token", "The name of the token that was used."),
            ("reply, of", "The number of the message that is answered, and that record's date."),
            ("key", "The digest of the key that it was sent under."),
            ("auto", "True for what a program answered by itself, and how 'chatctl ask' ended."),
            (
              "edit, of; delete, of",
              "The number and date of the message that this record changes. An edit has the new "
                + "text as its body."
            ),
            (
              "event, subject, title",
              "What happened to the chat: added, removed, readmitted, joined, left, owner or "
                + "renamed; to whom; and their username, or the chat's new name."
            ),
            ("body", "The text, at most 1 MiB, the last field."),
            (
              "next",
              "Alone in the last line of a full segment: the file name of the one that follows."
            ),
          ]),
          .text(
            "Only what ends in a line break counts. A line that is no record was torn by a crash or "
              + "damaged; readers pass over it and say so. Nor is one a record in which 'of' "
              + "stands without 'reply', 'edit' or 'delete', or one of these without 'of', or 'body' "
              + "without any of 'n', 'total', 'edit' and 'delete'. A copy in edits counts if the record of "
              + "its number makes the same change. A cursor whose record has another date stands "
              + "for none: who reads on begins after the last older record."),
        ]),
      Section(
        title: "LOCKS",
        blocks: [
          .text(
            "A lock is an exclusive open file description lock on the whole file, F_OFD_SETLKW with "
              + "F_WRLCK of fcntl(2). It dies with its holder; none is broken because it is old. "
              + "After taking one, see that its path still leads to the file that is locked: if it "
              + "leads to another, lock that; if to none, what it guarded is gone. Who needs the "
              + "store lock and a chat's takes the store lock first. Neither is held while a "
              + "program is run."),
          .text(
            "The holder writes a note into the file, for people who wait: process, host and command, "
              + "and in a chat's lock on a second line the segment that was the last. Nothing "
              + "relies on it."),
          .text("Readers take no lock and make no files. They work on a store that is read-only."),
        ]),
      Section(
        title: "WRITING",
        blocks: [
          .text(
            "A document is replaced whole: remove NAME.new, make it with the mode of what it "
              + "replaces, write, fsync(2), rename(2), and fsync the directory. Who makes a "
              + "directory syncs its parent. When anything fails, the old document stays."),
          .text(
            "A change has one point from which on it counts: one document replaced, or one line "
              + "written. Hints are only ways to find the truth: an account counts under a username "
              + "if its profile says so, a chat under a name if its document does. To add, write "
              + "the hint before the document; to remove, the document first."),
          .text("To append to a log:"),
          .terms([
            ("1.", "Take the chat's lock. Read again what gives the right to write."),
            (
              "2.",
              "Find the last segment, and in it, backwards, the last line break and the last record; "
                + "where it is empty, in the one before. If it does not end in a line break, write "
                + "one first. Never cut a log: readers may have seen what is there."
            ),
            (
              "3.",
              "The number is that of the last record plus one, plus one for each line after it that "
                + "is no record, the one with next left out. The date is the later of now and the "
                + "last record's."
            ),
            (
              "4.",
              "A record that changes a message is first copied to edits and synced. A message under "
                + "a key first gets its file in keys, synced with its directory; a file whose "
                + "number does not hold that key counts for nothing."
            ),
            ("5.", "Write all lines at the end with pwrite(2), and go on after a short write."),
            (
              "6.",
              "On a file system of this machine, release the lock, then fdatasync(2) the segment; on "
                + "any other the other way round. Then say that it is stored. A sync that fails is "
                + "not tried again: what was written may or may not stay."
            ),
            (
              "7.",
              "When a segment is full, sync it, make the next one, sync that and the directory, and "
                + "then append the line with next."
            ),
          ]),
          .text(
            "To erase the text of a deleted message, after its delete record is synced, overwrite the "
              + "bytes of its body with spaces in place, and those of all edits of it, and sync. "
              + "Write so that no reader sees half a character or half an escape. A text of spaces "
              + "alone is one that was erased."),
        ]),
      Section(
        title: "FOLLOWING",
        blocks: [
          .text(
            "A follower watches first and reads then. It keeps the number and date of the last "
              + "record, not only its place in the file. Where a line is no record, or a number is "
              + "left out, it reads again for a while before it passes on. It goes on at the "
              + "segment that next names, or that the directory shows. Where the file system "
              + "cannot tell of changes it looks once a second.")
        ]),
      Section(
        title: "WHO MAY READ AND WRITE",
        blocks: [
          .text(
            "Directories are 0700 and files 0600; in a store that 'chatctl init --group' made, 2770 "
              + "and 0660, except secret.json, which is 0600 and owned by the user of the host who "
              + "signed up. The mode of the store's directory decides. Modes, groups and access "
              + "lists of what is replaced are kept, and never become looser; the umask does not "
              + "matter. The store and directories in it may be symbolic links; a linked file "
              + "is replaced where the link leads to."),
          .text(
            "Names that people choose never become file names. Names are compared in folded "
              + "form: upper and lower case and canonically equivalent spellings (Unicode Standard "
              + "Annex 15) are one."),
        ]),
      Section(
        title: "PROMISES",
        blocks: [
          .text(
            "After each promise stand the methods that try to break it: 'swift run reliability "
              + "METHOD', of the source. Where tests or benchmarks are named, 'swift test' and "
              + "'swift run benchmarks' hold it."),
          .terms([
            (
              "1.",
              "A message whose send exited with 0 survives kill -9 and a power cut: once, whole, at "
                + "its place. (crash-states, block-states, kills, faults)"
            ),
            (
              "2.",
              "One that was not acknowledged is there whole or not at all. What was published stays. "
                + "(crash-states, block-states, kills, faults, readers)"
            ),
            (
              "3.",
              "Numbers only grow, and one is left out only where a damaged line stands. Dates never "
                + "go back, also where the clock does. (races)"
            ),
            (
              "4.",
              "Readers take no lock, make nothing, and never see half of anything. Who follows an idle "
                + "chat holds no lock but that of the cursor it uses. (readers, exhaustion)"
            ),
            (
              "5.",
              "A document is the old one or the new one, also on a full disk. (crash-states, "
                + "block-states, faults, exhaustion)"
            ),
            (
              "6.",
              "A lock dies with its holder. Waiting ends after --lock-timeout, with exit code 6 and "
                + "the holder's name. (kills, races; tests)"
            ),
            ("7.", "Links, modes, groups and access lists are kept. (permissions; tests)"),
            (
              "8.",
              "A damaged document is refused by its path, exit code 7, and never overwritten. A "
                + "damaged line of a log is passed over with a word. (damaged-stores, fuzzing, "
                + "sanitizers)"
            ),
            ("9.", "A store of a newer format is refused. (tests)"),
            (
              "10.",
              "The cost of send, tail -n, log -n and an unread count does not grow with the store; "
                + "that of chat list and unread grows with the account's own chats. (benchmarks; "
                + "tests)"
            ),
          ]),
          .text(
            "Not promised: anything against someone who may write to the store's files, who can "
              + "forge whatever they like; anything on a disk that says that it has synced and has "
              + "not; that a log which is edited by hand while it is in use stays whole."),
        ]),
      Section(
        title: "EXAMPLES",
        blocks: [
          .text("The messages of all chats as they were sent, with the tools that are there:"),
          .shell(
            """
            cat ~/.local/share/chatctl/chats/*/messages/*.jsonl | jq -rR \\
              'fromjson? | select(.n) | [.date, .name, .body] | @tsv'
            """),
          .text("A copy, while nobody writes:"),
          .shell("cp -a ~/.local/share/chatctl ~/chatctl-copy"),
        ]),
    ],
    seeAlso: [("chatctl", 1), ("chatctl-json", 5), ("fcntl", 2), ("jq", 1)])
}
