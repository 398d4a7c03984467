import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { commentMarkdown, excerpt } from '../../../src/presentation/discussions/comment-markdown';
import { mergeRequestPlaces } from '../../../src/presentation/merge-requests/places';

const project = 'https://git.example/acme/storefront';
const references = mergeRequestPlaces('https://git.example', `${project}/-/merge_requests/7`, {
  labels: [{ name: 'x' }],
  milestones: [],
});
const written = (text: string): string => commentMarkdown(text, { project, references });
/** Renders like the editor, which removes raw HTML. */
const shown = (text: string): string => new MarkdownIt({ html: false }).render(written(text));

describe('comment Markdown for the editor', () => {
  it('keeps Markdown: emphasis, code, lists, tables, quotes', () => {
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

  it('contains no escapes for ordinary punctuation, which screen readers would read', () => {
    for (const text of [
      "Is it used, or isn't it?",
      'No. Use a pre-signed "URL": it expires; see docs/urls! Now.',
      'Done 50% of it.',
    ])
      assert.equal(written(text), text);
  });

  it('escapes punctuation that could be Markdown', () => {
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

  it('links only to web pages and email addresses, and never runs a command', () => {
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

  it('links relative paths to files on the default branch', () => {
    assert.match(
      written('[docs](guide/prices.ts#L3)'),
      /\(<https:.*\/-\/blob\/HEAD\/guide\/prices\.ts#L3>\)/,
    );
  });

  it('loads no images, and shows each as a link with its description', () => {
    const html = shown(
      '![map](https://evil.example/x.png) ![up](/uploads/1/a.png) <img src="https://evil.example/y">',
    );
    assert.ok(!html.includes('<img'), html);
    assert.ok(html.includes('href="https://evil.example/x.png">Image: map<'), html);
    assert.ok(html.includes(`href="${project}/uploads/1/a.png"`), html);
  });

  it('links references, and shows emoji, alerts, footnotes, and tasks as text', () => {
    const places = mergeRequestPlaces('https://git.example', `${project}/-/merge_requests/7`, {
      labels: [{ name: 'two words' }],
      milestones: [],
    });
    const html = new MarkdownIt({ html: false }).render(
      commentMarkdown(
        ':rocket: #6 acme/payments!4 ~"two words" ~other %1[^a]\n\n> [!tip] Try\n> it\n\n- [~] no\n\n[^a]: foot',
        { project, references: places },
      ),
    );
    for (const part of [
      '🚀 <a href="https://git.example/acme/storefront/-/issues/6">#6</a>',
      '<a href="https://git.example/acme/payments/-/merge_requests/4">acme/payments!4</a>',
      'label_name%5B%5D=two%20words">~two words</a> ~other %1[1]',
      '<strong>Tip: Try</strong></p>\n<p>it',
      '☐ <s>no</s>',
      '<ol>\n<li>foot</li>\n</ol>',
    ])
      assert.ok(html.includes(part), `${part} in ${html}`);
    assert.match(
      commentMarkdown('```mermaid\ngraph\n```', { project, page: 'https://git.example/p' }),
      /^\[Open in Browser\]\(<https:\/\/git\.example\/p>\)\n\n```mermaid/,
    );
  });

  it('shows a suggested change as a diff', () => {
    const text = commentMarkdown('```suggestion:-1+0\nnew\n```\n\n```suggestion\nlast\n```', {
      project,
      suggestedOn: (index) => [['old', 'older'], ['first']][index],
    });
    assert.equal(
      text,
      '**Suggested change**\n\n```diff\n-old\n-older\n+new\n```\n\n**Suggested change**\n\n```diff\n-first\n+last\n```',
    );
  });

  it('shows any hostile text as text', () => {
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
        '[^1]',
        '[^1]: ',
        '[!note]',
        '#1',
        '~x',
        ':rocket:',
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

  it('shows the names of characters that change the text direction', () => {
    assert.match(shown('a\u202eb'), /U\+202E/);
  });

  it('is truncated if it is very long', () => {
    const text = written('word '.repeat(20_000));
    assert.ok(text.length < 200_000);
    assert.match(text, / because the comment is too long\.\*$/);
  });
});

describe('comment excerpt', () => {
  it('is one line without markup', () => {
    assert.equal(excerpt('## Is it **so**?\n\n- `a`\n- [b](http://x)'), 'Is it so? a b');
    assert.equal(excerpt('```suggestion\nnew\n```'), 'Suggested change: new');
    assert.equal(excerpt('![](http://x/y.png)'), 'Image');
    assert.equal(excerpt('x'.repeat(200)).length, 80);
    assert.equal(excerpt('  \n'), '');
  });
});
