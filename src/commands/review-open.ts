import { commands, Range, Uri } from 'vscode';
import type { ChangeSet } from '../app/change-set';
import type { Changes } from '../app/changes';
import type { MergeRequestKey } from '../app/keys';
import type { SideContent } from '../app/side-content';
import type { SideNote } from '../app/side-text';
import { t } from '../base/localize';
import { nameOf } from '../domain/diff/file-tree';
import type { ReviewFile } from '../domain/diff/review-file';
import { isImagePath } from '../domain/file-content';
import { noteOpened } from '../editor/active-review';
import type { Prompts } from '../editor/prompts';
import { diffTitle, sidesOf, type FileSides } from '../presentation/review-sides';
import { sideAddress } from '../presentation/side-address';
import { SIDE_NOTES } from '../presentation/side-words';

export interface OpenDiffPorts {
  readonly changes: Pick<Changes, 'get' | 'whole' | 'peekVersions' | 'versionNumber'>;
  readonly content: Pick<SideContent, 'read'>;
  readonly prompts: Pick<Prompts, 'tell' | 'mention'>;
}

/** How the diff of a file is opened. `line`: of the new side, from 1. */
export interface OpenDiffOptions {
  readonly line?: number | undefined;
  readonly preview?: boolean | undefined;
}

/** Opens the diff of a file; false where there is none yet, which is told. */
export async function openFileDiff(
  ports: OpenDiffPorts,
  set: ChangeSet,
  file: ReviewFile,
  { line, preview = true }: OpenDiffOptions = {},
): Promise<boolean> {
  const sides = sidesIn(set, file);
  if (sides === undefined) {
    ports.prompts.tell('info', notReady(set.mergeRequest), []);
    return false;
  }
  // The editor asks for the same, and nothing is read twice; of a failure it only says that there was one.
  const reading = readBoth(ports, sides);
  noteOpened(sides);
  const [left, right] = [Uri.from(sideAddress(sides.old)), Uri.from(sideAddress(sides.new))];
  const selection = line === undefined ? {} : { selection: new Range(line - 1, 0, line - 1, 0) };
  await commands.executeCommand('vscode.diff', left, right, titleOf(ports, set, nameOf(file.path)), {
    preview,
    ...selection,
    ...(isStandIn(file) ? { override: true } : {}),
  });
  remark(ports, await reading);
  return true;
}

/**
 * A text in the place of a picture, as Git LFS leaves one: it is no picture for the editor. Its command takes
 * `override` for "as text"; that is not documented, and without it there is a button for the same.
 */
const isStandIn = ({ path, diff }: ReviewFile): boolean =>
  isImagePath(path) && !diff.binary && diff.hunks.length > 0;

export const notReady = ({ iid }: MergeRequestKey): string =>
  t('The server has not yet worked out what !{0} changes. Try again in a moment.', iid);

/** Both sides of a file; undefined before the server has made the diff. */
export function sidesIn(set: ChangeSet, file: ReviewFile): FileSides | undefined {
  const { mergeRequest, refs, fromRefs, range } = set;
  if (refs === undefined || (range.from !== undefined && fromRefs === undefined)) return undefined;
  return sidesOf({ mergeRequest, refs, fromRefs }, file);
}

/** `app.ts (!12 base ↔ version 3)`. */
export function titleOf({ changes }: OpenDiffPorts, set: ChangeSet, name: string): string {
  const { mergeRequest, range } = set;
  const to = range.to ?? changes.peekVersions(mergeRequest)?.[0]?.id;
  return diffTitle(
    name,
    mergeRequest.iid,
    changes.versionNumber(mergeRequest, range.from),
    changes.versionNumber(mergeRequest, to),
  );
}

function readBoth({ content }: OpenDiffPorts, sides: FileSides) {
  return Promise.allSettled([content.read(sides.old), content.read(sides.new)]);
}

/** Says in the status bar where a side is not quite the file. Throws what one could not be read for. */
function remark({ prompts }: OpenDiffPorts, texts: Awaited<ReturnType<typeof readBoth>>): void {
  const notes = new Set<SideNote>();
  for (const text of texts) {
    if (text.status === 'rejected') throw text.reason;
    if (text.value.note !== undefined) notes.add(text.value.note);
  }
  for (const note of notes) prompts.mention(SIDE_NOTES[note]());
}

/** A file of what is shown; waits for further pages where it did not come with the first. */
export async function findFile(
  { changes }: Pick<OpenDiffPorts, 'changes'>,
  key: MergeRequestKey,
  find: (files: readonly ReviewFile[]) => ReviewFile | undefined,
): Promise<{ readonly set: ChangeSet; readonly file: ReviewFile | undefined }> {
  const first = await changes.get(key);
  const file = find(first.files);
  if (file !== undefined || first.complete) return { set: first, file };
  const set = await changes.whole(key);
  return { set, file: find(set.files) };
}
