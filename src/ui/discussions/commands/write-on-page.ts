import { unfinishedPlace, type WritingPlace } from '../../../app/discussions/unfinished-comments';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { execute } from '../../shared/editor/execute';
import type { CommentCommandDeps } from './comment-deps';

/**
 * Opens the page with the typed text in its text box, which has several lines and a preview. Text that is already
 * there is kept.
 */
export async function writeOnPage(
  { unfinished, discussions }: Pick<CommentCommandDeps, 'unfinished' | 'discussions'>,
  key: MergeRequestKey,
  destination: WritingPlace,
  text: string,
): Promise<void> {
  const { discussion } = destination;
  const threads = discussions.peek(key)?.threads ?? [];
  const first = threads.find(({ id }) => id === discussion)?.notes.find(({ system }) => !system);
  if (destination.thread === true && text.trim() !== '') {
    const place = unfinishedPlace(key, {});
    const before = unfinished.get(place)?.text.trim() ?? '';
    await unfinished.put(place, before === '' ? text : `${before}\n\n${text}`);
    await unfinished.remove(unfinishedPlace(key, destination));
  }
  const target = { kind: 'merge-request', mergeRequest: key } as const;
  // Without text, the text box of a reply isn't open.
  const write = discussion === undefined || text.trim() !== '';
  await execute(COMMAND.openMergeRequest, { target, note: first?.id, write });
}
