import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { commentMarkdown, excerpt } from '../../../src/presentation/review/comment-markdown';

const project = 'https://git.example/acme/storefront';
const written = (text: string): string => commentMarkdown(text, { project });
/** As the editor would show it: raw HTML is left out there. */
const shown = (text: string): string => new MarkdownIt({ html: false }).render(written(text));

describe('a comment as the editor shows it', () => {
  it('keeps what Markdown says: emphasis, code, lists, tables, quotes', () => {
    const text = [
      'Is it **really** *so*, ~~or~~ `a < b`?',
      '',
      '- one',
      '  1. deeper',
      '- [x] two',
      '',
      '> said',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | `2` |',
      '',
      '```ts',
      'const a = `x`;',
      '```',
    ].join('\n');
    const html = shown(text);
    for (const part of [
      '<strong>really</strong>',
      '<em>so</em>',
      '<s>or</s>',
      '<code>a &lt; b</code>',
      '<li>deeper',
      '☑ two',
      '<blockquote>',
      '<td>2</td>',
      '<code class="language-ts">const a = `x`;',
    ])
      assert.ok(html.includes(part), `${part} in ${html}`);
  });

  it('has no codes for the punctuation of plain sentences, which screen readers would read', () => {
    for (const text of [
      "Is it used, or isn't it?",
      'No. Use a pre-signed "URL": it expires; see docs/urls! Now.',
      'Done 50% of it.',
    ])
      assert.equal(written(text), text);
  });

  it('keeps punctuation that could mean something as text', () => {
    for (const text of [
      '1\\. one',
      'see www.evil.example now',
      'https\\://evil.example',
      'a:b',
      '2\\) two',
      '\\- no list',
    ])
      assert.doesNotMatch(shown(text), /<(?:ol|ul|li|h\d)/);
    assert.doesNotMatch(written('\\- no list'), /^-/);
    assert.doesNotMatch(written('3\\. no list'), /^3\./);
  });

  it('links to pages and mail only, and never runs a command', () => {
    const html = shown(
      [
        '[run](command:workbench.action.quit)',
        '[file](file:///etc/passwd)',
        '[page](https://git.example/a?b=1&c=2)',
        '[here](/-/issues/3)',
        '[deceiving](https://name@evil.example/)',
        '<a href="command:x">html</a>',
      ].join('\n\n'),
    );
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    assert.deepEqual(links, ['https://git.example/a?b=1&amp;c=2', 'https://git.example/-/issues/3']);
  });

  it('fetches no image: each is a link with its words', () => {
    const html = shown(
      '![map](https://evil.example/x.png) ![up](/uploads/1/a.png) <img src="https://evil.example/y">',
    );
    assert.ok(!html.includes('<img'), html);
    assert.ok(html.includes('href="https://evil.example/x.png">Image: map<'), html);
    assert.ok(html.includes(`href="${project}/uploads/1/a.png"`), html);
  });

  it('shows a suggested change as the difference that it makes', () => {
    const text = commentMarkdown('```suggestion:-1+0\nnew\n```\n\n```suggestion\nlast\n```', {
      project,
      suggestedOn: (index) => [['old', 'older'], ['first']][index],
    });
    assert.equal(
      text,
      '**Suggested change**\n\n```diff\n-old\n-older\n+new\n```\n\n**Suggested change**\n\n```diff\n-first\n+last\n```',
    );
  });

  it('makes nothing of hostile text but text, whatever it holds', () => {
    const piece = fc.constantFrom(
      ...[
        '![a](http://x/y)',
        '[a](command:x)',
        '```',
        '~~~',
        '`',
        '<img src=x>',
        '<div>',
        '</div>',
        '![',
        '](',
        ')',
      ],
      ...[
        '\n',
        '\n\n',
        ' ',
        '> ',
        '- ',
        '1. ',
        '|',
        '\\',
        '[a]: http://x',
        '![a]',
        '&#33;',
        '*',
        'x',
        '<!--',
        '-->',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        for (const html of [true, false]) {
          const markup = new MarkdownIt({ html, linkify: true }).render(written(pieces.join('')));
          assert.doesNotMatch(markup, /<img|<div|<script|href="(?!https?:|mailto:)/i);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('shows characters that turn the direction of text by their names', () => {
    assert.match(shown('a\u202eb'), /U\+202E/);
  });

  it('is cut where it is very long', () => {
    const text = written('word '.repeat(20_000));
    assert.ok(text.length < 200_000);
    assert.match(text, / because it's too long\.\*$/);
  });
});

describe('the first words of a comment', () => {
  it('are one line without markup', () => {
    assert.equal(excerpt('## Is it **so**?\n\n- `a`\n- [b](http://x)'), 'Is it so? a b');
    assert.equal(excerpt('```suggestion\nnew\n```'), 'Suggested change: new');
    assert.equal(excerpt('![](http://x/y.png)'), 'Image');
    assert.equal(excerpt('x'.repeat(200)).length, 80);
    assert.equal(excerpt('  \n'), '');
  });
});
