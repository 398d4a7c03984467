import type { Change } from './history';

const note = (branch: string, author: Change['author'], title: string, name: string): Change => ({
  branch,
  author,
  daysAgo: -0.01,
  title,
  edits: [{ path: `docs/notes/${name}.md`, text: `# ${title}\n` }],
});

/** Commits that are pushed while the world runs, in this order. */
export const STOREFRONT_PUSHES: readonly Change[] = [
  note('feature/gift-cards', 'developer', 'Show what is left on a gift card', 'gift-card-balance'),
  note('main', 'owner', 'Collect open questions', 'questions'),
  note('feature/search-facets', 'maintainer', 'Explain facets', 'facets'),
  note('chore/node-22', 'owner', 'List what Node 22 changes', 'node-22'),
  note('feature/gift-cards', 'developer', 'Refuse an empty gift card', 'empty-gift-card'),
  note('main', 'maintainer', 'Describe the release train', 'releases'),
];
