import type { FileDiff } from '../../domain/changes/file-diff';
import type { ChangeComparison, DiffRefs } from '../../domain/changes/review-file';
import type { SideAddress } from './side-address';

/** Both sides of the diff of a file. */
export interface FileSides {
  readonly old: SideAddress;
  readonly new: SideAddress;
}

/** The compared commits: those of a version, or of two versions (`fromRefs` are those of the older one). */
export interface SidesOf {
  readonly mergeRequest: { readonly base: string; readonly project: number | string; readonly iid: number };
  readonly refs: DiffRefs;
  readonly fromRefs: DiffRefs | undefined;
}

type Diff = Pick<FileDiff, 'change' | 'oldPath' | 'newPath'>;

interface Shown {
  readonly diff: Diff;
  readonly comparison?: ChangeComparison | undefined;
  readonly before?: Diff | undefined;
}

/**
 * Returns the sides of a file. Between two versions, the old side is shown as if based on the newer version's
 * base.
 */
export function sidesOf({ mergeRequest, refs, fromRefs }: SidesOf, file: Shown): FileSides {
  const { base, project, iid } = mergeRequest;
  const { diff } = file;
  const address = (
    side: 'old' | 'new',
    form: SideAddress['form'],
    path: string,
    from: string,
  ): SideAddress => ({ base, project, iid, from, to: refs.head, side, form, path });
  if (fromRefs === undefined) {
    return {
      old: address('old', diff.change === 'added' ? 'empty' : 'file', diff.oldPath, refs.base),
      new: address('new', diff.change === 'deleted' ? 'empty' : 'file', diff.newPath, refs.base),
    };
  }
  const before = file.comparison === 'gone' ? diff : file.before;
  const after = file.comparison === 'gone' ? undefined : diff;
  return {
    old: address('old', ...oldOf(before, diff), fromRefs.head),
    new: address('new', ...newOf(after, diff), fromRefs.head),
  };
}

type FormAndPath = readonly [form: SideAddress['form'], path: string];

/** Returns the file in the older version; if that doesn't change it, as in the base of the newer version. */
function oldOf(before: Diff | undefined, diff: Diff): FormAndPath {
  if (before === undefined) return [diff.change === 'added' ? 'empty' : 'rebased', diff.oldPath];
  return before.change === 'deleted' ? ['empty', before.oldPath] : ['rebased', before.newPath];
}

/** Returns the file in the newer version; if that no longer changes it, as before the change. */
function newOf(after: Diff | undefined, diff: Diff): FormAndPath {
  if (after === undefined) return [diff.change === 'added' ? 'empty' : 'file', diff.oldPath];
  return after.change === 'deleted' ? ['empty', after.oldPath] : ['file', after.newPath];
}
