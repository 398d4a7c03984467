import assert from 'node:assert/strict';
import fc from 'fast-check';
import { markdown, type MarkdownPlaces } from '../../../../src/presentation/shared/markdown/markdown';

const PLACES: MarkdownPlaces = {
  base: 'https://git.example',
  project: 'https://git.example/acme/shop',
  mergeRequest: (iid, project) => `https://git.example/${project ?? 'acme/shop'}/-/merge_requests/${iid}`,
  issue: (iid) => (iid === 404 ? undefined : `https://git.example/acme/shop/-/issues/${iid}`),
  user: (name) => `https://git.example/${name}`,
};
const shown = (text: string): string => {
  const markup = markdown(text, PLACES).toString();
  return markup.replace(/^<div class="markdown" dir="auto">/, '').replace(/<\/div>$/, '');
};
const linksOf = (markup: string): string[] =>
  [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');

/** Every tag that may appear, with every attribute that it may have. */
const ALLOWED =
  /^<\/?(?:p|em|strong|s|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|h[3-6]|details|summary|kbd|sub|sup|del|ins|br|hr|code|pre|div|a|span|button|input)(?: (?:class|dir|tabindex|href|title|data-act|data-alt|type|value|aria-label|start)="[^"<>]*"| +disabled| +checked)*\s*>$/;

function assertSafe(markup: string): void {
  for (const [tag] of markup.matchAll(/<[^>]*>/g)) assert.match(tag, ALLOWED);
  for (const link of linksOf(markup)) assert.match(link, /^(https?:\/\/|mailto:)/);
  assert.doesNotMatch(markup, /[\u202a-\u202e\u2066-\u2069]/);
}

/** Opened and closed in the right order. */
function assertBalanced(markup: string): void {
  const open: string[] = [];
  for (const [, slash, name = ''] of markup.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (['br', 'hr', 'input'].includes(name)) continue;
    if (slash === '') open.push(name);
    else assert.equal(open.pop(), name);
  }
  assert.deepEqual(open, []);
}

describe('Markdown of a server', () => {
  it('is drawn as it is written: emphasis, lists, tables, code, quotes', () => {
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

  it('puts its headings below those of the page', () => {
    assert.equal(shown('# a\n## b'), '<h3>a</h3><h4>b</h4>');
  });

  it('shows tasks as boxes that cannot be ticked, with their label', () => {
    const markup = shown('- [x] done `a`\n- [ ] open\n- [link](https://a.example)');
    assert.match(
      markup,
      /<li class="task"><input type="checkbox" disabled aria-label="done `a`" {2}checked>done <code>/,
    );
    assert.match(markup, /<li class="task"><input type="checkbox" disabled aria-label="open" >open<\/li>/);
    assert.match(markup, /<li><a /);
  });

  it('drops the comments of templates, wherever they stand', () => {
    assert.equal(shown('<!-- a\n\nb -->\n\ntext <!-- c --> more').trim(), '<p dir="auto">text  more</p>');
  });

  it('knows a few bare tags and shows every other as text', () => {
    assert.equal(shown('a<br>b <kbd>K</kbd>'), '<p dir="auto">a<br>b <kbd>K</kbd></p>');
    assert.match(
      shown('<details><summary>S</summary>\n\n**in**\n\n</details>\n\nout'),
      /^<details><summary>S<\/summary><p dir="auto"><strong>in<\/strong><\/p><\/details><p dir="auto">out<\/p>$/,
    );
    assert.match(shown('<kbd class="x">a</kbd>'), /&lt;kbd class=&quot;x&quot;&gt;/);
    assert.match(shown('<script>alert(1)</script>'), /^&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.match(shown('<img src=x onerror=alert(1)>'), /&lt;img src=x onerror=alert\(1\)&gt;/);
  });

  it('closes what is open, and takes no end for what is not', () => {
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

  it('links pages and mail only', () => {
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

  it('reads relative links from the project, and uploads too', () => {
    assert.deepEqual(linksOf(shown('[a](docs/a.md) [b](/other) [c](/uploads/1/a.zip)')), [
      'https://git.example/acme/shop/docs/a.md',
      'https://git.example/other',
      'https://git.example/acme/shop/uploads/1/a.zip',
    ]);
  });

  it("loads no image: its own server's wait behind a button, others are links", () => {
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

  it('links references where a word could stand, and nowhere else', () => {
    assert.deepEqual(linksOf(shown('See !12, (#34) and acme/tools!5 by @ada.')), [
      'https://git.example/acme/shop/-/merge_requests/12',
      'https://git.example/acme/shop/-/issues/34',
      'https://git.example/acme/tools/-/merge_requests/5',
      'https://git.example/ada',
    ]);
    assert.deepEqual(linksOf(shown('a@b `!12` x!12 #404 &#33; wow!12 #12a [!12](#x)')), []);
  });

  it('cuts a text that is too long, and says so', () => {
    const markup = shown('word\n'.repeat(209_715));
    assert.match(markup, /The rest of this text isn&#39;t shown because the text is too long\./);
    assert.ok(markup.length < 200_000);
  });

  it('is safe and whole whatever it is', () => {
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
      '&lt;',
      '&#x3c;',
      '\\',
    ];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...pieces), maxLength: 60 }), (text) => {
        const markup = shown(text);
        assertSafe(markup);
        assertBalanced(markup);
      }),
      { numRuns: 500 },
    );
  });

  it('stays shallow, however deep the text is', () => {
    for (const text of [
      '> '.repeat(5000),
      '<details>\n\n'.repeat(5000),
      '- '.repeat(5000),
      '*a '.repeat(5000),
      '['.repeat(20_000),
      '<kbd>'.repeat(5000),
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
