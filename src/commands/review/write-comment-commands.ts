import { env } from 'vscode';
import type { Said } from '../../app/review/comment-outbox';
import { unfinishedPlace } from '../../app/review/unfinished-comments';
import type { MergeRequestKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import { unheeded } from '../../base/log-failure';
import { excerpt } from '../../presentation/review/comment-markdown';
import { commentsMissing } from '../../presentation/review/comment-messages';
import { COMMAND, type RowCommandId } from '../../presentation/shared/command-ids';
import type { CommandRow } from '../shared/command-row';
import {
  type CommentArgument,
  commentCommand,
  type CommentCommandDeps,
  commentTargetOf,
  couldNotSend,
  showPostResult,
  talkOf,
} from './comment-deps';
import type { SuggestChange } from './suggest-change-command';
import { pickThread } from './thread-commands';

/** Commands that write comments: at lines, on the merge request as a whole, and in threads. */
export function writeCommentCommands(deps: CommentCommandDeps, change: SuggestChange): readonly CommandRow[] {
  const say = (id: RowCommandId, draft: boolean): CommandRow =>
    commentCommand(deps, {
      id,
      failure: couldNotSend,
      run: async (argument) => {
        if (!change.applied(argument)) await sayTyped(deps, argument, draft);
      },
    });
  const general = (id: RowCommandId, title: () => string, thread: boolean): CommandRow =>
    commentCommand(deps, {
      id,
      failure: couldNotSend,
      run: async (argument) => {
        const key = await talkOf(deps, argument, title());
        if (key === undefined) return;
        const prompt = thread
          ? t('Start a thread on !{0} that must be resolved', key.iid)
          : t('Add a general comment to !{0}', key.iid);
        await askAndSay(deps, { key, title: title(), prompt, said: thread ? { thread } : {} });
      },
    });
  return [
    say(COMMAND.commentNow, false),
    say(COMMAND.startReview, true),
    say(COMMAND.addToReview, true),
    general(COMMAND.addComment, () => t('Add Comment'), false),
    general(COMMAND.startThread, () => t('Start Thread'), true),
    commentCommand(deps, {
      id: COMMAND.replyToThread,
      failure: couldNotSend,
      run: (argument) => reply(deps, argument),
    }),
    commentCommand(deps, {
      id: COMMAND.publishReview,
      failure: () => t("Couldn't submit the review."),
      run: (argument) => publish(deps, argument),
    }),
  ];
}

async function publish(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const key = await talkOf(deps, argument, t('Submit Review'));
  if (key === undefined) return;
  const { drafts = [], missing } = await deps.discussions.get(key);
  if (missing !== undefined) {
    deps.prompts.showMessage('info', commentsMissing(missing, key.base), []);
    return;
  }
  if (drafts.length === 0) {
    deps.prompts.showMessage('info', t('You have no pending comments on !{0}.', key.iid), []);
    return;
  }
  deps.offer.submitted(key, await deps.talk.publish(key));
}

async function reply(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const title = t('Reply to Thread');
  const target = commentTargetOf(deps, argument);
  const placeholder = (iid: number): string => t('Select a thread in !{0} to reply to', iid);
  const thread =
    target?.kind === 'thread' ? target : await pickThread(deps, argument, { title, placeholder });
  if (thread === undefined) return;
  const said = deps.discussions.peek(thread.mergeRequest)?.threads.find(({ id }) => id === thread.discussion)
    ?.notes[0]?.body;
  const to = said === undefined ? t('Enter your reply') : t('Reply to: {0}', excerpt(said));
  const { mergeRequest: key, discussion } = thread;
  await askAndSay(deps, { key, title, prompt: to, said: { discussion } });
}

interface Asking {
  readonly key: MergeRequestKey;
  readonly title: string;
  readonly prompt: string;
  readonly said: Pick<Said, 'thread' | 'discussion'>;
}

/** Asks for a comment of one line and says it. What was typed and not sent is there again the next time. */
async function askAndSay(deps: CommentCommandDeps, { key, title, prompt, said }: Asking): Promise<void> {
  const { prompts, unfinished, talk } = deps;
  const place = unfinishedPlace(key, said);
  let body = '';
  const answered = await prompts.input({
    title,
    step: [1, 1],
    prompt,
    placeholder: t('Markdown is supported'),
    value: unfinished.get(place)?.text ?? '',
    onDidChange: (value) => {
      unheeded(unfinished.put(place, value));
    },
    accept: (value) => {
      body = value.trim();
      return Promise.resolve(body === '' ? t("The comment can't be empty.") : undefined);
    },
  });
  if (answered !== true) return;
  // It is in the outbox before it is sent.
  const saying = talk.say(key, { ...said, body, draft: false });
  await unfinished.remove(place);
  showPostResult(deps, couldNotSend(), await saying);
}

/** Says what was typed in a comment box: at once, or as a draft. */
async function sayTyped(deps: CommentCommandDeps, argument: CommentArgument, draft: boolean): Promise<void> {
  const typed = await deps.boxes.typed(argument?.pressed);
  if (typed === undefined) return;
  const { target, text } = typed;
  if (text.trim() === '') {
    deps.prompts.showMessage('info', t("The comment can't be empty."), []);
    return;
  }
  if (target?.kind !== 'lines' && target?.kind !== 'thread') {
    // The box is empty by now.
    deps.prompts.showMessage(
      'error',
      t("Couldn't add the comment. The server doesn't support comments on these lines."),
      [{ title: t('Copy Text'), run: async () => env.clipboard.writeText(text) }],
    );
    return;
  }
  const said =
    target.kind === 'lines'
      ? { body: text, draft, position: target.position }
      : { body: text, draft, discussion: target.discussion };
  const saying = deps.talk.say(target.mergeRequest, said);
  typed.done();
  const outcome = await saying;
  showPostResult(deps, couldNotSend(), outcome);
  if (!draft && outcome.kind === 'sent') await deps.offer.commented(target.mergeRequest);
}
