import assert from 'node:assert/strict';
import type { MarkdownNode } from '../../src/presentation/shared/markdown/nodes';
import { markdownTree } from '../../src/presentation/shared/markdown/tree';
import { MergeRequests } from './helpers/merge-requests';
import { withSandbox } from './helpers/sandbox';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

describe('texts and images of the sandbox', () => {
  const world = withSandbox();
  const requests = new MergeRequests(world);

  it('include each construct of Markdown in the description of !23', async () => {
    const { description } = await requests.one(23);
    const kinds = new Set<string>();
    const collect = (nodes: readonly MarkdownNode[]): void => {
      for (const node of nodes) {
        kinds.add(node.kind === 'part' ? node.name : node.kind);
        if ('children' in node) collect(node.children);
      }
    };
    collect(markdownTree(description ?? ''));
    for (const kind of [
      ...[
        'alert',
        'block',
        'blockquote',
        'box',
        'code',
        'dd',
        'del',
        'details',
        'dl',
        'dt',
        'em',
        'footnote',
      ],
      ...['h1', 'h2', 'hr', 'image', 'ins', 'kbd', 'li', 'link', 'mark', 'ol', 'p', 's', 'strong', 'sub'],
      ...['summary', 'sup', 'table', 'task', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
    ])
      assert.ok(kinds.has(kind), kind);
  });

  it('include avatars of some users', async () => {
    const users = ['maintainer', 'guest'] as const;
    const [own, none] = await Promise.all(
      users.map(
        async (as) => (await (await world().ask('/user', { as })).json()) as { avatar_url: string | null },
      ),
    );
    const image = await fetch(own?.avatar_url ?? '');
    assert.equal(image.headers.get('content-type'), 'image/png');
    assert.deepEqual(Buffer.from(await image.arrayBuffer()).subarray(0, PNG.length), PNG);
    assert.equal(none?.avatar_url, null);
    assert.equal((await fetch((own?.avatar_url ?? '').replace('/3/', '/999/'))).status, 404);
  });
});
