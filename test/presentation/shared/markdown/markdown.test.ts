import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertBalanced, assertSafe, linksOf, shown, TASKS } from './shown';

describe('Markdown from a server', () => {
  it('is rendered: emphasis, lists, tables, code, quotes', () => {
    assert.equal(
      shown('**a** _b_ ~~c~~ `d`'),
      '<p dir="auto"><strong>a</strong> <em>b</em> <s>c</s> <code>d</code></p>',
    );
    assert.match(shown('3. a\n4. b'), /^<ol start="3"><li>a<\/li><li>b<\/li><\/ol>$/);
    assert.match(
      shown('| a | b |\n|:-:|--:|\n| 1 | 2 |'),
      /<td class="to-center">1<\/td><td class="to-end">2<\/td>/,
    );
    assert.match(shown('```ts\n<b>\n```'), /<code>&lt;b&gt;\n<\/code>/);
    assert.match(shown('> q'), /<blockquote><p dir="auto">q<\/p><\/blockquote>/);
  });

  it('has headings below those of the page', () => {
    assert.equal(shown('# a\n## b'), '<h3>a</h3><h4>b</h4>');
  });

  it('shows tasks as disabled checkboxes with their label', () => {
    const markup = shown('- [x] done `a`\n- [ ] open\n- [link](https://a.example)');
    assert.match(
      markup,
      /<li class="task"><input type="checkbox" disabled aria-label="done a" {2}checked>done <code>/,
    );
    assert.match(markup, /<li class="task"><input type="checkbox" disabled aria-label="open" >open<\/li>/);
    assert.match(markup, /<li><a /);
  });

  it('keeps the exact source of a task without marks that change the reading direction', () => {
    const markup = shown('- [ ] a \u202e\u200f b', TASKS);
    assertSafe(markup);
    const [, value = ''] = /value="([^"]*)"/.exec(markup) ?? [];
    assert.match(value, /^[ -~]*$/);
    assert.deepEqual(JSON.parse(value.replaceAll('&quot;', '"')), {
      line: 0,
      source: '- [ ] a \u202e\u200f b',
      checked: false,
      owner: TASKS.owner,
    });
  });

  it('removes HTML comments of templates', () => {
    assert.equal(shown('<!-- a\n\nb -->\n\ntext <!-- c --> more').trim(), '<p dir="auto">text  more</p>');
  });

  it('supports tags without their attributes, and shows all others as text', () => {
    assert.equal(shown('a<br>b <kbd>K</kbd>'), '<p dir="auto">a<br>b <kbd>K</kbd></p>');
    assert.match(
      shown('<details><summary>S</summary>\n\n**in**\n\n</details>\n\nout'),
      /^<details><summary>S<\/summary><p dir="auto"><strong>in<\/strong><\/p><\/details><p dir="auto">out<\/p>$/,
    );
    assert.match(shown('<kbd class="x" onclick="y()">a</kbd>'), /<kbd>a<\/kbd>/);
    assert.match(shown('<script>alert(1)</script>'), /^&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.match(shown('<iframe src=x>'), /&lt;iframe src=x&gt;/);
    assert.doesNotMatch(shown('<img src=x onerror=alert(1)>'), /onerror|<img/);
  });

  it('closes open tags, and ignores unmatched end tags', () => {
    for (const text of [
      '<details>',
      '</details>',
      '> <details>\n\na',
      '*<kbd>a* b</kbd>',
      '<summary>x',
      '<details><summary>',
    ]) {
      assertBalanced(shown(text));
      assertSafe(shown(text));
    }
  });

  it('links only to web pages and email addresses', () => {
    assert.deepEqual(linksOf(shown('[a](https://a.example/x?y=1&z=2) <b@c.example> https://d.example')), [
      'https://a.example/x?y=1&amp;z=2',
      'mailto:b@c.example',
      'https://d.example/',
    ]);
    const bad = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'command:workbench.action.quit',
      'vscode://x',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      '&#106;avascript:alert(1)',
      'https://user:pass@evil.example',
    ];
    for (const address of bad)
      assert.deepEqual(linksOf(shown(`[a](${address}) [b](<${address}>)`)), [], address);
  });

  it('resolves relative links to files on the default branch, and uploads against the project', () => {
    const cases = [
      ['guide/a.md', '/acme/shop/-/blob/HEAD/guide/a.md'],
      ['./a%20b.md?plain=1#L3', '/acme/shop/-/blob/HEAD/a%20b.md?plain=1#L3'],
      ['/guide/a.ts#L3', '/acme/shop/-/blob/HEAD/guide/a.ts#L3'],
      ['../../../other/x.md', '/acme/shop/-/blob/HEAD/other/x.md'],
      ['/uploads/1/a.zip', '/acme/shop/uploads/1/a.zip'],
      ['/acme/shop/-/issues/3', '/acme/shop/-/issues/3'],
    ] as const;
    for (const [address, path] of cases)
      assert.deepEqual(linksOf(shown(`[a](${address})`)), [`https://git.example${path}`], address);
    assert.deepEqual(linksOf(shown('[a](//evil.example/a.md)')), ['https://evil.example/a.md']);
    assert.match(
      shown('![x](media/a.png)'),
      /value="https:\/\/git\.example\/acme\/shop\/-\/raw\/HEAD\/media\/a\.png"/,
    );
  });

  it('loads no images: those of the same server have a button, others are links', () => {
    const markup = shown(
      '![a "b"](/uploads/1/a.png) ![](https://evil.example/pixel.gif) [![badge](b.svg)](https://ci.example)',
    );
    assert.doesNotMatch(markup, /<img/);
    assert.match(
      markup,
      /data-act="show-image" value="https:\/\/git\.example\/acme\/shop\/uploads\/1\/a\.png"/,
    );
    assert.deepEqual(linksOf(markup), ['https://evil.example/pixel.gif', 'https://ci.example/']);
  });

  it('links references only at word boundaries', () => {
    assert.deepEqual(linksOf(shown('See !12, (#34) and acme/tools!5 by @ada.')), [
      'https://git.example/acme/shop/-/merge_requests/12',
      'https://git.example/acme/shop/-/issues/34',
      'https://git.example/acme/tools/-/merge_requests/5',
      'https://git.example/ada',
    ]);
    assert.deepEqual(linksOf(shown('a@b `!12` x!12 #404 &#33; wow!12 #12a [!12](#x)')), []);
  });

  it('truncates a text that is too long, and shows that it is truncated', () => {
    const markup = shown('word\n'.repeat(209_715));
    assert.match(markup, /The rest of this text isn&#39;t shown because the text is too long\./);
    assert.ok(markup.length < 200_000);
  });

  it('copies blocks of code as they are shown, without direction marks', () => {
    const markup = shown('```\na\u202eb\n```');
    assertSafe(markup);
    assert.match(markup, /data-act="copy" value="a⟨U\+202E⟩b"/);
  });

  it('is safe and balanced for any text', () => {
    const pieces = [
      '<',
      '>',
      '"',
      "'",
      '&',
      '`',
      '*',
      '_',
      '[',
      ']',
      '(',
      ')',
      '!',
      '#',
      '@',
      '|',
      '-',
      '\n',
      '\n\n',
      ' ',
      '> ',
      '- [ ] ',
      '<details>',
      '</details>',
      '<summary>',
      '<kbd>',
      '</kbd>',
      '<br>',
      '<!--',
      '-->',
      '<script>',
      '<img src=x onerror=y>',
      'javascript:x',
      'command:x',
      'https://a.example',
      '```',
      '\u202e',
      '1',
      'a',
      '|--|',
      '[^1]',
      '[^1]: ',
      '[!note]',
      ':rocket:',
      '$',
      '~"a b"',
      '%1.0',
      '$1',
      '&1',
      'a/b@1234567a',
      '1234567a..',
      'ts\n',
      'diff\n',
      'mermaid\n',
      '[~] ',
      '[x] ',
      '/uploads/0123456789abcdef0123456789abcdef/a.png',
      '&lt;',
      '&#x3c;',
      '\\',
    ];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...pieces), maxLength: 60 }), (text) => {
        for (const tasks of [undefined, TASKS]) {
          const markup = shown(text, tasks);
          assertSafe(markup);
          assertBalanced(markup);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('has a limited depth for any nesting', () => {
    for (const text of [
      '> '.repeat(5000),
      '<details>\n\n'.repeat(5000),
      '- '.repeat(5000),
      '*a '.repeat(5000),
      '['.repeat(20_000),
      '<kbd>'.repeat(5000),
      '<table><tr><td>'.repeat(5000),
      '>>>\n'.repeat(5000),
      '[^1]: '.repeat(5000),
      '> [!note]\n> '.repeat(5000),
    ]) {
      const markup = shown(text);
      let depth = 0;
      let deepest = 0;
      for (const [, slash, name = ''] of markup.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
        if (['br', 'hr', 'input'].includes(name)) continue;
        depth += slash === '' ? 1 : -1;
        deepest = Math.max(deepest, depth);
      }
      assert.ok(deepest < 150, `${text.slice(0, 10)}: ${deepest}`);
    }
  });
});
