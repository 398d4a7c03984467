import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { commentMarkdown } from '../../../../src/presentation/discussions/comment-markdown';
import { markdownTree } from '../../../../src/presentation/shared/markdown/tree';
import { fuzzRuns } from '../../../fuzz-runs';
import { assertBalanced, assertSafe, linksOf, shown } from './shown';

/** Returns the CPU time of an action in milliseconds. */
function cpuTime(action: () => void): number {
  const start = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** Texts that are repeated, with what they do. */
const UNITS = [
  ...[
    '<div>',
    '<table><tr><td>',
    '</p>',
    '</table>',
    '<td>',
    '<li>',
    '<ul><li>',
    '<b>',
    '<a href="x">',
    '</b>',
  ],
  ...['<p>', '<p>\n\n', '<details>\n\n', '<pre>', '<code>', '<h1>', '<dl><dd>', '<script>', '<!--', '<!-->'],
  ...['<a ', '<a x="', "<a x='", '<a x=', '<img src=', '&', '&#', '&lt', '</', '<![CDATA[', '<?', '<!x '],
  ...[
    '>>>\n',
    '>>>\na\n>>>\n',
    '>>> [!note]\n',
    '![a](b){width=',
    '- [ ] <!-- ',
    '<tr>x',
    '<table>x',
    '<ul>x',
  ],
];

describe('hostile HTML in Markdown', () => {
  it('takes linear time', function () {
    this.timeout(120_000);
    for (const unit of UNITS)
      for (const before of ['', 'a ']) {
        const [short, long] = [10_000, 40_000].map(
          (length) => `${before}${unit.repeat(Math.ceil(length / unit.length))}`,
        );
        let [small, large] = [Infinity, Infinity];
        // In turns, so that both are measured under the same load.
        for (let turn = 0; turn < 10 && (turn === 0 || large > 8 * small + 40); turn++) {
          small = Math.min(
            small,
            cpuTime(() => markdownTree(short ?? '')),
          );
          large = Math.min(
            large,
            cpuTime(() => markdownTree(long ?? '')),
          );
        }
        assert.ok(large <= 8 * small + 40, `${before}${unit}: ${small} ms, ${large} ms`);
      }
  });

  it('is shown in a limited time, with a limited depth, for a text of 1 MB', function () {
    this.timeout(60_000);
    for (const unit of ['<div>', '<table><tr><td>', '<a x="', '</p>', '>>>\n']) {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      const time = cpuTime(() => {
        const markup = shown(text);
        assertBalanced(markup);
        commentMarkdown(text, { project: 'https://git.example/acme/shop' });
      });
      assert.ok(time < 5_000, `${unit}: ${time} ms`);
    }
  });

  const pieces = fc.constantFrom(
    ...[
      '<div>',
      '</div>',
      '<table>',
      '</table>',
      '<tr>',
      '<td colspan="9">',
      '</td>',
      '<ul>',
      '<li>',
      '</ul>',
    ],
    ...['<pre>', '</pre>', '<code>', '</code>', '<p align="right">', '</p>', '<details open>', '<summary>'],
    ...[
      '<a href="javascript:alert(1)">',
      '<a href="&#x6a;avascript:x">',
      '<a href="java\nscript:x">',
      '</a>',
    ],
    ...['<a href="command:x">', '<a href=data:text/html,x>', '<a href="https://a.example" onclick="x">'],
    ...[
      '<img src="https://evil.example/p.gif">',
      '<img src=data:image/svg+xml,x onerror=y>',
      '<img src="/a.png">',
    ],
    ...[
      '<script>',
      '</script>',
      '<style>',
      '<iframe src="//evil.example">',
      '<svg onload=x>',
      '<math>',
      '<base href="//x">',
    ],
    ...[
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '\0',
      '&lt;script&gt;',
      '&amp;',
      '&#0;',
      '<a href="',
      '">',
      "'",
      '<b',
      '>',
    ],
    ...[
      '\n',
      '\n\n',
      '>>>\n',
      '> ',
      '- ',
      '| a |\n|---|\n',
      '`',
      '```\n',
      '![a](/b.png){width=9 height="1%"}',
      ' ',
    ],
  );
  const text = fc.array(pieces, { maxLength: 30 }).map((all) => all.join(''));

  it('creates no element, attribute, or link that is not allowed', () => {
    fc.assert(
      fc.property(text, (given) => {
        const markup = shown(given);
        assertSafe(markup);
        assertBalanced(markup);
        // Nothing but uploads of the server is loaded without a click.
        for (const [, value = ''] of markup.matchAll(/<button[^>]*class="image"[^>]*value="([^"]*)"/g))
          assert.ok(value.startsWith('https://git.example/'), value);
        for (const html of [true, false]) {
          const drawn = new MarkdownIt({ html, linkify: true }).render(
            commentMarkdown(given, { project: 'https://git.example/acme/shop' }),
          );
          assert.doesNotMatch(drawn, /<(?:img|script|style|iframe|svg|div|table[^>]+|base)/i);
          for (const link of linksOf(drawn)) assert.match(link, /^(?:https?:\/\/|mailto:)/);
        }
      }),
      { numRuns: fuzzRuns(3_000, 300) },
    );
  });

  it('keeps the words of any nesting on the page and in threads', () => {
    const tags = fc.constantFrom(
      ...[
        'div',
        'table',
        'tr',
        'td',
        'ul',
        'li',
        'dl',
        'dd',
        'p',
        'b',
        'code',
        'details',
        'summary',
        'blockquote',
      ],
    );
    const tag = fc.tuple(tags, fc.constantFrom('', '/')).map(([name, slash]) => `<${slash}${name}>`);
    const word = fc.nat({ max: 999 }).map((number) => `w${number}w `);
    fc.assert(
      fc.property(fc.array(fc.oneof(tag, word, fc.constant('\n\n')), { maxLength: 25 }), (all) => {
        const given = all.join('');
        const words = (given.match(/w\d+w/g) ?? []).toSorted();
        const page = shown(given).replace(/<[^>]*>/g, ' ');
        assert.deepEqual((page.match(/w\d+w/g) ?? []).toSorted(), words, 'page');
        const thread = commentMarkdown(given, { project: 'https://git.example/acme/shop' });
        assert.deepEqual((thread.match(/w\d+w/g) ?? []).toSorted(), words, 'thread');
      }),
      { numRuns: fuzzRuns(3_000, 300) },
    );
  });
});
