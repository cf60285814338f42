import Glibc
import Testing

@testable import ChatSystem

@Suite struct FileLockTests {
  private let directory: TemporaryDirectory
  private let path: String
  /// For a lock that is free: a program that another test starts holds copies of all locks until it
  /// is one.
  private let patience = Duration.seconds(60)

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.put("", into: "lock")
  }

  @Test func `a lock excludes every other, until its value is gone`() throws {
    do {
      let lock = try FileLock.acquire(path, timeout: .zero)
      #expect(throws: Errno.timedOut) { _ = try FileLock.acquire(path, timeout: .zero) }
      #expect(try FileLock.isHeld(path))
      // Closing another descriptor of the file does not drop it.
      _ = try FileDescriptor.open(path, .readWrite)
      #expect(throws: Errno.timedOut) { _ = try FileLock.acquire(path, timeout: .zero) }
      try lock.writeNote([])
    }
    _ = try FileLock.acquire(path, timeout: patience)
  }

  @Test func `a missing lock file is an error, unless it is to be made`() throws {
    let missing = "\(directory.path)/missing"
    #expect(throws: Errno.noSuchEntry) { _ = try FileLock.acquire(missing, timeout: .zero) }
    #expect(try !pathExists(missing))
    let mode = FileMode(0o660)
    _ = try FileLock.acquire(missing, creating: mode, timeout: patience)
    #expect(try FileStatus(of: missing).mode == mode)
    _ = try FileLock.acquire(missing, creating: FileMode(0o600), timeout: patience)
    #expect(try FileStatus(of: missing).mode == mode)
  }

  @Test func `a note is read with and without the lock`() throws {
    try directory.put("the note of someone else", into: "lock")
    let lock = try FileLock.acquire(path, timeout: .zero)
    try lock.writeNote(Array("my own ".utf8))
    let note = try lock.note()
    #expect(String(decoding: note, as: UTF8.self) == "my own e of someone else")
    #expect(try FileLock.note(in: path) == note)
  }

  @Test(.needsPerl) func `another process that holds it is noticed, and so is its end`() throws {
    let holder = try OtherProcess.holding(path)
    #expect(throws: Errno.timedOut) { _ = try FileLock.acquire(path, timeout: .zero) }
    kill(holder.processID, SIGKILL)
    _ = try holder.wait()
    _ = try FileLock.acquire(path, timeout: patience)
  }

  @Test(.needsPerl) func `waiting ends when the time is over`() throws {
    let holder = try OtherProcess.holding(path)
    #expect(throws: Errno.timedOut) { _ = try FileLock.acquire(path, timeout: .milliseconds(50)) }
    _ = try holder.wait()
  }

  @Test(.needsPerl) func `a lock is had as soon as its holder lets go`() throws {
    let holder = try OtherProcess.holding(path, untilWaitedForAndThen: "exit")
    _ = try FileLock.acquire(path, timeout: patience)
    _ = try holder.wait()
  }

  @Test(.needsPerl) func `a lock file that was replaced meanwhile is locked in its place`() throws {
    let holder = try OtherProcess.holding(path, untilWaitedForAndThen: "replace")
    let lock = try FileLock.acquire(path, timeout: patience)
    #expect(try String(decoding: lock.note(), as: UTF8.self) == "new")
    #expect(throws: Errno.timedOut) { _ = try FileLock.acquire(path, timeout: .zero) }
    _ = try holder.wait()
  }

  @Test(.needsPerl) func `a lock file that was removed meanwhile is missing`() throws {
    let holder = try OtherProcess.holding(path, untilWaitedForAndThen: "remove")
    #expect(throws: Errno.noSuchEntry) { _ = try FileLock.acquire(path, timeout: patience) }
    _ = try holder.wait()
  }

  @Test func `an alarm that was set before goes on`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = try directory.put("", into: "lock")
      let lock = try FileLock.acquire(path, timeout: .zero)
      alarm(1000)
      #expect(throws: Errno.timedOut) { _ = try FileLock.acquire(path, timeout: .milliseconds(50)) }
      let left = alarm(0)
      #expect((500...1000).contains(left))
      try lock.writeNote([])
    }
  }
}

/// Takes locks with another program; POSIX locks and ours exclude each other.
private enum OtherProcess {
  /// Starts a process that holds the lock on `path`, and has it when this returns.
  /// - Parameter action: what it does with the file, and ends, as soon as somebody waits for the
  ///   lock; else it goes on until its input ends.
  static func holding(
    _ path: String, untilWaitedForAndThen action: String = "wait"
  ) throws -> Child {
    let words = ["perl", "-e", script, path, action]
    let child = try Child.spawn(words.map { Array($0.utf8) }, input: .pipe, output: .pipe)
    let word = try child.readOutput(upTo: 5)
    #expect(String(decoding: word, as: UTF8.self) == "held\n")
    return child
  }

  private static let script = #"""
    use strict; use Fcntl;
    my ($path, $action) = @ARGV;
    open(my $file, "+<", $path) or die;
    my $lock = pack("ssx4qqix4", F_WRLCK, 0, 0, 0, 0);
    fcntl($file, F_SETLK, $lock) or die;
    syswrite(STDOUT, "held\n");
    if ($action eq "wait") { <STDIN>; exit }
    my $inode = (stat $file)[1];
    while (1) {
      open(my $locks, "<", "/proc/locks") or die;
      last if grep { /->.*:$inode / } <$locks>;
      select(undef, undef, undef, 0.01);
    }
    if ($action eq "replace") {
      open(my $new, ">", "$path.x") or die; print $new "new"; close $new;
      rename("$path.x", $path) or die;
    }
    unlink($path) if $action eq "remove";
    """#
}

extension Trait where Self == ConditionTrait {
  fileprivate static var needsPerl: Self {
    .enabled(if: access("/usr/bin/perl", X_OK) == 0, "perl is not installed")
  }
}
