import { env } from 'vscode';
import type { CommentToPost } from '../../../app/discussions/comment-to-post';
import { unfinishedPlace, type WritingPlace } from '../../../app/discussions/unfinished-comments';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { ignoreFailure } from '../../../base/background';
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
  couldNotSend,
  refuseReadOnly,
  showPostResult,
} from './comment-deps';
import { OtherButton } from './other-button';
import { appendedReply } from './pending-reply';
import type { SuggestChange } from './suggest-change-command';
import { pickThread, threadAtCursor } from './thread-commands';
import { confirmUnchangedSuggestion } from './unchanged-suggestion';
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
  const general = (id: RowCommandId, title: () => string, thread: boolean): CommandRow =>
    commentCommand(deps, {
      id,
      failure: couldNotSend,
      run: async (argument) => {
        const key = await commentedMergeRequestOf(deps, argument, title());
        if (key === undefined) return;
        refuseReadOnly(deps, key);
        const prompt = thread
          ? t('Start a thread on !{0} that must be resolved', key.iid)
          : t('Add a general comment to !{0}', key.iid);
        await askAndPost(deps, { key, title: title(), prompt, destination: thread ? { thread } : {} });
      },
    });
  return [
    postCommand(COMMAND.commentNow, { draft: false }),
    postCommand(COMMAND.startReview, { draft: true }),
    postCommand(COMMAND.addToReview, { draft: true }),
    postCommand(COMMAND.replyAndResolve, { draft: false, resolve: true }),
    commentCommand(deps, { id: COMMAND.pressOtherButton, failure: couldNotSend, run: () => other.press() }),
    general(COMMAND.addComment, () => t('Add Comment'), false),
    general(COMMAND.startThread, () => t('Start Thread'), true),
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
  await askAndPost(deps, { key, title, prompt: to, destination: { discussion } });
}

interface CommentInput {
  readonly key: MergeRequestKey;
  readonly title: string;
  readonly prompt: string;
  readonly destination: Pick<WritingPlace, 'thread' | 'discussion'>;
}

/** Asks for a comment and sends it. Text that wasn't sent is the default value of the next input. */
async function askAndPost(
  deps: CommentCommandDeps,
  { key, title, prompt, destination }: CommentInput,
): Promise<void> {
  const { prompts, unfinished, discussionActions } = deps;
  const place = unfinishedPlace(key, destination);
  const { text: typed = '', internal = false } = unfinished.get(place) ?? {};
  let body = typed;
  const accepted = await prompts.input({
    title,
    step: [1, 1],
    // The text was started on the page, as an internal note.
    prompt: internal ? t('Add an internal note to !{0}', key.iid) : prompt,
    placeholder: t('Markdown is supported'),
    value: body,
    alternative: {
      label: t('Write on the Page'),
      icon: 'open-preview',
      run: () => writeOnPage(deps, key, destination, body),
    },
    onDidChange: (value) => {
      body = value;
      ignoreFailure(unfinished.put(place, value));
    },
    accept: (value) => {
      body = value.trim();
      return Promise.resolve(body === '' ? t("The comment can't be empty.") : undefined);
    },
  });
  if (accepted !== true) return;
  // The text is stored in the outbox before it is sent.
  const { thread, discussion } = destination;
  const posting = discussionActions.post(
    key,
    discussion === undefined
      ? { kind: thread === true ? 'thread' : 'comment', body, ...(internal ? { internal } : {}) }
      : { kind: 'reply', body, discussion },
  );
  await unfinished.remove(place);
  showPostResult(deps, couldNotSend(), await posting);
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
  const wanted: CommentToPost =
    target.kind === 'lines'
      ? { kind: how.draft ? 'pending' : 'thread', body: text, position: target.position }
      : how.draft
        ? { kind: 'pending', body: text, discussion: target.discussion }
        : { kind: 'reply', body: text, discussion: target.discussion, resolve: how.resolve };
  const appending = appendedReply(deps, target.mergeRequest, wanted);
  const comment = appending === undefined ? wanted : await appending;
  if (comment === undefined) {
    showNotSent(deps, text);
    return;
  }
  const posting = deps.discussionActions.post(target.mergeRequest, comment);
  typed.done();
  const outcome = await posting;
  showPostResult(deps, couldNotSend(), outcome);
  if (!how.draft && outcome.kind === 'sent') await deps.offer.commented(target.mergeRequest);
}

/** The comment box is already empty. */
function showNotSent({ prompts }: CommentCommandDeps, text: string): void {
  prompts.showMessage('info', t("The comment wasn't sent."), [
    { title: t('Copy Text'), run: async () => env.clipboard.writeText(text) },
  ]);
}
