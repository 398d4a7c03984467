import { commands, Uri } from 'vscode';
import { t } from '../base/localize';
import type { MessageAction } from '../editor/prompts';
import type { FileSides } from '../presentation/review-sides';
import { sideAddress } from '../presentation/side-address';
import type { OpenDiffPorts } from './review-open';

export type OpenTogetherPorts = Pick<OpenDiffPorts, 'content' | 'prompts'>;

/** Files that are opened in one editor. */
export interface Together {
  readonly title: string;
  readonly files: readonly FileSides[];
  /** The editor that shows them has this title. */
  readonly opening?: (title: string) => void;
}

/** The editor asks for all sides of all files at once: more of them take long (500 files: 3.6 s). */
const MOST_FILES = 100;
/** Of those whose sides only the server has: each is a request, and a minute has not many. */
const MOST_ASKED = 30;

/** Opens up to 100 files in one editor, and offers those that follow. */
export async function openTogether(ports: OpenTogetherPorts, what: Together, start = 0): Promise<void> {
  const { files } = what;
  const most = await sliceSize(ports, files[start]);
  const slice = files.slice(start, start + most);
  const end = start + slice.length;
  const resources = slice.map((sides) => {
    const [old, now] = [Uri.from(sideAddress(sides.old)), Uri.from(sideAddress(sides.new))];
    return [now, sides.old.form === 'empty' ? undefined : old, sides.new.form === 'empty' ? undefined : now];
  });
  const isPart = slice.length < files.length;
  const title = isPart ? t('{0} · {1}–{2} of {3}', what.title, start + 1, end, files.length) : what.title;
  what.opening?.(title);
  await commands.executeCommand('vscode.changes', title, resources);
  if (end >= files.length) return;
  const said = t('Files {0} to {1} of {2} are shown.', start + 1, end, files.length);
  ports.prompts.tell('info', said, [nextSlice(ports, what, end, Math.min(most, files.length - end))]);
}

/** As many as may be opened together: one side tells whether they are here. */
async function sliceSize({ content }: OpenTogetherPorts, sides: FileSides | undefined): Promise<number> {
  if (sides === undefined) return MOST_FILES;
  const side = sides.new.form === 'empty' ? sides.old : sides.new;
  // Where it cannot be read the editor says so.
  const text = await content.read(side).catch(() => undefined);
  return text?.source === 'git' ? MOST_FILES : MOST_ASKED;
}

const nextSlice = (
  ports: OpenTogetherPorts,
  what: Together,
  start: number,
  count: number,
): MessageAction => ({
  title: t('Open Next {0}', count),
  run: () => openTogether(ports, what, start),
  failure: () => t('The changes were not opened.'),
});
