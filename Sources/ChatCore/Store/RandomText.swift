import ChatSystem

/// Random bytes from the kernel.
func kernelRandomBytes(_ count: Int) throws(ChatError) -> [UInt8] {
  try attempt(.read, "the kernel's random numbers") { () throws(Errno) in
    try randomBytes(count)
  }
}

/// The same in hexadecimal digits.
func randomText(bytes count: Int) throws(ChatError) -> String {
  try kernelRandomBytes(count).hexadecimal
}
