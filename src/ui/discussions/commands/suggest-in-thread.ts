import { unfinishedPlace } from '../../../app/discussions/unfinished-comments';
import { t } from '../../../base/localize';
import { suggestionTemplate } from '../../../domain/discussions/suggestions';
import type { CommentCommandDeps } from './comment-deps';
import { writeOnPage } from './write-on-page';

/**
 * Starts a reply with a suggestion for the lines of the thread at the cursor of a merge request that is open as text. The
 * reply is written on the page, after text that the user has already written there.
 */
export async function suggestInThread(deps: CommentCommandDeps): Promise<void> {
  const { discussions, prompts, reading, suggestions, unfinished } = deps;
  const target = reading.threadAtCursor();
  if (target?.kind !== 'thread') {
    prompts.showMessage('info', t('Move the cursor to a thread on code to suggest a change.'), []);
    return;
  }
  const { mergeRequest: key, discussion } = target;
  const notes = discussions.thread(key, discussion)?.notes ?? [];
  const lines = await suggestions.linesOf(key, notes.find(({ position }) => position)?.position);
  if (lines === undefined) {
    prompts.showMessage('info', t('You can only suggest changes to lines in the new version.'), []);
    return;
  }
  const place = unfinishedPlace(key, { discussion });
  const before = unfinished.get(place)?.text ?? '';
  // A fence must start on a new line.
  const text = `${before === '' || before.endsWith('\n') ? before : `${before}\n`}${suggestionTemplate(lines)}`;
  await unfinished.put(place, text);
  await writeOnPage(deps, key, { discussion }, text);
}
