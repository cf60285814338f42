/// What a comparison needs, found in the directory of the data.
enum Supply: Hashable {
  /// A store, to be read where it lies; `large` is written to as well, as it is too large to copy.
  case scene(Scene)
  /// A copy of a store for this run, below `run`.
  case copy(Scene)
  /// The texts of the long chat in a file, a line each.
  case lines
  /// SQLite's database `run/messages.db`, `run/schema.sql` to make another one by, and
  /// `run/import.sql` to read all lines into that.
  case database
  /// A server at `run/redis/socket`.
  case redis
  /// A broker at `run/mosquitto/socket`.
  case mosquitto

  /// The store whose sessions are needed.
  var scene: Scene? {
    switch self {
    case .scene(let scene), .copy(let scene): scene
    case .lines, .database, .redis, .mosquitto: nil
    }
  }
}
