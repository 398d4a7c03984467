import assert from 'node:assert/strict';
import { commentMarkdown } from '../../../../src/presentation/discussions/comment-markdown';
import { inlineDiffs } from '../../../../src/presentation/shared/markdown/inline-diff';
import { assertSafe, linksOf, shown } from './shown';

const line = (text: string): string => shown(text).replace(/^<p dir="auto">|<\/p>$/g, '');

describe('inline diffs', () => {
  for (const [text, markup] of [
    ['from [-two-] to {+three+}', 'from <del>two</del> to <ins>three</ins>'],
    ['{-1-}{+2+}', '<del>1</del><ins>2</ins>'],
    ['**{+a+}** *b{-c-}*', '<strong><ins>a</ins></strong> <em>b<del>c</del></em>'],
    ['{+C+++}', '<ins>C++</ins>'],
    ['{- a {+ b+}', '{- a <ins> b</ins>'],
    ['{+ a +] [- b -} a[-1]', '{+ a +] [- b -} a[-1]'],
    ['{++}[--]', '{++}[--]'],
    ['{+ a\nb +}', '{+ a\nb +}'],
    ['`{+ a +}` <code>[- b -]</code>', '<code>{+ a +}</code> <code>[- b -]</code>'],
    ['{+ <b>a</b> +}', '{+ <strong>a</strong> +}'],
    ['{+ :tada: +}', '<ins> 🎉 </ins>'],
  ] as const)
    it(`are marked: ${JSON.stringify(text)}`, () => {
      assert.equal(line(text), markup);
    });

  it('contain references and escaped text', () => {
    const markup = shown('{+ !12 &lt;img src=x&gt; +}');
    assertSafe(markup);
    assert.deepEqual(linksOf(markup), ['https://git.example/acme/shop/-/merge_requests/12']);
    assert.match(markup, /&lt;img src=x&gt; <\/ins>/);
  });

  it('are struck through or plain in comments, also next to spaces', () => {
    const thread = (text: string) => commentMarkdown(text, { project: 'https://git.example/acme/shop' });
    assert.equal(thread('a {- b -}{+ c +}d'), 'a  ~~b~~  c d');
    assert.equal(thread('a <del> b</del> * c *'), 'a  ~~b~~ &#42; c &#42;');
  });

  it('are limited in number', () => {
    const pieces = inlineDiffs('{+a+}'.repeat(2_000));
    assert.equal(pieces.filter(({ change }) => change === 'ins').length, 1_000);
    assert.equal(pieces.at(-1)?.text, '{+a+}'.repeat(1_000));
  });
});

describe('marks of a table of contents', () => {
  it('are left out', () => {
    for (const mark of ['[[_TOC_]]', '[TOC]', '[toc]'])
      assert.equal(shown(`${mark}\n\n## a`), '<h3>a</h3>', mark);
  });

  it('are text in sentences and links', () => {
    assert.match(shown('See [TOC] below'), /See \[TOC\] below/);
    assert.match(shown('[TOC](https://a.example)'), /<a .*>TOC<\/a>/);
  });
});
