import { t } from '../../base/localize';
import type { FileDiff } from '../../domain/review/file-diff';
import type { DiffRefs, FileVerdict } from '../../domain/review/review-file';
import { escapeInvisibleLine } from '../shared/escape-invisible';
import type { SideAddress } from './side-address';

/** Where the diff of a file is shown: both of its sides. */
export interface FileSides {
  readonly old: SideAddress;
  readonly new: SideAddress;
}

/** Which commits are compared: those of a version, or of two (`fromRefs` are those of the older one). */
export interface SidesOf {
  readonly mergeRequest: { readonly base: string; readonly project: number | string; readonly iid: number };
  readonly refs: DiffRefs;
  readonly fromRefs: DiffRefs | undefined;
}

type Diff = Pick<FileDiff, 'change' | 'oldPath' | 'newPath'>;

interface Shown {
  readonly diff: Diff;
  readonly verdict?: FileVerdict | undefined;
  readonly before?: Diff | undefined;
}

/** The sides of a file. Between two versions the old one is shown as it would be on the base of the newer one. */
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
  const before = file.verdict === 'gone' ? diff : file.before;
  const after = file.verdict === 'gone' ? undefined : diff;
  return {
    old: address('old', ...oldOf(before, diff), fromRefs.head),
    new: address('new', ...newOf(after, diff), fromRefs.head),
  };
}

type FormAndPath = readonly [form: SideAddress['form'], path: string];

/** The file in the older version; where that did not change it, as the base of the newer one has it. */
function oldOf(before: Diff | undefined, diff: Diff): FormAndPath {
  if (before === undefined) return [diff.change === 'added' ? 'empty' : 'rebased', diff.oldPath];
  return before.change === 'deleted' ? ['empty', before.oldPath] : ['rebased', before.newPath];
}

/** The file in the newer version; where that does not change it any more, it is what it was before. */
function newOf(after: Diff | undefined, diff: Diff): FormAndPath {
  if (after === undefined) return [diff.change === 'added' ? 'empty' : 'file', diff.oldPath];
  return after.change === 'deleted' ? ['empty', after.oldPath] : ['file', after.newPath];
}

/** `base`, or `version 3`: what a side of a diff shows. Versions are counted from the oldest one. */
const versionWord = (number: number | undefined): string =>
  number === undefined ? t('base') : t('version {0}', number);

/** The title of a diff: `app.ts (!12 base ↔ version 3)`. */
export function diffTitle(
  name: string,
  iid: number,
  from: number | undefined,
  to: number | undefined,
): string {
  const shown = escapeInvisibleLine(name);
  return to === undefined
    ? `${shown} (!${iid})`
    : `${shown} (!${iid} ${versionWord(from)} ↔ ${versionWord(to)})`;
}
