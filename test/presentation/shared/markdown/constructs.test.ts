import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatted } from '../../../../scripts/lib/format.mjs';
import { commentMarkdown, excerpt } from '../../../../src/presentation/discussions/comment-markdown';
import { CONSTRUCTS, constructsPage } from './constructs/page';
import { PLACES, shown } from './shown';

describe("constructs of the service's Markdown", () => {
  for (const { name, input, page, thread, hover } of CONSTRUCTS)
    it(`are shown on pages, in threads, and in hovers: ${name}`, () => {
      assert.equal(shown(input), page);
      const { page: address } = PLACES;
      const places = { project: 'https://git.example/acme/shop', page: address, references: PLACES };
      assert.equal(commentMarkdown(input, places), thread);
      assert.equal(excerpt(input), hover);
    });

  it('have unique names, and are listed in the docs', async () => {
    assert.equal(new Set(CONSTRUCTS.map(({ name }) => name)).size, CONSTRUCTS.length);
    const file = path.join(__dirname, '../../../../docs/markdown.md');
    const expected = await formatted('markdown.md', constructsPage());
    assert.equal(readFileSync(file, 'utf8'), expected, 'run npm run markdown-table');
  });
});
