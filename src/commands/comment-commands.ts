import { env } from 'vscode';
import type { Said } from '../app/comment-outbox';
import type { CommentTarget } from '../app/comment-targets';
import { t } from '../base/localize';
import { firstWords } from '../presentation/comment-markdown';
import { COMMAND } from '../presentation/command-ids';
import { commentsMissing } from '../presentation/comment-words';
import { commentTargetOf, talkOf, tellSaid, type CommentCommandPorts } from './comment-ports';
import type { CommandRow } from './command-row';
import { suggestionCommands } from './suggestion-commands';
import { pickThread, threadCommands } from './thread-commands';

const notSent = (): string => t('The server has not confirmed the comment. It is kept.');

/** What is said about merge requests: from the diff, from rows and from the palette. */
export function commentCommands(ports: CommentCommandPorts): readonly CommandRow[] {
  const { talk, boxes, prompts } = ports;
  const say = (id: CommandRow['id'], draft: boolean): CommandRow => ({
    id,
    failure: notSent,
    run: (argument) => sayTyped(ports, argument, draft),
  });
  return [
    say(COMMAND.commentNow, false),
    say(COMMAND.startReview, true),
    say(COMMAND.addToReview, true),
    {
      id: COMMAND.publishReview,
      failure: () => t('The review was not published.'),
      run: async (argument) => {
        const key = await talkOf(ports, argument, t('Publish Review'));
        if (key === undefined) return;
        const { drafts = [], missing } = await ports.discussions.get(key);
        if (missing !== undefined) {
          prompts.tell('info', commentsMissing(missing, key.base), []);
          return;
        }
        if (drafts.length === 0) {
          prompts.tell('info', t('You have no draft comments on !{0}.', key.iid), []);
          return;
        }
        const count = await talk.publish(key);
        prompts.mention(
          count === 1 ? t('1 comment was published.') : t('{0} comments were published.', count),
        );
      },
    },
    {
      id: COMMAND.editComment,
      failure: () => t('The comment was not opened for changes.'),
      run: (argument) => {
        boxes.edit(argument);
      },
    },
    {
      id: COMMAND.cancelComment,
      failure: () => t('The comment was not closed.'),
      run: (argument) => {
        boxes.cancelEdit(argument);
      },
    },
    {
      id: COMMAND.saveComment,
      failure: () => t('The comment was not changed.'),
      run: async (argument) => {
        const edited = boxes.edited(argument);
        const target = edited?.target;
        if (edited === undefined || (target?.kind !== 'note' && target?.kind !== 'draft')) return;
        const text = edited.text.trim();
        if (text === '') {
          prompts.tell('info', t('A comment without words cannot be saved. Delete it instead.'), []);
          return;
        }
        boxes.cancelEdit(argument);
        const said =
          target.kind === 'note'
            ? { body: text, draft: false, discussion: target.discussion, note: target.note }
            : changeOfDraft(ports, target, text);
        tellSaid(
          ports,
          t('The server has not confirmed the change. What you wrote is kept.'),
          await talk.say(target.mergeRequest, said),
        );
      },
    },
    {
      id: COMMAND.deleteComment,
      failure: () => t('The comment was not deleted.'),
      run: async (argument) => {
        const target = commentTargetOf(ports, argument);
        if (target?.kind !== 'note') return;
        const { mergeRequest, discussion, note } = target;
        const known = ports.discussions.peek(mergeRequest)?.threads.find(({ id }) => id === discussion);
        const words = firstWords(known?.notes.find(({ id }) => id === note)?.body ?? '', 200);
        const sure = await prompts.confirm({
          message: t('Delete this comment?'),
          detail: t('"{0}" will be gone for everybody. It cannot be brought back.', words),
          action: t('Delete Comment'),
          safe: t('Keep It'),
        });
        if (sure) await talk.remove(mergeRequest, discussion, note);
      },
    },
    {
      id: COMMAND.discardComment,
      failure: () => t('The comment was not discarded.'),
      run: async (argument) => {
        const target = commentTargetOf(ports, argument);
        if (target !== undefined) await discard(ports, target);
      },
    },
    {
      id: COMMAND.sendCommentAgain,
      failure: notSent,
      run: async (argument) => {
        const target = commentTargetOf(ports, argument);
        if (target?.kind === 'unsent') tellSaid(ports, notSent(), await talk.sendAgain(target.id));
      },
    },
    {
      id: COMMAND.addComment,
      failure: notSent,
      run: async (argument) => {
        const title = t('Add Comment');
        const key = await talkOf(ports, argument, title);
        if (key === undefined) return;
        const body = await asked(ports, title, t('On !{0} as a whole', key.iid));
        if (body !== undefined) tellSaid(ports, notSent(), await talk.say(key, { body, draft: false }));
      },
    },
    {
      id: COMMAND.replyToThread,
      failure: notSent,
      run: async (argument) => {
        const title = t('Reply');
        const target = commentTargetOf(ports, argument);
        const thread = target?.kind === 'thread' ? target : await pickThread(ports, argument, title);
        if (thread === undefined) return;
        const said = ports.discussions
          .peek(thread.mergeRequest)
          ?.threads.find(({ id }) => id === thread.discussion)?.notes[0]?.body;
        const to = said === undefined ? t('Your reply') : t('To: {0}', firstWords(said));
        const body = await asked(ports, title, to);
        if (body === undefined) return;
        const outcome = await talk.say(thread.mergeRequest, {
          body,
          draft: false,
          discussion: thread.discussion,
        });
        tellSaid(ports, notSent(), outcome);
      },
    },
    ...threadCommands(ports),
    ...suggestionCommands(ports),
  ];
}

/** Asks for a comment of one line; undefined where the question was given up. */
async function asked(
  { prompts }: CommentCommandPorts,
  title: string,
  prompt: string,
): Promise<string | undefined> {
  let body = '';
  const answered = await prompts.input({
    title,
    step: [1, 1],
    prompt,
    placeholder: t('Markdown is understood'),
    accept: (value) => {
      body = value.trim();
      return Promise.resolve(body === '' ? t('Nothing is written yet.') : undefined);
    },
  });
  return answered === true ? body : undefined;
}

/** Says what was typed in a comment box: at once, or as a draft. */
async function sayTyped(ports: CommentCommandPorts, argument: unknown, draft: boolean): Promise<void> {
  const typed = await ports.boxes.typed(argument);
  if (typed === undefined) return;
  const { target, text } = typed;
  if (text.trim() === '') {
    ports.prompts.tell('info', t('Nothing is written yet.'), []);
    return;
  }
  if (target?.kind !== 'lines' && target?.kind !== 'thread') {
    // The box is empty by now.
    ports.prompts.tell('error', t('The server has no place for a comment on these lines.'), [
      { title: t('Copy What I Wrote'), run: async () => env.clipboard.writeText(text) },
    ]);
    return;
  }
  const said =
    target.kind === 'lines'
      ? { body: text, draft, position: target.position }
      : { body: text, draft, discussion: target.discussion };
  const saying = ports.talk.say(target.mergeRequest, said);
  typed.done();
  tellSaid(ports, notSent(), await saying);
}

/** A draft's new text, with the place of the draft: what is not taken is shown there. */
function changeOfDraft(
  { discussions }: CommentCommandPorts,
  { mergeRequest, draft: note }: Extract<CommentTarget, { kind: 'draft' }>,
  body: string,
): Said {
  const draft = discussions.peek(mergeRequest)?.drafts?.find(({ id }) => id === note);
  return { body, draft: true, note, discussion: draft?.discussion_id ?? undefined };
}

async function discard(
  { talk, outbox, discussions, prompts }: CommentCommandPorts,
  target: CommentTarget,
): Promise<void> {
  if (target.kind !== 'unsent' && target.kind !== 'draft') return;
  const text =
    target.kind === 'unsent'
      ? outbox.find(target.id)?.body
      : discussions.peek(target.mergeRequest)?.drafts?.find(({ id }) => id === target.draft)?.note;
  if (text === undefined) return;
  const sure = await prompts.confirm({
    message: target.kind === 'draft' ? t('Discard this draft?') : t('Discard what you wrote?'),
    detail: t('"{0}" will be lost. Nobody else has seen it.', firstWords(text, 200)),
    action: t('Discard'),
    safe: t('Keep It'),
  });
  if (!sure) return;
  if (target.kind === 'draft') await talk.removeDraft(target.mergeRequest, target.draft);
  else await talk.discard(target.id);
}
