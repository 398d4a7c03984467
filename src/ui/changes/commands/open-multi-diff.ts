import { commands, Uri } from 'vscode';
import { orUndefined } from '../../../base/background';
import { t } from '../../../base/localize';
import { isPathBelow } from '../../../domain/git/names';
import { sideAddress } from '../../../presentation/changes/side-address';
import type { FileSides } from '../../../presentation/changes/sides';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { parts } from '../../../presentation/shared/row';
import type { MessageAction } from '../../shared/editor/prompts';
import { recordOpenedTogether } from '../editor/active-review';
import type { OpenDiffDeps } from './open-diff';

export type OpenMultiDiffDeps = Pick<OpenDiffDeps, 'content' | 'prompts'>;

/** Files that are opened in one editor. */
export interface MultiDiffFiles {
  readonly title: string;
  readonly files: readonly FileSides[];
  /** Returns the file of the workspace that is used as the new side. */
  readonly workingOf?: (sides: FileSides) => Promise<Uri | undefined>;
  /** Called with the title of the editor before it opens. */
  readonly opening?: (title: string) => void;
}

/** Maximum number of files. The editor reads all sides of all files at once; 500 files take 3.6 s. */
const MAX_FILES = 100;
/** Maximum number of files whose sides only the server has: requests per minute are limited. */
const MAX_SERVER_FILES = 30;

/** Opens up to 100 files in one editor, and offers to open the next ones. */
export async function openMultiDiff(deps: OpenMultiDiffDeps, what: MultiDiffFiles, start = 0): Promise<void> {
  // Paths that lead outside the repository have no URI; the other files are shown.
  const files = what.files.filter((sides) => isPathBelow(sides.old.path) && isPathBelow(sides.new.path));
  const most = await sliceSize(deps, files[start]);
  const slice = files.slice(start, start + most);
  const end = start + slice.length;
  const working = await Promise.all(slice.map(async (sides) => what.workingOf?.(sides)));
  const resources = slice.map((sides, index) => {
    const old = Uri.from(sideAddress(sides.old));
    const now = working[index] ?? Uri.from(sideAddress(sides.new));
    return [now, sides.old.form === 'empty' ? undefined : old, sides.new.form === 'empty' ? undefined : now];
  });
  const isPart = slice.length < files.length;
  const title = escapeInvisibleLine(
    isPart ? parts(what.title, t('{0}–{1} of {2}', start + 1, end, files.length)) : what.title,
  );
  what.opening?.(title);
  if (slice[0] !== undefined) recordOpenedTogether(title, slice[0]);
  await commands.executeCommand('vscode.changes', title, resources);
  if (end >= files.length) return;
  const message = t('Showing files {0}–{1} of {2}.', start + 1, end, files.length);
  deps.prompts.showMessage('info', message, [nextSlice(deps, what, end, Math.min(most, files.length - end))]);
}

/** Returns how many files to open together, depending on whether the clone contains the first one. */
async function sliceSize({ content }: OpenMultiDiffDeps, sides: FileSides | undefined): Promise<number> {
  if (sides === undefined) return MAX_FILES;
  const side = sides.new.form === 'empty' ? sides.old : sides.new;
  // If reading fails, the editor shows the error.
  const text = await orUndefined(content.read(side));
  return text?.source === 'git' ? MAX_FILES : MAX_SERVER_FILES;
}

const nextSlice = (
  deps: OpenMultiDiffDeps,
  what: MultiDiffFiles,
  start: number,
  count: number,
): MessageAction => ({
  title: t('{0, plural, one {Open Next File} other {Open Next # Files}}', count),
  run: () => openMultiDiff(deps, what, start),
  failure: () => t("Couldn't open the changes."),
});
