import type { CommentTarget } from '../../../app/discussions/comment-targets';
import type { Discussion, MergeRequestComments } from '../../../app/discussions/discussions';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { mergeRequestTargetOf } from '../../../app/shared/merge-request-target';
import { t } from '../../../base/localize';
import type { ReviewFile } from '../../../domain/changes/review-file';
import { orderedThreads, threadPlaceOf, threadState, walkThreads } from '../../../domain/discussions/threads';
import { excerpt } from '../../../presentation/discussions/comment-markdown';
import { commentsMissing, threadPlaceLabel } from '../../../presentation/discussions/comment-messages';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import { parts } from '../../../presentation/shared/row';
import { ago } from '../../../presentation/shared/time-labels';
import { COMMAND_ARGUMENTS } from '../../../schemas/command-argument';
import { activeReview, activeSideLine } from '../../changes/editor/active-review';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import { execute } from '../../shared/editor/execute';
import {
  type CommentArgument,
  commentCommand,
  type CommentCommandDeps,
  commentedMergeRequestOf,
  commentTargetOf,
  refuseReadOnly,
} from './comment-deps';
import { findNote, noteOnPage } from './find-note';
import { openDraft, openThread } from './open-thread';

type ThreadTarget = Extract<CommentTarget, { kind: 'thread' }>;

/** Commands that open, navigate, and resolve threads. */
export function threadCommands(deps: CommentCommandDeps): readonly CommandRow[] {
  /** The last visited thread, by merge request. */
  const walked = new Map<string, string>();
  const walk = (id: RowCommandId, step: 1 | -1, title: string): CommandRow =>
    commentCommand(deps, {
      id,
      failure: () => t("Couldn't open the thread."),
      run: async (argument) => {
        if (argument === undefined && deps.reading.goToThread(step)) return;
        const key = await commentedMergeRequestOf(deps, argument, title);
        const comments = key && (await loadComments(deps, key));
        if (key === undefined || comments === undefined) return;
        const { files } = await deps.changes.whole(key);
        const open = walkThreads(
          comments.threads,
          files.map(({ path }) => path),
        );
        const next = nextOf(open, walked.get(mergeRequestId(key)), step, files);
        if (next === undefined) {
          deps.prompts.showMessage('info', noThreads(key, comments, 'open'), []);
          return;
        }
        walked.set(mergeRequestId(key), next.id);
        await openThread(deps, key, next);
      },
    });
  const resolve = (id: RowCommandId, resolved: boolean): CommandRow => {
    const state = resolved ? 'open' : 'resolved';
    return commentCommand(deps, {
      id,
      failure: () => (resolved ? t("Couldn't resolve the thread.") : t("Couldn't unresolve the thread.")),
      run: async (argument, failing, selected) => {
        const rows = selected.length > 1 ? selected : [argument];
        const targets = rows.flatMap((row) => threadOf(deps, row) ?? threadAtCursor(deps, row, state) ?? []);
        if (targets.length === 0) {
          const texts = resolved ? RESOLVE() : UNRESOLVE();
          const chosen = await pickThread(deps, argument, texts, state);
          if (chosen !== undefined) targets.push(chosen);
        }
        if (targets.length > 1)
          failing(resolved ? t("Couldn't resolve the threads.") : t("Couldn't unresolve the threads."));
        for (const { mergeRequest } of targets) refuseReadOnly(deps, mergeRequest);
        for (const { mergeRequest, discussion } of targets) {
          await deps.discussionActions.resolve(mergeRequest, discussion, resolved);
        }
      },
    });
  };
  return [
    defineCommand({
      id: COMMAND.openThread,
      args: COMMAND_ARGUMENTS.openThread,
      failure: () => t("Couldn't open the thread."),
      run: async (argument) => {
        const pending = commentTargetOf(deps, argument);
        if (pending?.kind === 'draft') return openPending(deps, pending);
        const note = argument?.note;
        const target =
          note !== undefined
            ? await threadOfNote(deps, argument, note)
            : (threadOf(deps, argument) ?? (await pickThread(deps, argument, OPEN())));
        if (target === undefined) return;
        const { threads } = await deps.discussions.get(target.mergeRequest);
        const thread = threads.find(({ id }) => id === target.discussion);
        if (thread === undefined) deps.prompts.showMessage('info', t('The thread no longer exists.'), []);
        else {
          walked.set(mergeRequestId(target.mergeRequest), thread.id);
          await openThread(deps, target.mergeRequest, thread, noteOnPage(thread, note));
        }
      },
    }),
    walk(COMMAND.nextThread, 1, t('Go to Next Unresolved Thread')),
    walk(COMMAND.previousThread, -1, t('Go to Previous Unresolved Thread')),
    resolve(COMMAND.resolveThread, true),
    resolve(COMMAND.unresolveThread, false),
  ];
}

async function openPending(
  deps: CommentCommandDeps,
  { mergeRequest, draft: id }: Extract<CommentTarget, { kind: 'draft' }>,
): Promise<void> {
  const { drafts } = await deps.discussions.get(mergeRequest);
  const draft = drafts?.find((each) => each.id === id);
  if (draft === undefined) deps.prompts.showMessage('info', t('The pending comment no longer exists.'), []);
  else await openDraft(deps, mergeRequest, draft);
}

function threadOf(deps: CommentCommandDeps, argument: CommentArgument): ThreadTarget | undefined {
  const target = commentTargetOf(deps, argument);
  if (target?.kind === 'thread') return target;
  if (target?.kind !== 'note') return undefined;
  return { kind: 'thread', mergeRequest: target.mergeRequest, discussion: target.discussion };
}

/**
 * Returns the thread on the line of the cursor if a command was run with the keyboard; undefined if there are
 * several. `state`: only threads in this state.
 */
export function threadAtCursor(
  { boxes, discussions, reading }: CommentCommandDeps,
  argument: CommentArgument,
  state?: 'open' | 'resolved',
): ThreadTarget | undefined {
  if (argument !== undefined) return undefined;
  const read = reading.threadAtCursor();
  const found = (read === undefined ? boxes.atCursor() : [read]).filter((target): target is ThreadTarget => {
    if (target.kind !== 'thread') return false;
    const thread = discussions.peek(target.mergeRequest)?.threads.find(({ id }) => id === target.discussion);
    return thread !== undefined && (state === undefined || threadState(thread) === state);
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Finds the thread with the comment of a URL. If there is none, opens the page of the merge request. */
async function threadOfNote(
  deps: CommentCommandDeps,
  argument: CommentArgument,
  note: number,
): Promise<ThreadTarget | undefined> {
  const mergeRequest = mergeRequestTargetOf(argument);
  if (mergeRequest === undefined) return undefined;
  const found = await findNote(deps, mergeRequest, note);
  if (found !== undefined) return { kind: 'thread', mergeRequest, discussion: found.id };
  await execute(COMMAND.openMergeRequest, { target: { kind: 'merge-request', mergeRequest } });
  return undefined;
}

/** Returns the threads and drafts. If comments aren't available, shows a message and returns undefined. */
async function loadComments(
  deps: CommentCommandDeps,
  key: MergeRequestKey,
): Promise<MergeRequestComments | undefined> {
  const comments = await deps.discussions.get(key);
  if (comments.missing === undefined) return comments;
  deps.prompts.showMessage('info', commentsMissing(comments.missing, key.base), []);
  return undefined;
}

/** Returns the thread after the last visited one, or after the cursor. Wraps around. */
function nextOf(
  open: readonly Discussion[],
  last: string | undefined,
  step: 1 | -1,
  files: readonly ReviewFile[],
): Discussion | undefined {
  const at = open.findIndex(({ id }) => id === last);
  if (at !== -1) return open.at((at + step) % open.length);
  const path = activeReview()?.address.path;
  const file = files.findIndex((each) => each.path === path);
  if (file === -1) return open.at(step === 1 ? 0 : -1);
  const line = activeSideLine() ?? 0;
  const isBehind = (thread: Discussion): boolean => {
    const place = threadPlaceOf(thread);
    const there = files.findIndex((each) => each.path === place?.path);
    return there === -1 || there > file || (there === file && (place?.span?.end ?? 0) > line);
  };
  const behind = open.findIndex(isBehind);
  if (step === 1) return open.at(Math.max(behind, 0));
  return open.at((behind === -1 ? open.length : behind) - 1);
}

/** Texts of a picker for threads. `placeholder`: called with the number of the merge request. */
interface ThreadPickerTexts {
  readonly title: string;
  readonly placeholder: (iid: number) => string;
}
const OPEN = (): ThreadPickerTexts => ({
  title: t('Open Thread'),
  placeholder: (iid) => t('Select a thread in !{0} to open', iid),
});
const RESOLVE = (): ThreadPickerTexts => ({
  title: t('Resolve Thread'),
  placeholder: (iid) => t('Select a thread in !{0} to resolve', iid),
});
const UNRESOLVE = (): ThreadPickerTexts => ({
  title: t('Unresolve Thread'),
  placeholder: (iid) => t('Select a thread in !{0} to unresolve', iid),
});

/** Asks for a thread of a merge request. */
export async function pickThread(
  deps: CommentCommandDeps,
  argument: CommentArgument,
  { title, placeholder }: ThreadPickerTexts,
  state?: 'open' | 'resolved',
): Promise<ThreadTarget | undefined> {
  const key = await commentedMergeRequestOf(deps, argument, title);
  const comments = key && (await loadComments(deps, key));
  if (key === undefined || comments === undefined) return undefined;
  const threads = orderedThreads(comments.threads).filter(
    (thread) => state === undefined || threadState(thread) === state,
  );
  if (threads.length === 0) {
    deps.prompts.showMessage('info', noThreads(key, comments, state ?? 'any'), []);
    return undefined;
  }
  const discussion = await deps.prompts.pick({
    title,
    placeholder: placeholder(key.iid),
    items: threads.map((thread) => {
      const [first] = thread.notes.filter(({ system }) => !system);
      const place = threadPlaceOf(thread);
      return {
        label: excerpt(first?.body ?? '') || t('(empty)'),
        description: parts(first?.author?.name, ago(first?.created_at, deps.now())),
        ...(place === undefined ? {} : { detail: threadPlaceLabel(place) }),
        icon: ICONS[threadState(thread)],
        value: thread.id,
      };
    }),
  });
  return discussion === undefined ? undefined : { kind: 'thread', mergeRequest: key, discussion };
}

/** Why there are no threads to select. */
const noThreads = (
  { iid }: MergeRequestKey,
  { cut }: Pick<MergeRequestComments, 'cut'>,
  state: keyof typeof NONE,
): string =>
  cut
    ? t("None of the loaded threads of !{0} match. The server has more threads, which aren't loaded.", iid)
    : NONE[state](iid);

const NONE: Readonly<Record<'open' | 'resolved' | 'any', (iid: number) => string>> = {
  open: (iid) => t('!{0} has no unresolved threads.', iid),
  resolved: (iid) => t('!{0} has no resolved threads.', iid),
  any: (iid) => t('!{0} has no comments yet.', iid),
};
const ICONS = { open: 'comment-unresolved', resolved: 'pass', plain: 'comment' } as const;
