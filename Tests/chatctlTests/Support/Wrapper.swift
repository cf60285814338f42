import Foundation
import Glibc

/// A program that starts the one under test in another environment and becomes it.
struct Wrapper {
  let words: [String]

  /// As another user of the host, setpriv(1); needs root.
  static func user(_ user: OSUser) -> Wrapper {
    Wrapper(
      words: ["/usr/bin/setpriv", "--reuid=\(user.uid)", "--regid=\(user.gid)"] + user.groups)
  }

  /// With mounts that nobody else sees, unshare(1).
  /// - Parameter script: shell commands that mount; they may use `mount --bind`.
  static func mounts(_ script: String) -> Wrapper {
    let user = geteuid() == 0 ? [] : ["--map-root-user"]
    return Wrapper(words: ["/usr/bin/unshare", "--mount"] + user + shell(script).words)
  }

  /// On a host whose programs below /usr/local are chatctl and the script `backup` of this home, and
  /// whose /srv/chat is the store.
  static func host(of home: TestHome) -> Wrapper {
    mounts(
      """
      for directory in /srv /usr/local/bin /usr/local/sbin; do
        mount -t tmpfs none $directory
      done
      ln -s '\(TestHome.builtBinary)' /usr/local/bin/chatctl
      ln -s '\(home.folder.path)/backup' /usr/local/sbin/backup
      mkdir /srv/chat
      mount --bind '\(home.store.path)' /srv/chat
      """)
  }

  /// With a system call that takes long, if nothing else is said a minute, where it touches a file,
  /// strace(1).
  static func slow(_ call: String, on path: String, seconds: Int = 60) -> Wrapper {
    let delay = "inject=\(call):delay_enter=\(seconds)000000"
    return Wrapper(words: ["/usr/bin/strace", "-f", "-o", "/dev/null", "-P", path, "-e", delay])
  }

  /// With the system calls that touch one of these files, or all where none is given, noted in
  /// `file`, strace(1).
  static func noting(_ calls: String, on paths: [String], in file: String) -> Wrapper {
    let files = paths.flatMap { ["-P", $0] }
    return Wrapper(
      words: ["/usr/bin/strace", "-f", "-qq", "-y", "-o", file] + files + ["-e", "trace=\(calls)"])
  }

  /// With a signal that is blocked and has come already, env(1).
  static func pending(_ signal: Int32) -> Wrapper {
    let script = shell("ulimit -c 0; kill -\(signal) $$")
    return Wrapper(words: ["/usr/bin/env", "--block-signal"] + script.words)
  }

  /// With another program in place of the one under test wherever that starts itself: a script
  /// whose `$self` is the real one.
  static func replacingItself(with script: String) -> Wrapper {
    // A running executable that was removed is named so, proc_pid_exe(5).
    shell(
      """
      cp "$1" "$HOME/removed"
      exec 9<"$HOME/removed"
      rm "$HOME/removed"
      cat >"$HOME/removed (deleted)" <<'END'
      #!/bin/sh
      self=/proc/self/fd/9
      \(script)
      END
      chmod +x "$HOME/removed (deleted)"
      shift
      set -- /proc/self/fd/9 "$@"
      """)
  }

  /// Killed at a system call of some kinds, or sent another signal there, strace(1).
  /// - Parameters:
  ///   - call: one kind, or several with commas.
  ///   - occurrence: at which of them, from 1 on.
  static func killed(at call: String, occurrence: Int = 1, by signal: String = "KILL") -> Wrapper {
    let kill = "inject=\(call):signal=\(signal):when=\(occurrence)"
    let words = ["-f", "-qq", "-o", "/dev/null", "-e", kill]
    return Wrapper(words: ["/usr/bin/strace"] + words)
  }

  /// With a system call that fails where it touches one of these files, strace(1).
  static func failing(_ call: String, with error: String, on paths: String...) -> Wrapper {
    let files = paths.flatMap { ["-P", $0] }
    let words = ["-f", "-qq", "-o", "/dev/null"] + files + ["-e", "inject=\(call):error=\(error)"]
    return Wrapper(words: ["/usr/bin/strace"] + words)
  }

  /// After shell commands that change what a program inherits, such as `umask 0`.
  static func shell(_ script: String) -> Wrapper {
    Wrapper(words: ["/bin/sh", "-euc", script + "\nexec \"$@\"", "sh"])
  }
}

/// A user of the host who need not stand in /etc/passwd.
struct OSUser {
  let uid: UInt32
  let gid: UInt32
  /// A group of /etc/group to belong to as well.
  var group: String?

  fileprivate var groups: [String] {
    [group.map { "--groups=\($0)" } ?? "--clear-groups"]
  }
}
