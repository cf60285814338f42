import Glibc

/// What libFuzzer calls with each input; the environment says which target is meant. A broken rule
/// ends the process, as a trap does, so that the fuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  do {
    try target.check(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError("\(target): \(error)")
  }
  return 0
}

private let target: FuzzTarget = {
  let name = getenv("CHATCTL_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("CHATCTL_FUZZ_TARGET is none of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()
