import Glibc

/// Compares in a time that depends on the lengths alone, so that it tells nothing about where two
/// secrets differ.
package func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  var difference: UInt8 = 0
  for index in left.indices { difference |= left[index] ^ right[index] }
  return difference == 0
}

/// Overwrites a secret that is no longer needed, explicit_bzero(3); copies made of it stay.
package func wipe(_ secret: inout [UInt8]) {
  secret.withUnsafeMutableBytes { bytes in
    if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
  }
}
