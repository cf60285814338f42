import ChatSystem
import Testing

@Suite struct SHA256Tests {
  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
          + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func `digests are those of the NIST examples`(message: String, digest: String) {
    #expect(SHA256.digest(of: Array(message.utf8)).hexadecimal == digest)
  }

  /// SHA256ShortMsg.rsp of the NIST Cryptographic Algorithm Validation Program.
  @Test(
    arguments: [
      ([0xd3], "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
      ([0x11, 0xaf], "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
      (
        [0x74, 0xba, 0x25, 0x21],
        "b16aa56be3880d18cd41e68384cf1ec8c17680c45a02b1575dc1518923ae8b0e"
      ),
    ] as [([UInt8], String)])
  func `digests are those of the NIST validation program`(message: [UInt8], digest: String) {
    #expect(SHA256.digest(of: message).hexadecimal == digest)
  }

  @Test func `messages of 0 to 200 bytes have the digests that coreutils gives`() {
    let digests = (0...200).flatMap { SHA256.digest(of: (0..<$0).map { UInt8($0 % 251) }) }
    #expect(
      SHA256.digest(of: digests).hexadecimal
        == "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021")
  }
}
