import type { Role } from '../model';

/** The complete text of a file, or a replacement in it. */
export type Edit =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly find: string; readonly put: string };

/** A commit of a demo repository. Histories are in chronological order. */
export interface Change {
  readonly branch: string;
  /** The branch from which a new branch starts. */
  readonly from?: string;
  /** The branch that is merged by this commit. */
  readonly merges?: string;
  readonly author: Role;
  /** Days before the start of the world. Negative for commits that are pushed while the world is running. */
  readonly daysAgo: number;
  readonly title: string;
  readonly body?: string;
  readonly edits: readonly Edit[];
  /** Refs to this commit, such as `tags/v1.0.0` or `merge-requests/12/head`. */
  readonly refs?: readonly string[];
}

/** A commit with the complete text of its changed files and the indexes of its parents. */
export interface PlannedCommit {
  readonly change: Change;
  readonly parents: readonly number[];
  readonly files: ReadonlyMap<string, string>;
}

interface Branch {
  tip: number;
  readonly files: Map<string, string>;
  /** Files that were changed on the branch since its start, which a merge applies. */
  readonly touched: Set<string>;
}

/** Computes the commits of a history. Throws if the text to replace doesn't exist. */
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
