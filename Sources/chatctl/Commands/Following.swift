import ChatCore
import ChatSystem

/// What is done while chats are followed, beside what is done with each entry.
struct Following {
  /// Nil where none are kept.
  var marks: ReadMarks?
  var cursors: FollowCursors
  var bounds: FollowBounds
  /// Whether it goes on after what is there.
  let follows: Bool
  /// Whether an entry that is handled stays so, whatever becomes of the next one; also a signal
  /// waits until then.
  let handlesEach: Bool

  init(
    marks: ReadMarks? = nil, cursors: FollowCursors = FollowCursors(nil),
    bounds: FollowBounds = FollowBounds(), follows: Bool = true, handlesEach: Bool = false
  ) {
    self.marks = marks
    self.cursors = cursors
    self.bounds = bounds
    self.follows = follows
    self.handlesEach = handlesEach
  }

  /// Which signals are to come in between two entries only.
  fileprivate var caught: [Signal] {
    handlesEach || marks?.areKept == true || cursors.name != nil
      ? [.hangup, .interrupt, .terminate] : []
  }

  /// Takes account of what was shown, and written out, or handled.
  fileprivate mutating func note(_ item: FeedEntry) {
    marks?.note(item.entry, in: item.chat)
    cursors.note(item.entry.reference, in: item.chat)
  }

  /// How long to wait at most, other than for news.
  fileprivate var patience: Duration? {
    [marks?.delay, cursors.delay, bounds.rest].compactMap { $0 }.min()
  }
}

/// What became of an entry.
enum Handled {
  case done
  /// There was nothing to be done.
  case passedOver
  /// It was not handled, and following is to end.
  case stopped
}

extension Context {
  /// Follows chats until a bound is reached, a signal comes or nobody reads the results any more.
  /// Where marks or cursors are moved, they are saved before.
  /// - Parameter handle: shows an entry, or does what else is to be done; what it adds to the
  ///   results is written out before a cursor moves over it.
  mutating func follow(
    _ feed: inout MessageFeed, _ following: Following,
    _ handle: (inout Context, FeedEntry, borrowing SignalSource) throws(ChatError) -> Handled
  ) throws(ChatError) {
    var following = following
    let caught = following.caught
    let signals = try catchSignals(caught)
    let console = output
    if !caught.isEmpty {
      let signals = signals.raw
      output = console.sendingResults(console.results) { bytes throws(Errno) in
        try StandardStream.output.write(bytes, unlessReadable: signals)
      }
    }
    defer { output = console }
    do throws(ChatError) {
      try follow(&feed, &following, signals, handle)
    } catch {
      // What was handled before stays so, and the first failure is the one to tell.
      if case .outputFailed = error {} else { try? output.flush() }
      following.marks?.save(in: self)
      try? following.cursors.save(in: &self)
      guard error == .outputFailed(.interrupted) else { throw error }
      signal = try next(of: signals)
      return
    }
    following.marks?.save(in: self)
    do throws(ChatError) {
      try following.cursors.save(in: &self, isLast: true)
    } catch {
      // By a signal it ends all the same.
      if signal == nil { throw error }
      output.error(error)
    }
  }

  private mutating func follow(
    _ feed: inout MessageFeed, _ following: inout Following, _ signals: borrowing SignalSource,
    _ handle: (inout Context, FeedEntry, borrowing SignalSource) throws(ChatError) -> Handled
  ) throws(ChatError) {
    while signal == nil {
      let entries = try feed.next()
      let goesOn = try self.handle(entries, &following, signals, handle)
      for notice in feed.takeNotices() { tell(of: notice) }
      if !goesOn { return }
      if entries.isEmpty {
        for (chat, place) in feed.places { following.cursors.note(place, in: chat) }
        if !following.follows { return }
      }
      if following.marks?.delay == .zero { following.marks?.save(in: self) }
      if following.cursors.delay == .zero { try following.cursors.save(in: &self) }
      if following.bounds.isOver {
        answer = ExitCode.timedOut
        return
      }
      signal =
        entries.isEmpty
        ? try wait(for: feed, or: signals, atMost: following.patience) : try next(of: signals)
    }
  }

  /// - Returns: false when following is to end.
  private mutating func handle(
    _ entries: [FeedEntry], _ following: inout Following, _ signals: borrowing SignalSource,
    _ handle: (inout Context, FeedEntry, borrowing SignalSource) throws(ChatError) -> Handled
  ) throws(ChatError) -> Bool {
    var handled = 0
    var goesOn = true
    for item in entries where goesOn {
      let outcome = try handle(&self, item, signals)
      if outcome == .stopped {
        goesOn = false
        break
      }
      handled += 1
      try following.bounds.note(item.entry, counts: outcome == .done)
      goesOn = !following.bounds.isReached && signal == nil
      if following.handlesEach {
        following.note(item)
        try following.cursors.save(in: &self)
        if following.bounds.isOver { break }
      }
    }
    try output.flush()
    if !following.handlesEach { for item in entries.prefix(handled) { following.note(item) } }
    return goesOn
  }

  /// Begins to catch signals, where nothing else is said those that end a program.
  func catchSignals(
    _ signals: [Signal] = [.hangup, .interrupt, .terminate]
  ) throws(ChatError) -> SignalSource {
    try attempt(.watch, "signals") { () throws(Errno) in try SignalSource.catching(signals) }
  }

  /// The signal that came, if any, without waiting.
  func next(of signals: borrowing SignalSource) throws(ChatError) -> Signal? {
    try attempt(.watch, "signals") { () throws(Errno) in try signals.next() }
  }

  /// Waits for news, a signal or the end of whoever reads.
  /// - Returns: the signal that came.
  private func wait(
    for feed: borrowing MessageFeed, or signals: borrowing SignalSource, atMost delay: Duration?
  ) throws(ChatError) -> Signal? {
    var requests = [
      PollRequest(StandardStream.output.rawValue, wantsInput: false),
      PollRequest(signals.raw, wantsInput: true),
    ]
    if let descriptor = feed.descriptor {
      requests.append(PollRequest(descriptor, wantsInput: true))
    }
    let timeout = min(feed.patience, delay ?? feed.patience)
    let results = try attempt(.watch, "the chats") { () throws(Errno) in
      try waitForEvents(requests, timeout: timeout)
    }
    if results[0].isBroken { throw .outputFailed(.brokenPipe) }
    return results[1].isReadable ? try next(of: signals) : nil
  }

  private mutating func tell(of notice: FeedNotice) {
    switch notice {
    case .damage(let damage, let chat): output.warn(of: damage, in: chat)
    case .ended(let error): output.warning(error.message)
    case .passedOver(let error): passOver(error)
    }
  }
}
