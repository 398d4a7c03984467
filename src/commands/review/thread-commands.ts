import { commands, Range, Uri } from 'vscode';
import type { CommentTarget } from '../../app/review/comment-targets';
import type { Discussion, Talk } from '../../app/review/discussions';
import { mergeRequestId, type MergeRequestKey } from '../../app/shared/keys';
import { mergeRequestTargetOf } from '../../app/shared/merge-request-target';
import { t } from '../../base/localize';
import { type Frame, lineAt, type LineSpan } from '../../domain/review/positions';
import type { ReviewFile } from '../../domain/review/review-file';
import { orderedThreads, threadPlaceOf, threadState, walkThreads } from '../../domain/review/threads';
import { activeReview, activeSideLine } from '../../editor/review/active-review';
import { execute } from '../../editor/shared/execute';
import { excerpt } from '../../presentation/review/comment-markdown';
import { commentsMissing, linePlaceLabel } from '../../presentation/review/comment-messages';
import { sideAddress } from '../../presentation/review/side-address';
import { diffTitle, sidesOf } from '../../presentation/review/sides';
import { COMMAND, type RowCommandId } from '../../presentation/shared/command-ids';
import { parts } from '../../presentation/shared/row';
import { ago } from '../../presentation/shared/time-labels';
import { COMMAND_ARGUMENTS } from '../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../shared/command-row';
import {
  type CommentArgument,
  commentCommand,
  type CommentCommandDeps,
  commentTargetOf,
  talkOf,
} from './comment-deps';

type ThreadTarget = Extract<CommentTarget, { kind: 'thread' }>;

/** Threads as a whole: opened, walked through, resolved. */
export function threadCommands(deps: CommentCommandDeps): readonly CommandRow[] {
  /** The thread that was walked to last, by merge request. */
  const walked = new Map<string, string>();
  const walk = (id: RowCommandId, step: 1 | -1, title: string): CommandRow =>
    commentCommand(deps, {
      id,
      failure: () => t("Couldn't open the thread."),
      run: async (argument) => {
        const key = await talkOf(deps, argument, title);
        const talk = key && (await talkHere(deps, key));
        if (key === undefined || talk === undefined) return;
        const { files } = await deps.changes.whole(key);
        const open = walkThreads(
          talk.threads,
          files.map(({ path }) => path),
        );
        const next = nextOf(open, walked.get(mergeRequestId(key)), step, files);
        if (next === undefined) {
          deps.prompts.showMessage('info', t('!{0} has no unresolved threads.', key.iid), []);
          return;
        }
        walked.set(mergeRequestId(key), next.id);
        await openThread(deps, key, next);
      },
    });
  const resolve = (id: RowCommandId, resolved: boolean): CommandRow =>
    commentCommand(deps, {
      id,
      failure: () => (resolved ? t("Couldn't resolve the thread.") : t("Couldn't unresolve the thread.")),
      run: async (argument, failing, selected) => {
        const rows = selected.length > 1 ? selected : [argument];
        const targets = rows.flatMap((row) => threadOf(deps, row) ?? []);
        if (targets.length === 0) {
          const chosen = resolved
            ? await pickThread(deps, argument, RESOLVE(), 'open')
            : await pickThread(deps, argument, UNRESOLVE(), 'resolved');
          if (chosen !== undefined) targets.push(chosen);
        }
        if (targets.length > 1)
          failing(resolved ? t("Couldn't resolve the threads.") : t("Couldn't unresolve the threads."));
        for (const { mergeRequest, discussion } of targets) {
          await deps.talk.resolve(mergeRequest, discussion, resolved);
        }
      },
    });
  return [
    defineCommand({
      id: COMMAND.openThread,
      args: COMMAND_ARGUMENTS.openThread,
      failure: () => t("Couldn't open the thread."),
      run: async (argument) => {
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
          await openThread(deps, target.mergeRequest, thread);
        }
      },
    }),
    walk(COMMAND.nextThread, 1, t('Next Unresolved Thread')),
    walk(COMMAND.previousThread, -1, t('Previous Unresolved Thread')),
    resolve(COMMAND.resolveThread, true),
    resolve(COMMAND.reopenThread, false),
  ];
}

function threadOf(deps: CommentCommandDeps, argument: CommentArgument): ThreadTarget | undefined {
  const target = commentTargetOf(deps, argument);
  if (target?.kind === 'thread') return target;
  if (target?.kind !== 'note') return undefined;
  return { kind: 'thread', mergeRequest: target.mergeRequest, discussion: target.discussion };
}

/** The thread with the comment that an address names; where there is none, the page of the merge request is opened. */
async function threadOfNote(
  deps: CommentCommandDeps,
  argument: CommentArgument,
  note: number,
): Promise<ThreadTarget | undefined> {
  const mergeRequest = mergeRequestTargetOf(argument);
  if (mergeRequest === undefined) return undefined;
  const find = ({ threads }: Talk) => threads.find(({ notes }) => notes.some(({ id }) => id === note));
  // It may be newer than what is known.
  const found =
    find(await deps.discussions.get(mergeRequest)) ?? find(await deps.discussions.refresh(mergeRequest));
  if (found !== undefined) return { kind: 'thread', mergeRequest, discussion: found.id };
  deps.prompts.showMessage('info', t("Couldn't find the comment in !{0}.", mergeRequest.iid), []);
  await execute(COMMAND.openMergeRequest, {
    target: { kind: 'merge-request', mergeRequest },
  });
  return undefined;
}

/** What is said; undefined where comments are not there, which is told. */
async function talkHere(deps: CommentCommandDeps, key: MergeRequestKey): Promise<Talk | undefined> {
  const talk = await deps.discussions.get(key);
  if (talk.missing === undefined) return talk;
  deps.prompts.showMessage('info', commentsMissing(talk.missing, key.base), []);
  return undefined;
}

/** The thread that follows the last one, or the place where the cursor is. It goes round. */
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

/** What a picker of threads says; `placeholder` is given the number of the merge request. */
interface ThreadAsked {
  readonly title: string;
  readonly placeholder: (iid: number) => string;
}
const OPEN = (): ThreadAsked => ({
  title: t('Open Thread'),
  placeholder: (iid) => t('Select a thread in !{0} to open', iid),
});
const RESOLVE = (): ThreadAsked => ({
  title: t('Resolve Thread'),
  placeholder: (iid) => t('Select a thread in !{0} to resolve', iid),
});
const UNRESOLVE = (): ThreadAsked => ({
  title: t('Unresolve Thread'),
  placeholder: (iid) => t('Select a thread in !{0} to unresolve', iid),
});

/** A thread that is chosen from those of a merge request. */
export async function pickThread(
  deps: CommentCommandDeps,
  argument: CommentArgument,
  { title, placeholder }: ThreadAsked,
  state?: 'open' | 'resolved',
): Promise<ThreadTarget | undefined> {
  const key = await talkOf(deps, argument, title);
  const talk = key && (await talkHere(deps, key));
  if (key === undefined || talk === undefined) return undefined;
  const threads = orderedThreads(talk.threads).filter(
    (thread) => state === undefined || threadState(thread) === state,
  );
  if (threads.length === 0) {
    deps.prompts.showMessage('info', NONE[state ?? 'any'](key.iid), []);
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
        ...(place === undefined ? {} : { detail: linePlaceLabel(place.path, place.span) }),
        icon: ICONS[threadState(thread)],
        value: thread.id,
      };
    }),
  });
  return discussion === undefined ? undefined : { kind: 'thread', mergeRequest: key, discussion };
}

const NONE: Readonly<Record<'open' | 'resolved' | 'any', (iid: number) => string>> = {
  open: (iid) => t('!{0} has no unresolved threads.', iid),
  resolved: (iid) => t('!{0} has no resolved threads.', iid),
  any: (iid) => t('!{0} has no comments yet.', iid),
};
const ICONS = { open: 'comment-unresolved', resolved: 'pass', plain: 'comment' } as const;

/** Opens the diff at a thread: the one that is shown, else that of the version on which it was made; else the page. */
async function openThread(deps: CommentCommandDeps, key: MergeRequestKey, thread: Discussion): Promise<void> {
  const position = thread.notes.find((note) => note.position)?.position;
  if (!position) {
    await execute(COMMAND.openMergeRequest, {
      target: { kind: 'merge-request', mergeRequest: key },
      note: thread.notes.find(({ system }) => !system)?.id,
    });
    return;
  }
  const { files, refs } = await deps.changes.whole(key, await allOf(deps, key));
  if (refs !== undefined) {
    for (const { diff } of files) {
      const placed = await deps.frames.place(key, { refs, diff }, position);
      if (placed === undefined) continue;
      deps.boxes.unfold(thread.id);
      await openAt(deps, key, { refs, diff }, placed.span);
      return;
    }
  }
  const own = await deps.frames.ofPosition(key, position);
  const span = threadPlaceOf(thread)?.span;
  if (own !== undefined && span !== undefined) {
    deps.prompts.showStatus(t('The thread is outdated. Showing the version it was created on.'));
    deps.boxes.unfold(thread.id);
    await openAt(deps, key, own, span);
    return;
  }
  const page = {
    title: t('Open Merge Request'),
    run: async () => {
      const target = { kind: 'merge-request', mergeRequest: key } as const;
      await execute(COMMAND.openMergeRequest, { target });
    },
  };
  deps.prompts.showMessage(
    'info',
    t('The server no longer has the version that this thread was created on.'),
    [page],
  );
}

/** Threads are opened on all that the newest version changes: a comparison may leave their file out. */
async function allOf({ changes }: CommentCommandDeps, key: MergeRequestKey) {
  const [newest] = await changes.versions(key);
  return { from: undefined, to: newest?.id };
}

/** Opens the diff of a file of a version at lines. */
async function openAt(
  { changes }: CommentCommandDeps,
  key: MergeRequestKey,
  { refs, diff }: Frame,
  span: LineSpan,
): Promise<void> {
  const shown = changes
    .peekVersions(key)
    ?.find((version) => version.head_commit_sha === refs.head && version.base_commit_sha === refs.base);
  const number = changes.versionNumber(key, shown?.id);
  const sides = sidesOf({ mergeRequest: key, refs, fromRefs: undefined }, { diff });
  const path = diff.change === 'deleted' ? diff.oldPath : diff.newPath;
  const name = path.slice(path.lastIndexOf('/') + 1);
  // The editor takes a line of the new side; the old one stands beside it.
  const line = span.side === 'new' ? span.end : (lineAt(diff, 'old', span.end)?.newAt ?? 1);
  const range = new Range(line - 1, 0, line - 1, 0);
  await commands.executeCommand(
    'vscode.diff',
    Uri.from(sideAddress(sides.old)),
    Uri.from(sideAddress(sides.new)),
    diffTitle(name, key.iid, undefined, number),
    { preview: true, selection: range },
  );
}
