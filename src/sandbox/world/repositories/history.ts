import type { Role } from '../model';

/** A file given whole, or one passage of it replaced. */
export type Edit =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly find: string; readonly put: string };

/** One commit of a demo repository, in the order of time. */
export interface Change {
  readonly branch: string;
  /** Where a branch begins that did not exist before. */
  readonly from?: string;
  /** The branch that this commit merges. */
  readonly merges?: string;
  readonly author: Role;
  /** Days before the start of the world; below zero: a commit that is pushed while the world runs. */
  readonly daysAgo: number;
  readonly title: string;
  readonly body?: string;
  readonly edits: readonly Edit[];
  /** Names that point at this commit, such as `tags/v1.0.0` or `merge-requests/12/head`. */
  readonly refs?: readonly string[];
}

/** A commit with everything that git needs: what changed as whole files, and its parents by number. */
export interface PlannedCommit {
  readonly change: Change;
  readonly parents: readonly number[];
  readonly files: ReadonlyMap<string, string>;
}

interface Branch {
  tip: number;
  readonly files: Map<string, string>;
  /** What was changed on it since it began: what a merge of it brings. */
  readonly touched: Set<string>;
}

/** Plays the changes through. Throws where an edit does not fit: the history would not be what it claims. */
export function planHistory(changes: readonly Change[]): PlannedCommit[] {
  const branches = new Map<string, Branch>();
  return changes.map((change, index) => {
    const branch = branchOf(branches, change);
    const parents = branch.tip < 0 ? [] : [branch.tip];
    const files = new Map<string, string>();
    const merged = change.merges === undefined ? undefined : branches.get(change.merges);
    if (merged !== undefined) {
      parents.push(merged.tip);
      for (const path of merged.touched) files.set(path, merged.files.get(path) ?? '');
    }
    for (const edit of change.edits) files.set(edit.path, textAfter(edit, branch.files));
    for (const [path, text] of files) {
      branch.files.set(path, text);
      branch.touched.add(path);
    }
    branch.tip = index;
    return { change, parents, files };
  });
}

function branchOf(branches: Map<string, Branch>, { branch, from }: Change): Branch {
  const known = branches.get(branch);
  if (known !== undefined) return known;
  const origin = from === undefined ? undefined : branches.get(from);
  const made = { tip: origin?.tip ?? -1, files: new Map(origin?.files), touched: new Set<string>() };
  branches.set(branch, made);
  return made;
}

function textAfter(edit: Edit, files: ReadonlyMap<string, string>): string {
  if ('text' in edit) return edit.text;
  const before = files.get(edit.path);
  if (before?.includes(edit.find) !== true) {
    throw new Error(`Couldn't apply an edit of the demo history: "${edit.find}" isn't in ${edit.path}`);
  }
  return before.replace(edit.find, () => edit.put);
}
