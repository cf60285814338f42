// swift-tools-version: 6.2

import PackageDescription

let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// The release build is one static executable. FoundationEssentials links statically only when every
// module is compiled for it, so the flag stands with the modules and with the linker.
let shipped =
  house + [.unsafeFlags(["-static-executable"], .when(configuration: .release))]

/// The symbols that a send touches, which the linker puts together: fewer pages to bring in. Made by
/// .ci/startup-order.
let startupOrder = "startup.order"

let chatctl = Target.executableTarget(
  name: "chatctl",
  dependencies: ["ChatCore", "ChatSystem"],
  exclude: [startupOrder],
  swiftSettings: shipped + [.strictMemorySafety()],
  linkerSettings: [
    .unsafeFlags(
      [
        "-static-executable", "-use-ld=lld", "-Xlinker", "-s",
        "-Xlinker",
        "--symbol-ordering-file=\(Context.packageDirectory)/Sources/chatctl/\(startupOrder)",
        "-Xlinker", "--no-warn-symbol-ordering",
      ], .when(configuration: .release))
  ])

/// What chatctl is made of.
func modules(_ settings: [SwiftSetting]) -> [Target] {
  [
    .target(
      name: "ChatCore",
      dependencies: ["ChatSystem"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "ChatSystem",
      dependencies: ["CCrypt", "CLinux"],
      swiftSettings: settings + [.define("PLANTED_BUGS", .when(configuration: .debug))]),
    .systemLibrary(name: "CCrypt"),
    .systemLibrary(name: "CLinux"),
  ]
}

/// What ChatSystem and ChatCore do by themselves; also in builds with a sanitizer.
let unitTests: [Target] = [
  .testTarget(
    name: "ChatSystemTests",
    dependencies: ["ChatSystem"],
    swiftSettings: house),
  .testTarget(
    name: "ChatCoreTests",
    dependencies: ["ChatCore", "ChatSystem"],
    swiftSettings: house),
]

let tests: [Target] = [
  .testTarget(
    name: "chatctlTests",
    dependencies: ["ChatCore", "ChatSystem", "TestTools", "chatctl"],
    swiftSettings: house),
  .testTarget(
    name: "ReliabilityTests",
    dependencies: ["ChatCore", "TestTools", "chatctl", "reliability"],
    swiftSettings: house),
  .testTarget(
    name: "FuzzingTests",
    dependencies: ["ChatCore", "TestTools", "chatctl", "reliability"],
    path: "Tests/Fuzzing",
    exclude: ["Corpus", "Entry.swift"],
    swiftSettings: house),
]

/// A small program in C that the benchmarks run: static, as chatctl is, and without Swift's
/// runtime.
func program(_ name: String) -> Target {
  .executableTarget(
    name: name,
    path: "Tests/Benchmarks/Programs/\(name)",
    cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra", "-Werror"])],
    linkerSettings: [.unsafeFlags(["-static-executable", "-nostartfiles"])])
}

/// Programs that measure chatctl and try to break it.
let trials: [Target] = [
  .target(
    name: "TestTools",
    dependencies: ["ChatSystem", "CLinux"],
    path: "Tests/TestTools",
    swiftSettings: house),
  .executableTarget(
    name: "benchmarks",
    dependencies: ["ChatSystem", "CLinux", "TestTools", "floor", "peak"],
    path: "Tests/Benchmarks",
    exclude: ["Programs"],
    swiftSettings: house),
  .executableTarget(
    name: "reliability",
    dependencies: ["ChatSystem", "CLinux", "TestTools"],
    path: "Tests/Reliability",
    exclude: ["Programs"],
    swiftSettings: house),
  program("floor"),
  program("peak"),
]

/// What libFuzzer runs, in a build of its own: it brings a `main`, so chatctl has none there.
let fuzzing: [Target] = [
  .target(
    name: "chatctl",
    dependencies: ["ChatCore", "ChatSystem"],
    exclude: [startupOrder, "Main.swift"],
    swiftSettings: house),
  .executableTarget(
    name: "fuzzing",
    dependencies: ["ChatCore", "chatctl"],
    path: "Tests/Fuzzing",
    exclude: ["Corpus", "FuzzingTests.swift", "Mutator.swift"],
    swiftSettings: house,
    linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
]

let isFuzzing = Context.environment["CHATCTL_FUZZING"] != nil
/// Sanitizers cannot be linked statically, as the programs are.
let isSanitizing = Context.environment["CHATCTL_SANITIZING"] != nil

let package = Package(
  name: "chatctl",
  products: isFuzzing || isSanitizing ? [] : [.executable(name: "chatctl", targets: ["chatctl"])],
  targets: isFuzzing
    ? modules(house) + fuzzing
    : isSanitizing
      ? modules(house) + unitTests
      : [chatctl] + modules(shipped) + trials + unitTests + tests,
  swiftLanguageModes: [.v6]
)
