// swift-tools-version: 6.2

import PackageDescription

let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Whether this is a build for libFuzzer, which is not static.
let isFuzzing = Context.environment["CHATCTL_FUZZING"] != nil

// The release build is one static executable. FoundationEssentials links statically only when every
// module is compiled for it, so the flag stands with the modules and with the linker.
let shipped =
  house + [.unsafeFlags(isFuzzing ? [] : ["-static-executable"], .when(configuration: .release))]

/// The symbols that a send touches, which the linker puts together: fewer pages to bring in. Made by
/// .ci/startup-order.
let startupOrder = "startup.order"

/// A small program in C that the benchmarks run: static, as chatctl is, and without Swift's
/// runtime.
func program(_ name: String) -> Target {
  .executableTarget(
    name: name,
    path: "Tests/Benchmarks/Programs/\(name)",
    cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra", "-Werror"])],
    linkerSettings: [.unsafeFlags(["-static-executable", "-nostartfiles"])])
}

/// What libFuzzer runs: it brings a `main` of its own, so there is none without it.
let fuzzing: [Target] = [
  .executableTarget(
    name: "fuzzing",
    dependencies: ["FuzzTargets"],
    path: "Tests/Fuzzing",
    swiftSettings: house)
]

let package = Package(
  name: "chatctl",
  products: [
    .executable(name: "chatctl", targets: ["chatctl"])
  ],
  targets: (isFuzzing ? fuzzing : []) + [
    .executableTarget(
      name: "chatctl",
      dependencies: ["ChatCore", "ChatSystem"],
      exclude: [startupOrder],
      swiftSettings: shipped + [.strictMemorySafety()],
      linkerSettings: isFuzzing
        ? []
        : [
          .unsafeFlags(
            [
              "-static-executable", "-use-ld=lld", "-Xlinker", "-s",
              "-Xlinker",
              "--symbol-ordering-file=\(Context.packageDirectory)/Sources/chatctl/\(startupOrder)",
              "-Xlinker", "--no-warn-symbol-ordering",
            ], .when(configuration: .release))
        ]),
    .target(
      name: "ChatCore",
      dependencies: ["ChatSystem"],
      swiftSettings: shipped + [.strictMemorySafety()]),
    .target(
      name: "ChatSystem",
      dependencies: ["CCrypt", "CLinux"],
      swiftSettings: shipped),
    .systemLibrary(name: "CCrypt"),
    .systemLibrary(name: "CLinux"),
    .testTarget(
      name: "ChatSystemTests",
      dependencies: ["ChatSystem"],
      swiftSettings: house),
    .testTarget(
      name: "ChatCoreTests",
      dependencies: ["ChatCore", "ChatSystem"],
      swiftSettings: house),
    .testTarget(
      name: "chatctlTests",
      dependencies: ["chatctl", "ChatCore", "ChatSystem"],
      swiftSettings: house),
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
    .target(
      name: "FuzzTargets",
      dependencies: ["chatctl", "ChatCore"],
      path: "Tests/FuzzTargets",
      exclude: ["Corpus"],
      swiftSettings: house),
    .executableTarget(
      name: "reliability",
      dependencies: ["ChatSystem", "CLinux", "TestTools"],
      path: "Tests/Reliability",
      exclude: ["Programs"],
      swiftSettings: house),
    .testTarget(
      name: "ReliabilityTests",
      dependencies: ["FuzzTargets", "TestTools", "chatctl", "reliability"],
      swiftSettings: house),
    program("floor"),
    program("peak"),
  ],
  swiftLanguageModes: [.v6]
)
