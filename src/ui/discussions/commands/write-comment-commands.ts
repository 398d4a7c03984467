import { env } from 'vscode';
import type { CommentToPost } from '../../../app/discussions/comment-to-post';
import { unfinishedPlace, type WritingPlace } from '../../../app/discussions/unfinished-comments';
import { t } from '../../../base/localize';
import { excerpt } from '../../../presentation/discussions/comment-markdown';
import { turnsIntoThread } from '../../../presentation/discussions/comment-messages';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import { parts } from '../../../presentation/shared/row';
import type { CommandRow } from '../../shared/commands/command-row';
import {
  type CommentArgument,
  commentCommand,
  type CommentCommandDeps,
  commentedMergeRequestOf,
  commentTargetOf,
  refuseReadOnly,
} from './comment-deps';
import { OtherButton } from './other-button';
import { askAndSend, confirmUnchangedSuggestion, couldNotSend, sendComment } from './send-comment';
import type { SuggestChange } from './suggest-change-command';
import { pickThread, threadAtCursor } from './thread-commands';
import { writeOnPage } from './write-on-page';

/** Commands that write comments: on lines, on the merge request, and in threads. */
export function writeCommentCommands(deps: CommentCommandDeps, change: SuggestChange): readonly CommandRow[] {
  const other = new OtherButton();
  const postCommand = (id: RowCommandId, how: SentBy): CommandRow =>
    commentCommand(deps, {
      id,
      failure: couldNotSend,
      run: async (argument) => {
        if (!change.applied(argument)) await postTyped(deps, argument, { how, other });
      },
    });
  const general = (id: RowCommandId, kind: 'comment' | 'thread', title: () => string): CommandRow =>
    commentCommand(deps, {
      id,
      failure: couldNotSend,
      run: async (argument) => {
        const key = await commentedMergeRequestOf(deps, argument, title());
        if (key === undefined) return;
        refuseReadOnly(deps, key);
        const place = kind === 'thread' ? { thread: true } : {};
        const { internal } = deps.unfinished.get(unfinishedPlace(key, place)) ?? {};
        const prompt =
          // The text was started on the page, as an internal note.
          internal === true
            ? t('Add an internal note to !{0}', key.iid)
            : kind === 'thread'
              ? t('Start a thread on !{0} that must be resolved', key.iid)
              : t('Add a general comment to !{0}', key.iid);
        const comment = (body: string): CommentToPost => ({ kind, body, internal });
        await ask(deps, place, { key, title: title(), prompt, comment });
      },
    });
  return [
    postCommand(COMMAND.commentNow, { draft: false }),
    postCommand(COMMAND.startReview, { draft: true }),
    postCommand(COMMAND.addToReview, { draft: true }),
    postCommand(COMMAND.replyAndResolve, { draft: false, resolve: true }),
    commentCommand(deps, { id: COMMAND.pressOtherButton, failure: couldNotSend, run: () => other.press() }),
    general(COMMAND.addComment, 'comment', () => t('Add Comment')),
    general(COMMAND.startThread, 'thread', () => t('Start Thread')),
    commentCommand(deps, {
      id: COMMAND.replyToThread,
      failure: couldNotSend,
      run: (argument) => reply(deps, argument),
    }),
  ];
}

async function reply(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const title = t('Reply to Thread');
  const target = commentTargetOf(deps, argument);
  const placeholder = (iid: number): string => t('Select a thread in !{0} to reply to', iid);
  const thread =
    target?.kind === 'thread'
      ? target
      : (threadAtCursor(deps, argument) ?? (await pickThread(deps, argument, { title, placeholder })));
  if (thread === undefined) return;
  refuseReadOnly(deps, thread.mergeRequest);
  const known = deps.discussions
    .peek(thread.mergeRequest)
    ?.threads.find(({ id }) => id === thread.discussion);
  const original = known?.notes[0]?.body;
  const to = parts(
    original === undefined ? t('Enter your reply') : t('Reply to: {0}', excerpt(original)),
    known?.individual_note === true ? turnsIntoThread() : undefined,
  );
  const { mergeRequest: key, discussion } = thread;
  const comment = (body: string): CommentToPost => ({ kind: 'reply', body, discussion });
  await ask(deps, { discussion }, { key, title, prompt: to, comment });
}

/** Asks for a comment and sends it, or continues on the page. */
async function ask(
  deps: CommentCommandDeps,
  place: WritingPlace,
  question: Omit<Parameters<typeof askAndSend>[1], 'place'>,
): Promise<void> {
  const { key } = question;
  await askAndSend(deps, {
    ...question,
    place: unfinishedPlace(key, place),
    alternative: {
      label: t('Write on the Page'),
      icon: 'open-preview',
      run: (text) => writeOnPage(deps, key, place, text),
    },
  });
}

/** How the text of a comment box is sent. */
interface SentBy {
  readonly draft: boolean;
  readonly resolve?: boolean;
}

/** Sends the text of a comment box immediately or as a draft. */
async function postTyped(
  deps: CommentCommandDeps,
  argument: CommentArgument,
  { how: labeled, other }: { readonly how: SentBy; readonly other: OtherButton },
): Promise<void> {
  const typed = await deps.boxes.typed(argument?.pressed);
  if (typed === undefined) return;
  const { target, text, refusal } = typed;
  const how = other.take(text) ? { draft: !labeled.draft } : labeled;
  if (text.trim() === '') {
    deps.prompts.showMessage('info', t("The comment can't be empty."), []);
    return;
  }
  if (target?.kind !== 'lines' && target?.kind !== 'thread') {
    // The comment box is already empty.
    deps.prompts.showMessage(
      'error',
      refusal ?? t("Couldn't add the comment. The server doesn't support comments on these lines."),
      [{ title: t('Copy Text'), run: async () => env.clipboard.writeText(text) }],
    );
    return;
  }
  if (!(await confirmUnchangedSuggestion(deps, target, text))) {
    showNotSent(deps, text);
    return;
  }
  const comment: CommentToPost =
    target.kind === 'lines'
      ? { kind: how.draft ? 'pending' : 'thread', body: text, position: target.position }
      : how.draft
        ? { kind: 'pending', body: text, discussion: target.discussion }
        : { kind: 'reply', body: text, discussion: target.discussion, resolve: how.resolve };
  const outcome = await sendComment(deps, target.mergeRequest, comment, () => {
    typed.done();
  });
  if (outcome === undefined) showNotSent(deps, text);
  else if (!how.draft && outcome.kind === 'sent') await deps.offer.commented(target.mergeRequest);
}

/** The comment box is already empty. */
function showNotSent({ prompts }: CommentCommandDeps, text: string): void {
  prompts.showMessage('info', t("The comment wasn't sent."), [
    { title: t('Copy Text'), run: async () => env.clipboard.writeText(text) },
  ]);
}
