import { isCanceled } from '../../../api/errors';
import { shortSha } from '../../../base/short-sha';
import { rebasedText } from '../../../domain/changes/rebased';
import type { DiffRefs } from '../../../domain/changes/review-file';
import { NoSuchFileError } from '../../../domain/shared/file-content';
import type { DiffOfSide, SidePlace } from './side-diffs';
import { isRefusal, NO_TEXT, type SideRequest, type SideText } from './side-text';

/** Functions that read the texts to combine. */
export interface RebasingDeps {
  readonly file: (place: SidePlace) => Promise<SideText>;
  readonly find: (place: SidePlace) => Promise<DiffOfSide | undefined>;
  readonly refs: (head: string, which: 'newest' | 'oldest') => Promise<DiffRefs | undefined>;
}

/**
 * Returns the file at `from` as if its branch had been rebased onto the base of `to`. A diff with the file at
 * `to` then shows the author's changes, but not those that the rebase added. If a text is missing or isn't
 * text, returns the actual file at `from`, with a note.
 */
export async function rebasedSide(request: SideRequest, deps: RebasingDeps): Promise<SideText> {
  const { base, project, iid, from, to, path } = request;
  const mergeRequest = { base, project, iid };
  // If both versions have the same head, the target branch was changed.
  const before = await deps.refs(from, from === to ? 'oldest' : 'newest');
  const after = await deps.refs(to, 'newest');
  const at = (sha: string, other: string, of: string): SidePlace => ({ mergeRequest, sha, other, path: of });
  const own = at(from, before?.base ?? from, path);
  const asItWas = async (): Promise<SideText> => ({ ...(await deps.file(own)), note: 'not-rebased' });
  if (before === undefined || after === undefined) return asItWas();

  const change = (await deps.find(own)) ?? (await deps.find(at(before.base, from, path)));
  const isGone = change?.diff.change === 'deleted';
  const head = (): Promise<SideText> => (isGone ? Promise.resolve(NO_TEXT) : deps.file(own));
  if (before.base === after.base && change !== undefined) return head();

  const oldPath = change?.diff.oldPath ?? path;
  const later = (await deps.find(at(after.base, to, oldPath))) ?? (await deps.find(at(to, after.base, path)));
  const newBase = (): Promise<SideText> =>
    later?.diff.change === 'added'
      ? Promise.resolve(NO_TEXT)
      : deps.file(at(after.base, to, later?.diff.oldPath ?? oldPath));
  try {
    // A file that the version doesn't change is the same as in its base.
    if (change === undefined) return await newBase();
    const isNew = change.diff.change === 'added';
    const oldBase = isNew ? Promise.resolve(NO_TEXT) : deps.file(at(before.base, from, oldPath));
    const texts = await Promise.all([oldBase, head(), newBaseOr(isNew, later, newBase)]);
    const [oldText, headText, newText] = texts.map(textOf);
    if (oldText === undefined || headText === undefined || newText === undefined) return await asItWas();
    const labels = { base: shortSha(after.base), change: shortSha(from) };
    const merged = rebasedText({ oldBase: oldText, oldHead: headText, newBase: newText }, labels);
    const note = merged.tooLarge ? 'not-rebased' : merged.conflicts > 0 ? 'conflicts' : undefined;
    return { bytes: new TextEncoder().encode(merged.text), source: texts[1].source, what: 'text', note };
  } catch (error) {
    if (isCanceled(error)) throw error;
    return asItWas();
  }
}

/** If only the older version adds the file, its new base doesn't contain it. */
const newBaseOr = (
  isNew: boolean,
  later: DiffOfSide | undefined,
  read: () => Promise<SideText>,
): Promise<SideText> =>
  isNew && later === undefined
    ? read().catch((error: unknown) => {
        if (error instanceof NoSuchFileError || isRefusal(error)) return NO_TEXT;
        throw error;
      })
    : read();

/** Undefined if the content can't be merged because it isn't text or is incomplete. */
function textOf({ bytes, what, source }: SideText): string | undefined {
  if (what !== 'text' || source === 'hunks') return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined; // Not UTF-8.
  }
}
