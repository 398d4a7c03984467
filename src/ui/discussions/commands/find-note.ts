import type { Discussion, Discussions, MergeRequestComments } from '../../../app/discussions/discussions';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { hasUserComments } from '../../../domain/discussions/threads';
import { commentNotFound } from '../../../presentation/discussions/comment-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { Prompts } from '../../shared/editor/prompts';

export interface FindNoteDeps {
  readonly discussions: Pick<Discussions, 'get' | 'peek' | 'refresh'>;
  readonly prompts: Pick<Prompts, 'showMessage' | 'runCommand'>;
}

/**
 * Returns the thread with a comment. If no loaded thread has it, reads the comments again, because it may be newer. If it
 * isn't found, shows why, and offers the page on the server if that may show it.
 */
export async function findNote(
  { discussions, prompts }: FindNoteDeps,
  mergeRequest: MergeRequestKey,
  note: number,
): Promise<Discussion | undefined> {
  const threadIn = ({ threads }: MergeRequestComments) =>
    threads.find(({ notes }) => notes.some(({ id }) => id === note));
  const found = threadIn(await discussions.get(mergeRequest));
  if (found !== undefined) return found;
  const comments = await discussions.refresh(mergeRequest);
  const newer = threadIn(comments);
  if (newer !== undefined) return newer;
  const target = { kind: 'thread', mergeRequest, discussion: '', note } as const;
  const browse = {
    title: t('Open in Browser'),
    run: () => prompts.runCommand(COMMAND.openInBrowser, { target }),
    failure: () => t("Couldn't open the page."),
  };
  const { iid, base } = mergeRequest;
  const mayBeOnServer = comments.cut || comments.missing !== undefined;
  prompts.showMessage('info', commentNotFound(iid, base, comments), mayBeOnServer ? [browse] : []);
  return undefined;
}

/** Returns the comment that the page shows for a comment of a thread. System notes in threads of users aren't shown. */
export function noteOnPage(
  thread: Pick<Discussion, 'id' | 'notes'>,
  note: number | undefined,
): number | undefined {
  const first = thread.notes.find(({ system }) => !system);
  const found = thread.notes.find(({ id }) => id === note);
  return found === undefined || (found.system && hasUserComments(thread)) ? first?.id : found.id;
}
