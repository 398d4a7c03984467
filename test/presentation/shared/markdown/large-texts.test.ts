import assert from 'node:assert/strict';
import { once } from 'node:events';
import { finish } from '../../../../src/base/slices';
import { commentSteps, MAX_CHARACTERS } from '../../../../src/presentation/discussions/comment-markdown';
import type { Html } from '../../../../src/presentation/shared/html';
import { boundedSteps } from '../../../../src/presentation/shared/markdown/bounded';
import { MarkdownCache } from '../../../../src/presentation/shared/markdown/cache';
import { markdown, markdownSteps } from '../../../../src/presentation/shared/markdown/markdown';
import type { MarkdownNode } from '../../../../src/presentation/shared/markdown/nodes';
import { tokenSteps } from '../../../../src/presentation/shared/markdown/tokens';
import { markdownTree, treeSteps } from '../../../../src/presentation/shared/markdown/tree';
import { CONSTRUCTS, MAX_DESCRIPTION } from '../../../builders/large-markdown';

const SHOWN = 100_000;
const PLACES = { base: 'https://gitlab.example', project: 'https://gitlab.example/a/b' };

const countOf = (nodes: readonly MarkdownNode[]): number =>
  nodes.reduce((sum, node) => sum + 1 + ('children' in node ? countOf(node.children) : 0), 0);

describe('large Markdown texts', () => {
  for (const [name, make] of Object.entries(CONSTRUCTS))
    it(`limit the work of a step: ${name}`, () => {
      const text = make(MAX_DESCRIPTION);
      const { source, nodes } = finish(boundedSteps(text, SHOWN));
      assert.ok(source.length <= SHOWN);
      assert.ok(countOf(nodes) <= 30_000, `${countOf(nodes)} nodes`);
      const { tokens } = finish(tokenSteps(source));
      // The marks of footnotes are added to the tokens of the text.
      assert.ok(tokens.length <= 50_000, `${tokens.length} tokens`);
      for (const { content, type } of tokens)
        assert.ok(type !== 'inline' || content.length <= 5_000, `${content.length} characters at once`);
    });

  it('are parsed in a step for each block and paragraph', () => {
    const steps = boundedSteps('A *paragraph*.\n\n'.repeat(500), SHOWN);
    let count = 0;
    while (steps.next().done !== true) count++;
    assert.ok(count >= 1_000, `${count} steps`);
  });

  const stepsOf = (steps: Iterator<unknown>): number => {
    let count = 1;
    while (steps.next().done !== true) count++;
    return count;
  };

  for (const [name, text] of [
    ['a Markdown table', `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(500)}`],
    ['a table of raw HTML', `<table>\n${'<tr><td>a</td></tr>\n'.repeat(500)}</table>`],
  ] as const)
    it(`convert ${name} in steps for each row`, () => {
      const parsing = stepsOf(treeSteps(text));
      assert.ok(parsing >= 1_500, `parsed in ${parsing} steps`);
      // The parsed text is cached.
      finish(boundedSteps(text, SHOWN));
      const writing = stepsOf(markdownSteps(text, PLACES));
      assert.ok(writing >= 1_000, `written in ${writing} steps`);
      const commenting = stepsOf(commentSteps(text, PLACES));
      assert.ok(commenting >= 400, `written as a comment in ${commenting} steps`);
    });

  for (const [name, make] of [
    ['text', (length: number) => '\u202e'.repeat(length)],
    ['code', (length: number) => `\`\`\`\n${'\u202e'.repeat(length)}\n\`\`\``],
  ] as const)
    it(`escape invisible characters of ${name} in parts`, () => {
      const text = make(90_000);
      finish(boundedSteps(text, SHOWN));
      const writing = stepsOf(markdownSteps(text, PLACES));
      assert.ok(writing >= 18, `written in ${writing} steps`);
      const comment = make(29_000);
      finish(boundedSteps(comment, MAX_CHARACTERS));
      const commenting = stepsOf(commentSteps(comment, PLACES));
      assert.ok(commenting >= 5, `written as a comment in ${commenting} steps`);
    });

  it('show the rest of a long paragraph as it was written', () => {
    const text = `${'*a* '.repeat(3_000)}*end*`;
    const [paragraph] = markdownTree(text);
    assert.ok(paragraph !== undefined && 'children' in paragraph);
    const last = paragraph.children.at(-1);
    assert.ok(last?.kind === 'text');
    assert.match(last.text, /^ \*a\* .* \*end\*$/);
  });

  it("state that the rest isn't shown if they have too many blocks", () => {
    const notice = /The rest of this text isn&#39;t shown/;
    assert.match(markdown('1. a\n'.repeat(10_000), PLACES).toString(), notice);
    assert.doesNotMatch(markdown('1. a\n'.repeat(500), PLACES).toString(), notice);
  });

  it('link a reference in each step', () => {
    let found = 0;
    const mergeRequest = (id: number): string => `https://gitlab.example/${(found++, id)}`;
    const steps = markdownSteps('!1 '.repeat(1_000), { ...PLACES, mergeRequest });
    for (let before = 0; steps.next().done !== true; before = found) assert.ok(found - before <= 1);
    assert.equal(found, 1_000);
  });

  it('link only the first references', () => {
    const places = { ...PLACES, mergeRequest: (id: number) => `https://gitlab.example/${id}` };
    const links = markdown('!1 '.repeat(8_000), places).toString().split('<a ').length - 1;
    assert.equal(links, 2_000);
  });

  it('number footnotes by their first marks, and list them in this order', () => {
    const shown = markdown('[^b] [^a] [^b]\n\n[^a]: First\n[^b]: Second\n[^c]: Unused', PLACES).toString();
    assert.match(shown, /Second[\s\S]*First/);
    assert.doesNotMatch(shown, /Unused/);
    assert.equal(shown.match(/data-footnote="1"/g)?.length, 2);
  });
});

describe('cached Markdown of a page', () => {
  const page = (cache: MarkdownCache, texts: readonly string[]): Html[] => {
    cache.begin();
    return texts.map((text) => cache.of(text, PLACES));
  };
  const completed = (cache: MarkdownCache): Promise<void> =>
    new Promise((resolve) => {
      const subscription = cache.onDidComplete(() => {
        subscription.dispose();
        resolve();
      });
    });

  it('contains short texts at once', () => {
    const cache = new MarkdownCache();
    const [html] = page(cache, ['*a*']);
    assert.match(String(html), /<em>a<\/em>/);
    assert.equal(cache.isComplete, true);
    cache.dispose();
  });

  it('converts at most 10,000 characters at once, and the other texts in slices', async () => {
    const cache = new MarkdownCache();
    const texts = Array.from({ length: 30 }, (_, index) => `Text ${index} ${'*a* '.repeat(600)}`);
    const first = page(cache, texts).filter((html) => html.toString().includes('<em>')).length;
    assert.equal(first, 4);
    assert.equal(cache.isComplete, false);
    await completed(cache);
    const second = page(cache, texts);
    assert.equal(cache.isComplete, true);
    for (const [index, html] of second.entries())
      assert.equal(html.toString(), markdown(texts[index] ?? '', PLACES).toString());
    cache.dispose();
  });

  it('goes on after a rendering that needs other texts', async () => {
    const cache = new MarkdownCache();
    const [one, other] = ['a '.repeat(20_000), 'b '.repeat(20_000)];
    page(cache, [one]);
    const done = completed(cache);
    page(cache, [other]);
    await done;
    assert.match(page(cache, [other]).join(''), /b b b/);
    assert.equal(cache.isComplete, true);
    cache.dispose();
  });

  it("doesn't keep texts that were converted with other references", async () => {
    const cache = new MarkdownCache();
    const text = `!1 ${'a '.repeat(20_000)}`;
    cache.begin();
    cache.of(text, PLACES);
    cache.clear();
    cache.begin();
    cache.of(text, { ...PLACES, mergeRequest: () => 'https://gitlab.example/1' });
    await completed(cache);
    assert.match(page(cache, [text]).join(''), /<a href="https:\/\/gitlab\.example\/1"/);
    cache.dispose();
  });

  it('stops when the page is closed', async () => {
    const cache = new MarkdownCache();
    cache.onDidComplete(() => assert.fail('it was closed'));
    page(cache, ['a '.repeat(20_000)]);
    cache.dispose();
    const emitted = new EventTarget();
    setImmediate(() => setImmediate(() => setImmediate(() => emitted.dispatchEvent(new Event('later')))));
    await once(emitted, 'later');
  });
});
