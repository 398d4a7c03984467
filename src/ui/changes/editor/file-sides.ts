import type { ChangeSet } from '../../../app/changes/change-set';
import type { Changes } from '../../../app/changes/changes';
import type { SideContent } from '../../../app/changes/sides/side-content';
import type { ReviewFile } from '../../../domain/changes/review-file';
import type { FileSizes } from '../../../presentation/changes/change-labels';
import type { SideAddress } from '../../../presentation/changes/side-address';
import { type FileSides, sidesOf } from '../../../presentation/changes/sides';

/** Returns both sides of a file; undefined if the server hasn't created the diff yet. */
export function sidesIn(set: ChangeSet, file: ReviewFile): FileSides | undefined {
  const { mergeRequest, refs, fromRefs, range } = set;
  if (refs === undefined || (range.from !== undefined && fromRefs === undefined)) return undefined;
  return sidesOf({ mergeRequest, refs, fromRefs }, file);
}

/** Returns the sizes of the sides of a binary file that were read. */
export const sizesOf = (content: Pick<SideContent, 'peek'>, sides: FileSides): FileSizes => ({
  old: content.peek(sides.old)?.size,
  new: content.peek(sides.new)?.size,
});

/** Returns the ID of the latest version if a diff shows an older one; undefined if it shows the latest or no version. */
export function newerVersion(
  changes: Pick<Changes, 'peekVersions'>,
  { base, project, iid, to }: SideAddress,
): number | undefined {
  const versions = changes.peekVersions({ base, project, iid }) ?? [];
  const [newest] = versions;
  const isVersion = versions.some(({ head_commit_sha: head }) => head === to);
  return isVersion && newest?.head_commit_sha !== to ? newest?.id : undefined;
}
