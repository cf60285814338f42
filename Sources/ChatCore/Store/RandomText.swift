import ChatSystem

/// Random bytes from the kernel, in hexadecimal digits.
func randomText(bytes count: Int) throws(ChatError) -> String {
  try attempt(.read, "the kernel's random numbers") { () throws(Errno) in
    try randomBytes(count).hexadecimal
  }
}
