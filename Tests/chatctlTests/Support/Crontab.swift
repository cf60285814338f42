/// A crontab of a user's, crontab(5), to be run as cron(8) runs it.
struct Crontab {
  /// A line that is run, with what cron gives it.
  struct Job {
    let command: String
    let environment: [String: String]
  }

  private(set) var jobs: [Job] = []

  /// - Parameters:
  ///   - home: of the user.
  ///   - programs: a directory that its `PATH` begins with.
  init(_ text: String, home: String, programs: String? = nil) {
    let programs = programs.map { "\($0):" } ?? ""
    var environment = [
      "HOME": home, "SHELL": "/bin/sh", "PATH": "\(programs)/usr/bin:/bin", "LOGNAME": "alice",
    ]
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: /([A-Z_]+)=(.*)/) {
        let value = String(match.output.2)
        environment[String(match.output.1)] = match.output.1 == "PATH" ? programs + value : value
      } else if let command = line.split(separator: " ", maxSplits: 5).last {
        let command = String(command).replacing("\\%", with: "%")
        jobs.append(Job(command: command, environment: environment))
      }
    }
  }
}
