import Foundation
import Glibc
import TestTools

/// What chatctl is compared with and has to be set up: a database and servers, which are reached
/// through sockets in directories of their own.
enum Peers {
  /// A table for messages and one for the lines of a file. The journal is a write-ahead log, which
  /// is a property of the database; how it is synced is set on each connection.
  private static let schema = """
    PRAGMA journal_mode=WAL;
    CREATE TABLE message (id INTEGER PRIMARY KEY, date TEXT, user TEXT, body TEXT);
    CREATE TABLE line (body TEXT);

    """

  /// sqlite3 reads the whole file in one transaction.
  private static let importing = #"""
    PRAGMA synchronous=FULL;
    .mode ascii
    .separator "\037" "\n"
    .import lines line

    """#

  private static let environment = ["PATH": Stage.path]

  /// Makes the database of sqlite3, empty.
  static func makeDatabase() throws {
    try writeFile(Array(schema.utf8), to: "run/schema.sql")
    try writeFile(Array(importing.utf8), to: "run/import.sql")
    try Launch(["sqlite3", "run/messages.db"], environment: environment)
      .run(input: Array(schema.utf8))
  }

  /// Starts a Redis that syncs each write, and waits until it answers.
  static func startRedis() throws -> RunningProgram {
    try makeDirectory("run/redis")
    // It enters its directory before it makes the socket.
    return try start(
      "redis-server --port 0 --dir run/redis --unixsocket socket --save '' --appendonly yes"
        + " --appendfsync always",
      answering: "redis-cli -s run/redis/socket PING")
  }

  /// Starts a broker on a socket, and waits until it answers.
  static func startMosquitto() throws -> RunningProgram {
    try makeDirectory("run/mosquitto")
    let settings = """
      listener 0 run/mosquitto/socket
      allow_anonymous true
      persistence false
      log_dest none
      user root

      """
    try writeFile(Array(settings.utf8), to: "run/mosquitto/settings")
    return try start(
      "mosquitto -c run/mosquitto/settings",
      answering: "mosquitto_pub --unix run/mosquitto/socket -q 1 -t ops -m hello")
  }

  /// Starts a server that ends with this process, even where that is killed.
  /// - Parameter question: a command that succeeds when the server is ready.
  private static func start(_ server: String, answering question: String) throws -> RunningProgram {
    let server = Launch(words(of: server), environment: environment)
    _ = try server.program()
    let program = try Launch(
      ["setpriv", "--pdeathsig", "KILL"] + server.words, environment: environment
    ).start()
    let asking = Launch(words(of: question), environment: environment)
    for _ in 0..<100 {
      if (try? asking.run()) != nil { return program }
      usleep(100_000)
    }
    program.stop()
    // Its own words tell why.
    try asking.run()
    return program
  }
}
