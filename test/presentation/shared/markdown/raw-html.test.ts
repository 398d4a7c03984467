import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { commentMarkdown, excerpt } from '../../../../src/presentation/discussions/comment-markdown';
import { suggestionsIn } from '../../../../src/presentation/discussions/comment-suggestions';
import { tagPieces } from '../../../../src/presentation/shared/markdown/tags';
import { assertBalanced, assertSafe, linksOf, shown } from './shown';

const thread = (text: string): string => commentMarkdown(text, { project: 'https://git.example/acme/shop' });
/** Text without tags. */
const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('quotes of several lines', () => {
  it('contain Markdown, and can be nested in lists', () => {
    assert.equal(
      shown('a\n>>>\n**b**\n\n- c\n>>>\nd'),
      '<p dir="auto">a</p><blockquote><p dir="auto"><strong>b</strong></p><ul><li>c</li></ul></blockquote><p dir="auto">d</p>',
    );
    assert.equal(
      shown('- a\n  >>>\n  b\n  >>>'),
      '<ul><li>a<blockquote><p dir="auto">b</p></blockquote></li></ul>',
    );
    assert.equal(thread('>>>\nb\n\nc\n>>>'), '> b\n> \n> c');
  });

  it('can be nested with longer marks, and can be alerts', () => {
    assert.equal(
      shown('>>>>\n>>>\na\n>>>\n>>>>>\nb'),
      '<blockquote><blockquote><p dir="auto">a</p></blockquote></blockquote><p dir="auto">b</p>',
    );
    assert.equal(
      shown('>>> [!warning] Title\na\n\nb\n>>>'),
      '<div class="alert alert-warning" role="note"><p class="alert-title" dir="auto">Warning: Title</p><p dir="auto">a</p><p dir="auto">b</p></div>',
    );
    assert.match(shown('>>> a'), /^(?:<blockquote>){3}<p dir="auto">a</);
  });

  it("don't end in code, and extend to the end if they aren't closed", () => {
    assert.match(
      shown('>>>\n```\n>>>\n```\nb\n>>>'),
      /^<blockquote><div class="code-block"><pre.*&gt;&gt;&gt;.*<p dir="auto">b<\/p><\/blockquote>$/s,
    );
    assert.doesNotMatch(shown('```\n>>>\na\n>>>\n```'), /blockquote/);
    assert.equal(shown('>>>\na'), '<blockquote><p dir="auto">a</p></blockquote>');
    assert.match(shown('- >>>\n  a\n\nb'), /<blockquote><p dir="auto">a<\/p><\/blockquote><\/li><\/ul><p/);
  });
});

describe('raw HTML in Markdown', () => {
  it('shows tables with and without sections', () => {
    const text =
      '<table>\n<tr>\n<th align="right" width="50">A</th><th>B</th>\n</tr>\n<tr><td>1<td><b>2</b>\n</table>';
    assert.equal(
      shown(text),
      '<div class="table" tabindex="0"><table><tr><th class="to-end">A</th><th class="">B</th></tr><tr><td class="">1</td><td class=""><strong>2</strong>\n</td></tr></table></div>',
    );
    assert.equal(thread(text), '| A | B |\n|---|---|\n| 1 | **2** |');
  });

  it('shows cells that extend over columns and rows', () => {
    const text = '<table><tr><td>a<tr><th colspan="2" rowspan=3>b<td colspan=0 rowspan=x>c</table>';
    assert.match(shown(text), /<th {1,2}colspan="2" rowspan="3">b<\/th><td class="">c<\/td>/);
    // A Markdown table has the columns of its first row.
    assert.equal(thread(text), '| a |  |  |\n|---|---|---|\n| b |  | c |');
  });

  it('keeps blocks in cells and inline elements in threads', () => {
    assert.equal(
      thread('<table><tr><td><ul><li>a<li>b</ul><pre>c\n|d</pre><hr>e</table>'),
      '| a b c &#124;d e |\n|---|',
    );
    assert.equal(thread('<b>\n\n- a\n\n> b\n\n</b>'), '- a\n\n> b');
    assert.equal(thread('<table></table>\n\na'), 'a');
  });

  it('suggests no changes', () => {
    for (const text of [
      '<pre lang="suggestion">a</pre>',
      '<pre><code class="language-suggestion">a</code></pre>',
    ])
      assert.deepEqual(suggestionsIn(`${text}\n\n\`\`\`\``), []);
  });

  it('names tasks without comments and tags', () => {
    assert.match(
      shown('- [ ] <!-- rebase-check -->Rebase `<b>` <b>now</b> <x>\n  more'),
      /aria-label="Rebase &lt;b&gt; now &lt;x&gt;"/,
    );
  });

  it('names a task by its text', () => {
    const markup = shown('- [ ] <!-- rebase-check -->Check **this** `box`\nor not');
    assert.match(markup, /aria-label="Check this box"/);
  });

  it('shows cells that span columns', () => {
    assert.match(shown('<table><tr><td colspan="3">a</td></tr></table>'), /<td colspan="3">a/);
    assert.match(shown('<table><tr><td colspan="x">a</td></tr></table>'), /<td class="">a/);
  });

  it('shows lists, quotes, definitions, and headings', () => {
    const text =
      '<h2 align="center">Notes</h2><ul><li>One<li>Two <code>a &lt; b #1</code></ul><ol start=3><li>Three</li></ol><blockquote><p>Quote</p></blockquote><dl><dt>A<dd>B</dl>';
    assert.equal(
      shown(text),
      '<h3 class="to-center">Notes</h3><ul><li>One</li><li>Two <code>a &lt; b #1</code></li></ul><ol start="3"><li>Three</li></ol><blockquote><p dir="auto">Quote</p></blockquote><dl><dt>A</dt><dd>B</dd></dl>',
    );
    assert.equal(thread(text), '**Notes**\n\n- One\n- Two `a < b #1`\n\n3. Three\n\n> Quote\n\n**A**\n\nB');
  });

  it('resolves links and images as in Markdown', () => {
    const markup = shown(
      '<a href="/acme/app/-/issues/1">#1</a> <a href="javascript:alert(1)">x</a> <a name="y">z</a> <img src="/uploads/0123456789abcdef0123456789abcdef/a.png" alt="A" width="50%" height="x">',
    );
    assert.deepEqual(linksOf(markup), ['https://git.example/acme/app/-/issues/1']);
    assert.match(markup, />#1<\/a> x z <button/);
    assert.match(markup, / data-alt="A" +data-loads data-width="50%">Show Image: A<\/button>/);
  });

  it('applies the size after an image', () => {
    assert.match(
      shown('![A](/a.png){width=400 height="20px"} b'),
      /data-width="400" data-height="20">.*<\/button> b<\/p>$/,
    );
    assert.match(
      shown('![A](/a.png){style=x} `{width=1}`'),
      /<\/button>\{style=x\} <code>\{width=1\}<\/code>/,
    );
    assert.equal(
      thread('![A](/a.png){width=400}'),
      '[Image: A](<https://git.example/acme/shop/-/blob/HEAD/a.png>)',
    );
  });

  it('shows code blocks with their language', () => {
    assert.match(shown('<pre lang="js"><code>let a = 1;\n\n&lt;b&gt;</code></pre>'), /&lt;b&gt;/);
    assert.equal(thread('<pre>\n<code class="language-sh">a\n\n  b</code></pre>'), '```sh\na\n\n  b\n```');
  });

  it('keeps expanded details, and shows their summary in bold in threads', () => {
    const text = '<details open>\n<summary>More <b>here</b></summary>\n\n- **in**\n\n</details>\n\nout';
    assert.equal(
      shown(text),
      '<details open><summary>More <strong>here</strong></summary><ul><li><strong>in</strong></li></ul></details><p dir="auto">out</p>',
    );
    assert.equal(thread(text), '**More **here****\n\n- **in**\n\nout');
  });

  it('shows Markdown in HTML, and HTML in Markdown', () => {
    assert.equal(
      shown('<table><tr><td>\n\n**a**\n\n- b\n\n</td></tr></table>\n\nafter'),
      '<div class="table" tabindex="0"><table><tr><td class=""><p dir="auto"><strong>a</strong></p><ul><li>b</li></ul></td></tr></table></div><p dir="auto">after</p>',
    );
    assert.equal(
      shown('<p align="center">\n\n# A\n\n</p>\n\nb'),
      '<p dir="auto" class="to-center"></p><h3>A</h3><p dir="auto">b</p>',
    );
    assert.equal(shown('a <ul><li>b</li></ul> c'), 'a <ul><li>b</li></ul> c');
    assert.equal(shown('**a <div>b</div>**'), '<p dir="auto"><strong>a b</strong></p>');
    assert.equal(
      shown('<div align="center">\n\na</div>\n\nb'),
      '<div class="to-center"><p dir="auto">a</p></div><p dir="auto">b</p>',
    );
  });

  it('shows headings with consecutive levels, and no empty headers', () => {
    assert.equal(shown('#### a\n\n## b'), '<h4>a</h4><h3>b</h3>');
    assert.match(
      shown('<table><tr><th></th><th>a</th></tr></table>'),
      /<td class=""><\/td><th class="">a<\/th>/,
    );
  });

  it('keeps text in wrong places', () => {
    // Text that can't be in a table follows it.
    assert.equal(
      textOf(shown('<table>a<tr>b<td>c</td>d</tr></table><ul>e</ul><td>f</td><li>g</li></b>h')),
      'c abd e fgh',
    );
    assert.equal(thread('<ul><table>a').trim(), '- a');
    assert.match(shown('a <b'), /a &lt;b/);
    assert.match(shown('<!-- a'), /&lt;!-- a/);
    assert.match(
      shown('<?php b ?> <![CDATA[c]]> <!X d>'),
      /&lt;\?php b \?&gt;.*&lt;!\[CDATA\[c\]\]&gt;.*&lt;!X d&gt;/s,
    );
  });

  it('hides comments that continue after a blank line', () => {
    for (const [text, markup] of [
      ['<br>\n<!-- id\n\n1 -->\n\na', '<br><p dir="auto">a</p>'],
      ['</p>\n<!--\n\n- b\n\n```\nc\n```\n--> d\n\na', ' d<p dir="auto">a</p>'],
      [
        '> <div>\n> <!--\n>\n> b\n> -->\n> a\n\n-->',
        '<blockquote><div><p dir="auto">a</p></div></blockquote><p dir="auto">--&gt;</p>',
      ],
      ['- <b>a</b>\n  <!--\n\n  b\n\n  -->\n- c', '<ul><li><strong>a</strong></li><li>c</li></ul>'],
    ] as const)
      assert.equal(shown(text).replace(/\n/g, ''), markup, text);
  });

  it('shows comments that are not closed in their quote or list item', () => {
    assert.match(shown('> <div>\n> <!--\n>\n> a\n\n-->'), /&lt;!--\s*<p dir="auto">a<\/p>/);
    assert.match(
      shown('- <div>\n  <!--\n\n  a\n\nb -->'),
      /&lt;!--\s*<p dir="auto">a<\/p>.*<\/ul>.*b --&gt;/s,
    );
    assert.match(shown('<div title="<!--">\n\na -->'), /<div><p dir="auto">a --&gt;/);
  });

  it('shows descriptions and comments of bots without tags', () => {
    const folder = path.join(__dirname, 'bots');
    for (const name of ['dependabot', 'renovate', 'danger', 'plan', 'coverage', 'release']) {
      const text = readFileSync(path.join(folder, `${name}.md`), 'utf8');
      const markup = shown(text);
      assertBalanced(markup);
      assertSafe(markup);
      for (const written of [markup.replace(/<[^>]*>/g, ''), thread(text), excerpt(text, 400)])
        assert.doesNotMatch(written, /(?:&lt;|&#60;|<)\/?[a-z]+(?: [^>]*)?(?:&gt;|&#62;|>(?!\)))/, name);
    }
  });

  it('is safe and balanced, and keeps all words, for any nesting', () => {
    const names = fc.constantFrom(
      ...[
        'a',
        'b',
        'p',
        'div',
        'ul',
        'li',
        'table',
        'tr',
        'td',
        'th',
        'tbody',
        'pre',
        'code',
        'details',
        'summary',
      ],
      ...['img', 'script', 'svg', 'style', 'iframe', 'dl', 'dd', 'h1', 'br', 'hr', 'center', 'x-y'],
    );
    const value = fc.constantFrom(
      ...[
        'x',
        'javascript:alert(1)',
        'data:text/html,x',
        'command:x',
        '//evil.example/x',
        '&#106;avascript:x',
        '">',
      ],
    );
    const attribute = fc.tuple(
      fc.constantFrom('href', 'src', 'onclick', 'style', 'align', 'class', 'open'),
      value,
    );
    const opening = fc
      .tuple(names, fc.array(attribute, { maxLength: 2 }))
      .map(([name, given]) => `<${name}${given.map(([key, each]) => ` ${key}="${each}"`).join('')}>`);
    const piece = fc.oneof(
      opening,
      names.map((name) => `</${name}>`),
      fc.constantFrom(
        '\n\n',
        '\n',
        '> ',
        '- ',
        '**',
        '`',
        '| a | b |\n|---|---|\n',
        '<!--',
        '-->',
        '<',
        '{width=1}',
      ),
      fc.constant('word '),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const markup = shown(text);
        assertBalanced(markup);
        assertSafe(markup);
        const visible = text.replace(/<!--.*?-->/gs, '').replace(/<[a-z][^>]*?(?:"[^"]*"[^>]*?)*>/g, '');
        const wanted = visible.split('word').length;
        assert.ok(textOf(markup).split('word').length >= wanted, markup);
        assert.doesNotMatch(thread(text), /\]\(<?(?:javascript|data|command):/i);
      }),
      { numRuns: 400 },
    );
  });

  it('splits HTML into its tags and text, without losing any', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<', '>', '/', 'b', ' ', '"', "'", '=', '!', '-', '?', 'x', '['), {
          maxLength: 40,
        }),
        (all) => {
          const raw = all.join('');
          const pieces = tagPieces(raw).map((each) => (each.kind === 'text' ? each.text : each.raw));
          const kept = pieces.join('');
          if (!raw.includes('<!--')) assert.equal(kept, raw);
        },
      ),
      { numRuns: 500 },
    );
  });
});
