import Foundation
import Testing

@testable import reliability

/// What the methods are built on does what it says.
struct SceneTests {
  @Test func `every writing command can be run, and changes what people see`() throws {
    let start = try World(Target.built.chatctl)
    try start.populate()
    let before = try View(of: start)
    for command in WritingCommand.all {
      let world = try World(Target.built.chatctl)
      try world.copy(from: start)
      try world.succeed(command.step)
      #expect((try View(of: world) != before) == command.isVisible, "\(command.name)")
    }
  }

  @Test func `two stores that were made in the same way look the same`() throws {
    let views = try (0..<2).map { _ in
      let world = try World(Target.built.chatctl)
      try world.populate()
      return try View(of: world)
    }
    #expect(views[0] == views[1])
  }
}
