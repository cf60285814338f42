import Foundation
import Testing

@testable import chatctl

/// The page that `export --format html` writes.
struct HTMLExportTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
  }

  private func page(_ words: String...) throws -> String {
    try home.succeed(["export", "r", "--format", "html"] + words).text
  }

  /// U+FFFE and U+1FFFF, after an x.
  private static let noncharacters = String(
    decoding: [0x78, 0xEF, 0xBF, 0xBE, 0xF0, 0x9F, 0xBF, 0xBF], as: UTF8.self)

  private static let attacks = [
    "<script>alert(1)</script>", "</div></article><h1>owned</h1>", "<img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)", "' onfocus='alert(1)", "&lt;b&gt; &amp; &#60;i&#62;", "<!-- ",
    "]]><![CDATA[", "</style><style>*{display:none}", "javascript:alert(1)", "<a href='//x'>y</a>",
    "\u{1B}[2J", noncharacters,
    "x\u{85}\u{9B}\u{7F}",
    "\u{202E}desrever\u{202C}", "\u{2066}isolated", "</title><base href=//evil>",
  ]

  /// Tells what a parser of HTML makes of a page: JSON of its tags, attributes and texts, after it
  /// has checked that each tag is closed in order.
  private static let parser = """
    import json, sys
    from html.parser import HTMLParser
    void = {'meta', 'br', 'link', 'img', 'base', 'input', 'hr'}
    class P(HTMLParser):
        def __init__(self):
            super().__init__()
            self.open, self.tags, self.texts = [], [], []
        def handle_starttag(self, tag, attributes):
            self.tags.append([tag, dict(attributes)])
            if tag not in void: self.open.append(tag)
        def handle_endtag(self, tag):
            assert self.open.pop() == tag, tag
        def handle_data(self, data):
            if self.open and self.open[-1] == 'div': self.texts.append(data)
        def handle_comment(self, data): assert False, data
        def unknown_decl(self, data): assert False, data
        def handle_pi(self, data): assert False, data
    p = P()
    p.feed(sys.stdin.buffer.read().decode('utf-8'))
    p.close()
    assert p.open == [], p.open
    print(json.dumps({'tags': p.tags, 'texts': p.texts}))
    """

  private struct Parsed: Decodable {
    struct Tag: Decodable {
      let name: String
      let attributes: [String: String?]

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        name = try container.decode(String.self)
        attributes = try container.decode([String: String?].self)
      }
    }

    let tags: [Tag]
    let texts: [String]
  }

  private func parsed(_ page: String) throws -> Parsed {
    let launch = Launch(
      words: ["/usr/bin/python3", "-c", Self.parser], environment: ["PATH": TestHome.path],
      input: .text(page))
    let outcome = try launch.run()
    try #require(outcome.code == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Parsed.self, from: Data(outcome.output))
  }

  @Test(.needs("python3")) func `nothing that someone wrote is markup`() throws {
    for attack in Self.attacks { try home.succeed("send", "r", attack) }
    try home.succeed("send", "r", "--reply-to", "1", "yes")
    let page = try page()
    let parsed = try parsed(page)
    let names = Set(parsed.tags.map(\.name))
    #expect(
      names == [
        "html", "head", "meta", "title", "style", "body", "main", "section", "h1", "h2", "article",
        "p", "bdi", "time", "a", "div", "blockquote",
      ])
    let attributes = Set(parsed.tags.flatMap { $0.attributes.keys })
    #expect(
      attributes.isSubset(of: [
        "lang", "charset", "http-equiv", "content", "name", "dir", "class", "id", "datetime",
        "href",
      ]))
    for tag in parsed.tags where tag.attributes["href"] != nil {
      #expect(tag.attributes["href"]??.hasPrefix("#") == true)
    }
    // What is safe on a terminal is safe here, and then reads as it was written.
    let expected = Self.attacks.map {
      HTMLText.restored(Sanitizer.lines($0).joined(separator: "\n"))
    }
    #expect(parsed.texts == expected + ["yes"])
    #expect(
      page.unicodeScalars.allSatisfy { scalar in
        scalar == "\n"
          || scalar.properties.generalCategory != .control
            && !scalar.properties.isNoncharacterCodePoint
      })
    for override in ["\u{202E}", "\u{2066}"] { #expect(!page.contains(override)) }
  }

  @Test func `chat names and usernames are escaped in text and in attributes`() throws {
    try home.makeChat("<b>&\"'", of: "alice")
    try home.succeed("send", "<b>&\"'", "hi")
    let page = try home.succeed("export", "<b>&\"'", "--format", "html").text
    #expect(page.contains("<title>&lt;b&gt;&amp;&quot;&#39;</title>"))
    #expect(!page.contains("<b>"))
  }

  @Test func `a page is complete in itself and loads nothing`() throws {
    try home.succeed("send", "r", "https://example.org/x.png")
    let page = try page()
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"))
    #expect(page.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"))
    #expect(!page.contains("<script") && !page.contains("<link") && !page.contains("url("))
    #expect(!page.contains("src=") && !page.contains("@import"))
    #expect(page.hasSuffix("</main>\n</body>\n</html>\n"))
  }

  @Test func `one's own messages are apart, and what was answered, edited or deleted is marked`()
    throws
  {
    try home.succeed("send", "r", "one")
    try home.succeed("send", "alice/r", "--reply-to", "1", "two  spaces\n\n  and lines", as: "bob")
    try home.succeed("send", "r", "three")
    try home.succeed("edit", "r", "1", "uno")
    try home.succeed("delete", "r", "3")
    let page = try page()
    let articles = page.components(separatedBy: "<article ").dropFirst()
    #expect(
      articles.map { String($0.prefix { $0 != " " }) } == [
        "class=\"own\"", "class=\"other\"", "class=\"own\"",
      ])
    let (first, second, third) = (articles[1], articles[2], articles[3])
    #expect(first.contains("<span class=\"mark\">edited ") && first.contains(">uno</div>"))
    #expect(second.contains("<blockquote><bdi class=\"name\">alice</bdi> <a href=\"#"))
    #expect(second.contains("<bdi>uno</bdi></blockquote>"))
    #expect(second.contains("<div class=\"text\" dir=\"auto\">two  spaces\n\n  and lines</div>"))
    #expect(third.contains("<p class=\"gone\">deleted</p>") && !page.contains("three"))
  }

  @Test func `every colour is told well from what it stands on, by day and by night`() throws {
    let themes = HTMLPage.style.components(separatedBy: "prefers-color-scheme: dark")
    for theme in themes {
      var colors: [String: Double] = [:]
      for match in theme.matches(of: /--(\w+): #([0-9a-f]{6});/)
      where colors["\(match.output.1)"] == nil {
        colors[String(match.output.1)] = luminance(try #require(UInt32(match.output.2, radix: 16)))
      }
      #expect(colors.count == 15)
      for text in ["text", "dim", "link"] + (0..<8).map({ "p\($0)" }) {
        for ground in ["page", "other", "own"] {
          let pair = [try #require(colors[text]), try #require(colors[ground])].sorted()
          let contrast = (pair[1] + 0.05) / (pair[0] + 0.05)
          #expect(contrast >= 4.5, "\(text) on \(ground): \(contrast)")
        }
      }
    }
    #expect(Style.palette.count == 8)
  }

  /// Relative luminance, WCAG 2.2.
  private func luminance(_ color: UInt32) -> Double {
    let parts = [color >> 16 & 255, color >> 8 & 255, color & 255].map { part in
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}

extension HTMLText {
  /// What a reader sees of `text`.
  fileprivate static func restored(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(escaped(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
