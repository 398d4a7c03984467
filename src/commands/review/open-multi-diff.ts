import { commands, Uri } from 'vscode';
import { t } from '../../base/localize';
import { isPathBelow } from '../../domain/git/names';
import { noteOpenedTogether } from '../../editor/review/active-review';
import type { MessageAction } from '../../editor/shared/prompts';
import { sideAddress } from '../../presentation/review/side-address';
import type { FileSides } from '../../presentation/review/sides';
import { escapeInvisibleLine } from '../../presentation/shared/escape-invisible';
import { parts } from '../../presentation/shared/row';
import type { OpenDiffDeps } from './open-diff';

export type OpenMultiDiffDeps = Pick<OpenDiffDeps, 'content' | 'prompts'>;

/** Files that are opened in one editor. */
export interface Together {
  readonly title: string;
  readonly files: readonly FileSides[];
  /** The editor that shows them has this title. */
  readonly opening?: (title: string) => void;
}

/** The editor asks for all sides of all files at once: more of them take long (500 files: 3.6 s). */
const MAX_FILES = 100;
/** Of those whose sides only the server has: each is a request, and a minute has not many. */
const MAX_ASKED = 30;

/** Opens up to 100 files in one editor, and offers those that follow. */
export async function openMultiDiff(deps: OpenMultiDiffDeps, what: Together, start = 0): Promise<void> {
  // A path that leads elsewhere has no address; the others are shown all the same.
  const files = what.files.filter((sides) => isPathBelow(sides.old.path) && isPathBelow(sides.new.path));
  const most = await sliceSize(deps, files[start]);
  const slice = files.slice(start, start + most);
  const end = start + slice.length;
  const resources = slice.map((sides) => {
    const [old, now] = [Uri.from(sideAddress(sides.old)), Uri.from(sideAddress(sides.new))];
    return [now, sides.old.form === 'empty' ? undefined : old, sides.new.form === 'empty' ? undefined : now];
  });
  const isPart = slice.length < files.length;
  const title = escapeInvisibleLine(
    isPart ? parts(what.title, t('{0}–{1} of {2}', start + 1, end, files.length)) : what.title,
  );
  what.opening?.(title);
  if (slice[0] !== undefined) noteOpenedTogether(title, slice[0]);
  await commands.executeCommand('vscode.changes', title, resources);
  if (end >= files.length) return;
  const said = t('Showing files {0}–{1} of {2}.', start + 1, end, files.length);
  deps.prompts.showMessage('info', said, [nextSlice(deps, what, end, Math.min(most, files.length - end))]);
}

/** As many as may be opened together: one side tells whether they are here. */
async function sliceSize({ content }: OpenMultiDiffDeps, sides: FileSides | undefined): Promise<number> {
  if (sides === undefined) return MAX_FILES;
  const side = sides.new.form === 'empty' ? sides.old : sides.new;
  // Where it cannot be read the editor says so.
  const text = await content.read(side).catch(() => undefined);
  return text?.source === 'git' ? MAX_FILES : MAX_ASKED;
}

const nextSlice = (deps: OpenMultiDiffDeps, what: Together, start: number, count: number): MessageAction => ({
  title: t('Open Next {0}', count),
  run: () => openMultiDiff(deps, what, start),
  failure: () => t("Couldn't open the changes."),
});
