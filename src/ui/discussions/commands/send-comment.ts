import { isApiError } from '../../../api/errors';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import { type CommentToPost, isEdit } from '../../../app/discussions/comment-to-post';
import type {
  ExposedComment,
  PostResult,
  UnresolvedThread,
} from '../../../app/discussions/discussion-actions';
import type { UnfinishedPlace } from '../../../app/discussions/unfinished-comments';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { ignoreFailure } from '../../../base/background';
import { t } from '../../../base/localize';
import type { InputQuestion } from '../../shared/editor/prompt-questions';
import type { Prompts } from '../../shared/editor/prompts';
import type { CommentCommandDeps } from './comment-deps';

export type SendCommentDeps = PostDeps & { readonly prompts: Pick<Prompts, 'confirm'> };

/**
 * Sends a comment from a box in a diff, from an input box, or from the page. Text that wasn't sent is kept and can be sent
 * again. `stored`: called when the text is stored in the outbox, so that its box can be emptied. Resolves to undefined if
 * the user canceled.
 */
export async function sendComment(
  deps: SendCommentDeps,
  key: MergeRequestKey,
  comment: CommentToPost,
  stored: () => Promise<void> | void = () => undefined,
): Promise<PostResult | undefined> {
  const appending = appendedReply(deps, key, comment);
  // Without a question, the text is stored before this function returns.
  const toSend = appending === undefined ? comment : await appending;
  if (toSend === undefined) return undefined;
  const posting = deps.discussionActions.post(key, toSend);
  const [outcome] = await Promise.all([posting, stored()]);
  showPostResult(deps, outcome, isEdit(comment) ? couldNotSave() : couldNotSend());
  return outcome;
}

/**
 * The server keeps one pending reply of a user per thread. For a second one, asks whether to append it to the first, and
 * resolves to what to send, or to undefined if the user cancels. Returns undefined for all other comments.
 */
function appendedReply(
  { discussions, prompts }: SendCommentDeps,
  key: MergeRequestKey,
  comment: CommentToPost,
): Promise<CommentToPost | undefined> | undefined {
  if (comment.kind !== 'pending' || comment.discussion === undefined) return undefined;
  const { body, discussion } = comment;
  const pending = discussions.peek(key)?.drafts?.find((each) => each.discussion_id === discussion);
  if (pending === undefined) return undefined;
  const asking = prompts.confirm({
    message: t('Append this text to your pending reply?'),
    detail: t('You already have a pending reply in this thread. The server keeps one per thread.'),
    action: t('Append'),
  });
  return asking.then((isConfirmed) =>
    isConfirmed ? { kind: 'pending-edit', body: `${pending.note}\n\n${body}`, note: pending.id } : undefined,
  );
}

/** Asks before a comment is sent with a suggestion that is the same as its lines. Returns true to send it. */
export async function confirmUnchangedSuggestion(
  deps: UnchangedSuggestionDeps,
  target: Extract<CommentTarget, { readonly kind: 'lines' | 'thread' }>,
  body: string,
): Promise<boolean> {
  const { mergeRequest } = target;
  const position =
    target.kind === 'lines'
      ? target.position
      : deps.discussions
          .peek(mergeRequest)
          ?.threads.find(({ id }) => id === target.discussion)
          ?.notes.find((note) => note.position)?.position;
  // If the lines can't be read, the suggestion may be changed.
  const edits = await deps.suggestions.of(mergeRequest, { body, position }).catch(() => []);
  if (!edits.some(({ state }) => state === 'unchanged')) return true;
  return deps.prompts.confirm({
    message: t("Send a suggestion that doesn't change anything?"),
    detail: t('The suggested lines are the same as the lines of the file.'),
    action: t('Send Anyway'),
  });
}

interface UnchangedSuggestionDeps {
  readonly suggestions: Pick<CommentCommandDeps['suggestions'], 'of'>;
  readonly discussions: Pick<CommentCommandDeps['discussions'], 'peek'>;
  readonly prompts: Pick<Prompts, 'confirm'>;
}

/** A question for the text of a comment. `place`: stores the text until it is sent. */
interface CommentQuestion extends Pick<InputQuestion, 'title' | 'prompt'> {
  readonly key: MergeRequestKey;
  readonly place: UnfinishedPlace;
  /** Another way to send or write the comment. `run`: called with the typed text. */
  readonly alternative?:
    | { readonly label: string; readonly icon: string; readonly run?: (text: string) => Promise<void> }
    | undefined;
  /** Returns what to send. */
  readonly comment: (body: string, by: 'enter' | 'alternative') => CommentToPost;
}

/** Asks for a comment and sends it. Text that wasn't sent is the default value of the next input. */
export async function askAndSend(
  deps: SendCommentDeps & Pick<CommentCommandDeps, 'unfinished' | 'prompts'>,
  { key, place, alternative, comment, ...question }: CommentQuestion,
): Promise<PostResult | undefined> {
  const { prompts, unfinished } = deps;
  let body = unfinished.get(place)?.text ?? '';
  let sentBy: 'enter' | 'alternative' = 'enter';
  const run = alternative?.run;
  const accepted = await prompts.input({
    ...question,
    step: [1, 1],
    placeholder: t('Markdown is supported'),
    value: body,
    ...(alternative && {
      alternative: {
        label: alternative.label,
        icon: alternative.icon,
        ...(run && { run: () => run(body) }),
      },
    }),
    onDidChange: (value) => {
      body = value;
      ignoreFailure(unfinished.put(place, value));
    },
    accept: (value, _signal, by) => {
      body = value.trim();
      sentBy = by;
      return Promise.resolve(body === '' ? t("The comment can't be empty.") : undefined);
    },
  });
  if (accepted !== true) return undefined;
  return sendComment(deps, key, comment(body, sentBy), () => unfinished.remove(place));
}

/** The message if the server didn't confirm a comment. */
export const couldNotSend = (): string => t("Couldn't send the comment.");

const couldNotSave = (): string => t("Couldn't save the comment.");

type PostDeps = Pick<CommentCommandDeps, 'discussions' | 'discussionActions' | 'report'> & {
  readonly prompts: Pick<Prompts, 'showMessage' | 'showStatus'>;
};

/** Shows the result of sending a text. Text that wasn't sent is kept and can be sent again. */
export function showPostResult(deps: PostDeps, outcome: PostResult, what = couldNotSend()): void {
  if (outcome.kind === 'arrived') deps.prompts.showStatus(t('The comment had already been sent.'));
  if (outcome.kind !== 'kept') {
    if (outcome.unresolved !== undefined) reportUnresolved(deps, outcome.unresolved);
    if (outcome.exposed !== undefined) showExposed(deps, outcome.exposed);
    return;
  }
  const kept = t('Your text has been kept.');
  const again = (): void => {
    void deps.discussionActions.sendAgain(outcome.id).then(
      (next) => {
        showPostResult(deps, next, what);
      },
      (error: unknown) => {
        deps.report(what, error, undefined, kept);
      },
    );
  };
  deps.report(isSecondReply(outcome.error) ? secondReply() : what, outcome.error, again, kept);
}

/** True if the server refused a second pending reply, which isn't known here yet. */
const isSecondReply = (error: unknown): boolean =>
  isApiError(error, 'bad-request') && /already been taken/i.test(error.serverMessage ?? '');

const secondReply = (): string =>
  t('You already have a pending reply in this thread. Edit it, or submit your review first.');

/** Reports that a reply was added, but its thread couldn't be resolved, and offers to try again. */
function reportUnresolved(
  deps: Pick<CommentCommandDeps, 'discussionActions' | 'report'>,
  { key, discussion, error }: UnresolvedThread,
): void {
  const what = t("Your reply was added, but the thread couldn't be resolved.");
  const again = (): void => {
    void deps.discussionActions.resolve(key, discussion, true).catch((next: unknown) => {
      reportUnresolved(deps, { key, discussion, error: next });
    });
  };
  deps.report(what, error, again);
}

/** Reports that everyone can read a comment that should be internal, and offers to delete it. */
function showExposed(deps: PostDeps, { key, note }: ExposedComment): void {
  const { discussions, discussionActions, prompts, report } = deps;
  const remove = async (): Promise<void> => {
    try {
      const { threads } = await discussions.refresh(key);
      const thread = threads.find(({ notes }) => notes.some(({ id }) => id === note));
      if (thread === undefined) {
        // The comment can also be in a part of a long list that wasn't read.
        const message = t("Couldn't find the comment. Open !{0} in the browser to check.", key.iid);
        prompts.showMessage('error', message, []);
        return;
      }
      await discussionActions.remove(key, thread.id, note);
      prompts.showStatus(t('Comment deleted.'));
    } catch (error) {
      report(t("Couldn't delete the comment."), error, () => void remove());
    }
  };
  const message = t(
    '{0} added your internal note to !{1} as a regular comment that everyone can read.',
    new URL(key.base).host,
    key.iid,
  );
  prompts.showMessage('error', message, [{ title: t('Delete Comment'), run: remove }]);
}
