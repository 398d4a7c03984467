import { commands, Range, Uri } from 'vscode';
import type { ChangeSet } from '../../app/review/change-set';
import type { Changes } from '../../app/review/changes';
import type { SideContent } from '../../app/review/side-content';
import type { SideNote } from '../../app/review/side-text';
import type { MergeRequestKey } from '../../app/shared/keys';
import { settleAll } from '../../app/shared/settle-all';
import { t } from '../../base/localize';
import { baseName } from '../../domain/review/file-tree';
import type { ReviewFile } from '../../domain/review/review-file';
import { isImagePath } from '../../domain/shared/file-content';
import { noteOpened } from '../../editor/review/active-review';
import type { Prompts } from '../../editor/shared/prompts';
import { sideAddress } from '../../presentation/review/side-address';
import { SIDE_NOTES } from '../../presentation/review/side-messages';
import { diffTitle, type FileSides, sidesOf } from '../../presentation/review/sides';

export interface OpenDiffDeps {
  readonly changes: Pick<Changes, 'get' | 'whole' | 'peekVersions' | 'versionNumber'>;
  readonly content: Pick<SideContent, 'read'>;
  readonly prompts: Pick<Prompts, 'showMessage' | 'showStatus' | 'progress'>;
}

/** How the diff of a file is opened. `line`: of the new side, from 1. */
export interface OpenDiffOptions {
  readonly line?: number | undefined;
  readonly preview?: boolean | undefined;
}

/** Opens the diff of a file; false where there is none yet, which is told. */
export async function openFileDiff(
  deps: OpenDiffDeps,
  set: ChangeSet,
  file: ReviewFile,
  { line, preview = true }: OpenDiffOptions = {},
): Promise<boolean> {
  const sides = sidesIn(set, file);
  if (sides === undefined) {
    deps.prompts.showMessage('info', notReady(set.mergeRequest), []);
    return false;
  }
  // The editor asks for the same, and nothing is read twice; of a failure it only says that there was one.
  const reading = readBoth(deps, sides);
  const [left, right] = [Uri.from(sideAddress(sides.old)), Uri.from(sideAddress(sides.new))];
  const title = titleOf(deps, set, baseName(file.path));
  noteOpened(title, sides);
  const selection = line === undefined ? {} : { selection: new Range(line - 1, 0, line - 1, 0) };
  await commands.executeCommand('vscode.diff', left, right, title, {
    preview,
    ...selection,
    ...(isStandIn(file) ? { override: true } : {}),
  });
  remark(deps, await reading);
  return true;
}

/**
 * A text in the place of a picture, as Git LFS leaves one: it is no picture for the editor. Its command takes
 * `override` for "as text"; that is not documented, and without it there is a button for the same.
 */
const isStandIn = ({ path, diff }: ReviewFile): boolean =>
  isImagePath(path) && !diff.binary && diff.hunks.length > 0;

export const notReady = ({ iid }: MergeRequestKey): string =>
  t('The server is still preparing the changes in !{0}. Try again in a moment.', iid);

/** Both sides of a file; undefined before the server has made the diff. */
export function sidesIn(set: ChangeSet, file: ReviewFile): FileSides | undefined {
  const { mergeRequest, refs, fromRefs, range } = set;
  if (refs === undefined || (range.from !== undefined && fromRefs === undefined)) return undefined;
  return sidesOf({ mergeRequest, refs, fromRefs }, file);
}

/** `app.ts (!12 base ↔ version 3)`. */
export function titleOf({ changes }: OpenDiffDeps, set: ChangeSet, name: string): string {
  const { mergeRequest, range } = set;
  const to = range.to ?? changes.peekVersions(mergeRequest)?.[0]?.id;
  return diffTitle(
    name,
    mergeRequest.iid,
    changes.versionNumber(mergeRequest, range.from),
    changes.versionNumber(mergeRequest, to),
  );
}

function readBoth({ content }: OpenDiffDeps, sides: FileSides) {
  return settleAll([content.read(sides.old), content.read(sides.new)]);
}

/** Says in the status bar where a side is not quite the file. Throws what one could not be read for. */
function remark({ prompts }: OpenDiffDeps, texts: Awaited<ReturnType<typeof readBoth>>): void {
  const notes = new Set<SideNote>();
  if (texts.failure !== undefined) throw texts.failure;
  for (const { note } of texts.values) if (note !== undefined) notes.add(note);
  for (const note of notes) prompts.showStatus(SIDE_NOTES[note]());
}

/** A file of what is shown; waits for further pages where it did not come with the first. */
export async function findFile(
  { changes }: Pick<OpenDiffDeps, 'changes'>,
  key: MergeRequestKey,
  find: (files: readonly ReviewFile[]) => ReviewFile | undefined,
): Promise<{ readonly set: ChangeSet; readonly file: ReviewFile | undefined }> {
  const first = await changes.get(key);
  const file = find(first.files);
  if (file !== undefined || first.complete) return { set: first, file };
  const set = await changes.whole(key);
  return { set, file: find(set.files) };
}
