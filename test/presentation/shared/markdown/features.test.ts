import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linesOf, taskIn, withTaskToggled } from '../../../../src/domain/shared/tasks';
import type { MarkdownNode, TaskBox } from '../../../../src/presentation/shared/markdown/nodes';
import { markdownTree } from '../../../../src/presentation/shared/markdown/tree';
import { assertBalanced, assertSafe, linksOf, shown, TASKS } from './shown';

const boxesOf = (nodes: readonly MarkdownNode[]): readonly TaskBox[] =>
  nodes.flatMap((node) => (node.kind === 'box' ? [node] : 'children' in node ? boxesOf(node.children) : []));

/** Returns the shortest CPU time of three runs in milliseconds. */
function fastest(run: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

describe('Markdown of the service', () => {
  it('offers to copy a block of code, after the block', () => {
    const markup = shown('```\na < b\n"c"\n```');
    assert.match(
      markup,
      /<\/pre><button type="button" [^>]*data-act="copy" value="a &lt; b\n&quot;c&quot;" title="Copy Code" aria-label="Copy Code">/,
    );
    assertSafe(markup);
    assertBalanced(markup);
    assert.doesNotMatch(shown('`a`'), /data-act="copy"/);
  });

  it('links all kinds of references, and shows labels as chips', () => {
    const markup = shown(
      '$5 costs $5.99, &7, 1a2b3c4d5e6f, acme/tools@1a2b3c4d5e6f, %1.0, %2.0, ~bug, ~"two words", ~nothing',
    );
    assert.deepEqual(linksOf(markup), [
      'https://git.example/acme/shop/-/snippets/5',
      'https://git.example/groups/acme/-/epics/7',
      'https://git.example/acme/shop/-/commit/1a2b3c4d5e6f',
      'https://git.example/acme/tools/-/commit/1a2b3c4d5e6f',
      'https://git.example/acme/shop/-/milestones/1',
      'https://git.example/l',
      'https://git.example/l',
    ]);
    assert.match(markup, />1a2b3c4d<\/a>, <a [^>]*>acme\/tools@1a2b3c4d<\/a>/);
    assert.match(markup, /<span class="label-chip"[^>]*><svg.*<\/svg>two words<\/span>/);
    assert.deepEqual(linksOf(shown('deadbeef 1234567 sha256:1a2b3c4d 2>&1 x~bug `~bug` 1a2b3c4d-1')), []);
  });

  it('shows emoji outside of code', () => {
    assert.equal(
      shown(':rocket: `:rocket:` a:rocket: :nope: :+1:'),
      '<p dir="auto">🚀 <code>:rocket:</code> a:rocket: :nope: 👍</p>',
    );
  });

  it('shows alerts with their kind or title', () => {
    assert.equal(
      shown('> [!note]\n> a'),
      '<div class="alert alert-note" role="note"><p class="alert-title" dir="auto">Note</p><p dir="auto">a</p></div>',
    );
    assert.match(shown('> [!WARNING] `b` c\n> a'), /Warning: <code>b<\/code> c<\/p><p dir="auto">a<\/p>/);
    assert.match(shown('> [!other]\n> a'), /^<blockquote>/);
  });

  it('shows footnotes at the end, in the order of their marks', () => {
    const markup = shown('a[^x] b[^y]\n\n[^y]: second\n\n[^x]: first');
    assert.match(markup, /data-footnote="1" aria-label="Footnote 1">1</);
    assert.match(markup, /<ol class="footnotes"><li value="1"[^>]*><p dir="auto">first<\/p>.*<li value="2"/);
    assert.match(shown('[^none]'), /\[\^none\]/);
  });

  it('shows code with colors, diffs with the kinds of their lines, and drawings as source with a link', () => {
    assert.match(
      shown('```js\nreturn "<b>"\n```'),
      /hl-keyword">return<\/span> <span class="hl-string">&quot;&lt;b&gt;/,
    );
    assert.match(
      shown('```diff\n-a\n+b\n c\n```'),
      /<span class="diff-removed">-a\n<\/span><span class="diff-added">\+b\n<\/span> c/,
    );
    assert.match(
      shown('```mermaid\ngraph\n```'),
      /Diagram \(mermaid\) <a href="https:\/\/git\.example\/acme\/shop\/-\/merge_requests\/7"/,
    );
    assert.match(shown('a $`x^2`$ b'), /a <code class="math">x\^2<\/code> b/);
  });

  it('enables tasks that can be changed, and strikes through tasks that do not apply', () => {
    const markup = shown('- [ ] a\n- [x] b\n- [ ] c\n- [~] d', TASKS);
    const boxes = [...markup.matchAll(/<input [^>]*>/g)].map(([tag]) => tag);
    assert.equal(boxes.filter((tag) => / disabled/.test(tag)).length, 1);
    assert.match(boxes[0] ?? '', /data-act="toggle-task" data-keeps value="\{&quot;line&quot;:0,/);
    assert.match(boxes[2] ?? '', /id="task-3-2" aria-busy="true" aria-disabled="true" checked/);
    assert.match(markup, /<s>d<\/s>/);
  });

  it("doesn't strike through the lists below a task that does not apply", () => {
    const markup = shown('- [~] a\n  - [x] b\n\n1. [~] c\n\n   d\n\n   - [ ] e');
    assert.match(markup, /<s>a<\/s><ul><li class="task">[^]*<s>c<\/s>/);
    assert.doesNotMatch(markup, /<s>[^/]*<(?:ul|input)/);
  });

  it('toggles exactly the task that is shown, for any text', () => {
    const piece = fc.constantFrom(
      ...[
        '- [ ] a\n',
        '- [x] b\n',
        '1. [ ] c\n',
        '> - [ ] d\n',
        '  - [x] e\n',
        '- - [ ] f\n',
        '\n',
        'text\r\n',
      ],
      ...[
        '```\n',
        '- [~] g\n',
        '<details>\n',
        '- a\n',
        '\t- [ ] h\n',
        '<!--',
        '<div><!--\n\n',
        '- <div><!--\n\n  a\n',
        '> <div><!--\n\n',
        '-->',
        '[^1]: - [ ] i\n',
        '| - [ ] |\n',
      ],
    );
    const boxesIn = (text: string): readonly TaskBox[] => boxesOf(markdownTree(text));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const before = boxesIn(text);
        for (const [index, { line = -1, state }] of before.entries()) {
          const task = taskIn(linesOf(text)[line] ?? '', line);
          if (task === undefined || task.checked !== (state === 'checked') || state === 'inapplicable')
            continue;
          const after = withTaskToggled(text, task);
          assert.ok(after !== undefined && after.length === text.length);
          assert.deepEqual(
            boxesIn(after).map((box) => box.state),
            before.map((box, at) => (at === index ? (state === 'open' ? 'checked' : 'open') : box.state)),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it('takes linear time for any repeated text', () => {
    for (const unit of [
      '[^1]',
      '[^1]: ',
      '> [!note]\n',
      ':a',
      '~"',
      '%"',
      'a/',
      '1a2b3c4d.',
      'a@1a2b3c4d.',
      'a.a@',
      '{+',
      '{+ [- ',
      '{+a+}',
      '[+\n',
      '$`',
      '&1',
      '- [ ] a\n',
      '@a/',
      '>>>\n',
      '>>>\n```\n',
      '<div>',
      '<table><tr><td>',
      '<ul><li>',
      '</p>',
      '<b></i>',
      '<a x="',
      '<a x ',
      '<!--',
      '<div><!--\n\n',
      '- <div><!--\n\n  a\n',
      '> <div><!--\n\n',
      '<p>a</ul>\n\n',
      '![a](b){width=1}',
    ]) {
      const text = unit.repeat(Math.ceil(25_000 / unit.length));
      const [small, large] = [text.slice(0, 12_500), text.slice(0, 25_000)].map((part) =>
        fastest(() => shown(part, TASKS)),
      );
      assert.ok((large ?? 0) < 3 * (small ?? 0) + 40, `${unit}: ${small} ms, ${large} ms`);
    }
  });
});
