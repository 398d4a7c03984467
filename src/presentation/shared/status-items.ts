/**
 * Sides of the status bar. As in VS Code, items on the left belong to the workspace, and items on the right to
 * the active editor.
 */
type Side = 'left' | 'right';

/** The extension's status bar items, from left to right. Related items are next to each other. */
export const STATUS_ITEMS = {
  signIn: { side: 'left' },
  branch: { side: 'left' },
  timer: { side: 'left' },
  resolving: { side: 'left' },
  pendingComments: { side: 'left' },
  suggestionBatch: { side: 'left' },
  logProblems: { side: 'right' },
  log: { side: 'right' },
  workingFile: { side: 'right' },
} as const satisfies Readonly<Record<string, { readonly side: Side }>>;
export type StatusItemName = keyof typeof STATUS_ITEMS;

const ORDER: readonly string[] = Object.keys(STATUS_ITEMS);

/** On the left after the branch and problems of VS Code, and on the right before the cursor position. */
const FIRST: Readonly<Record<Side, number>> = { left: 46, right: 106 };
/** The difference between neighbors. Smaller than 1, because other extensions use integers. */
const STEP = 0.01;

/** Higher priorities are further to the left, on both sides. */
export const statusItemPriority = (name: StatusItemName): number =>
  FIRST[STATUS_ITEMS[name].side] - ORDER.indexOf(name) * STEP;
