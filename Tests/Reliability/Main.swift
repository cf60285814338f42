import Foundation
import TestTools

/// Tries to break what the store promises, in all ways of ``MethodTable``.
@main
struct Main {
  static func main() {
    let options: Options
    do throws(Failure) {
      options = try Options(Array(CommandLine.arguments.dropFirst()))
    } catch {
      Progress.say("\(error)\n\(Options.usage)")
      exit(2)
    }
    if options.wantsHelp {
      print(Options.usage, terminator: "")
      exit(0)
    }
    Leftovers.clearWhenInterrupted()
    do {
      let holds =
        switch options.bug {
        case "list":
          PlantedReport().printList()
        case "all":
          try PlantedReport().run(on: target())
        default: try run(options)
        }
      exit(holds ? 0 : 1)
    } catch {
      Progress.say(error.localizedDescription)
      exit(2)
    }
  }

  private static func target() throws -> Target {
    Target(chatctl: try Build.chatctl(), dynamic: try Build.dynamicChatctl())
  }

  /// - Returns: whether every promise was kept and every method could be run.
  private static func run(_ options: Options) throws -> Bool {
    let methods = MethodTable.methods.filter {
      options.names.isEmpty || options.names.contains($0.name)
    }.map { method in
      guard let seed = options.seed, var seeded = method as? any SeededMethod else { return method }
      seeded.seed = seed
      return seeded
    }
    for name in options.names where !methods.contains(where: { $0.name == name }) {
      throw Failure("there is no method '\(name)'")
    }
    var target = try target()
    target.bug = options.bug
    let report = Report(of: methods)
    report.printHead()
    var holds = true
    for method in methods {
      Progress.show("\(method.name): \(method.unit)")
      if let obstacle = method.obstacle() {
        holds = false
        report.print(skipped: method, because: obstacle)
        continue
      }
      var found = Tally()
      let time = try ContinuousClock().measure {
        found = try method.run(options.tier, on: target)
      }
      holds = holds && found.isClean && found.count >= method.goal(of: options.tier)
      report.print(found, of: method, options.tier, in: time)
    }
    return holds
  }
}
