import type { Change } from '../../world/repositories/history';

const note = (branch: string, author: Change['author'], title: string, name: string): Change => ({
  branch,
  author,
  daysAgo: -0.01,
  title,
  edits: [{ path: `docs/notes/${name}.md`, text: `# ${title}\n` }],
});

/** Commits that are pushed while the world is running, in this order. */
export const STOREFRONT_PUSHES: readonly Change[] = [
  note('feature/gift-cards', 'developer', 'Show gift card balance', 'gift-card-balance'),
  note('main', 'owner', 'Document open questions', 'questions'),
  note('feature/search-facets', 'maintainer', 'Document search facets', 'facets'),
  note('chore/node-22', 'owner', 'Document Node.js 22 changes', 'node-22'),
  note('feature/gift-cards', 'developer', 'Reject gift cards without balance', 'empty-gift-card'),
  note('main', 'maintainer', 'Document release process', 'releases'),
];
