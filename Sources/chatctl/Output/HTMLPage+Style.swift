extension HTMLPage {
  /// The style sheet. Each text colour has a contrast of at least 4.5 to what it stands on (WCAG
  /// 2.2, criterion 1.4.3), by day and by night; `--p0` to `--p7` are the colours of people.
  static let style = """
    :root {
      color-scheme: light dark;
      --page: #f2f3f5; --other: #ffffff; --own: #d8eafd; --line: #cfd3d9;
      --text: #1b1d21; --dim: #555b64; --link: #0a58a8;
      --p0: #0b6b3a; --p1: #00617f; --p2: #3a49a8; --p3: #6b39a6;
      --p4: #951f8a; --p5: #ad231c; --p6: #80450a; --p7: #4a5d00;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #15171b; --other: #25282e; --own: #123652; --line: #3d424b;
        --text: #e8eaed; --dim: #a9afb9; --link: #8fc1ff;
        --p0: #6fcf97; --p1: #6cc4ee; --p2: #aab6ff; --p3: #cfa8ff;
        --p4: #f49ae8; --p5: #ff9f95; --p6: #f0b26b; --p7: #c3cf5a;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--page); color: var(--text);
      font: 16px/1.45 system-ui, sans-serif;
    }
    main { max-width: 50rem; margin: 0 auto; padding: 1rem; }
    section { display: flex; flex-direction: column; gap: .5rem; }
    section + section { margin-top: 3rem; }
    h1, h2, p, blockquote { margin: 0; }
    h1 { font-size: 1.4rem; overflow-wrap: anywhere; unicode-bidi: plaintext; }
    h2 {
      display: flex; align-items: center; gap: .75rem; margin-top: .75rem;
      color: var(--dim); font-size: .85rem; font-weight: 600;
    }
    h2::before, h2::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
    article {
      max-width: 85%; padding: .4rem .75rem; border-radius: .75rem;
      background: var(--other); overflow-wrap: anywhere;
    }
    article:target { outline: 2px solid var(--link); }
    .own { align-self: flex-end; background: var(--own); }
    .other { align-self: flex-start; }
    .head { color: var(--dim); font-size: .8rem; }
    .head .name { font-weight: 600; }
    a { color: inherit; text-decoration: none; }
    a:hover, a:focus-visible { color: var(--link); text-decoration: underline; }
    .text { white-space: break-spaces; unicode-bidi: plaintext; }
    .gone { color: var(--dim); font-style: italic; }
    blockquote {
      margin: .2rem 0; padding-inline-start: .6rem; border-inline-start: 3px solid var(--line);
      color: var(--dim); font-size: .85rem;
      display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
    }
    .event { color: var(--dim); font-size: .85rem; text-align: center; overflow-wrap: anywhere; }
    .p0 { color: var(--p0); } .p1 { color: var(--p1); } .p2 { color: var(--p2); }
    .p3 { color: var(--p3); } .p4 { color: var(--p4); } .p5 { color: var(--p5); }
    .p6 { color: var(--p6); } .p7 { color: var(--p7); }
    @media print { article { break-inside: avoid; } }
    """
}
