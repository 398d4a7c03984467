import { commands, Range, Uri } from 'vscode';
import type { CommentTarget } from '../app/comment-targets';
import type { Discussion, Talk } from '../app/discussions';
import { mergeRequestId, type MergeRequestKey } from '../app/keys';
import { t } from '../base/localize';
import { lineAt, type Frame, type LineSpan } from '../domain/diff/positions';
import type { ReviewFile } from '../domain/diff/review-file';
import { orderedThreads, placeOf, threadState, walkThreads } from '../domain/threads';
import { activeReview, activeSideLine } from '../editor/active-review';
import { firstWords } from '../presentation/comment-markdown';
import { COMMAND } from '../presentation/command-ids';
import { commentsMissing, placeWords } from '../presentation/comment-words';
import { diffTitle, sidesOf } from '../presentation/review-sides';
import { parts } from '../presentation/row';
import { sideAddress } from '../presentation/side-address';
import { ago } from '../presentation/time-words';
import { commentTargetOf, talkOf, type CommentCommandPorts } from './comment-ports';
import type { CommandRow } from './command-row';

type ThreadTarget = Extract<CommentTarget, { kind: 'thread' }>;

/** Threads as a whole: opened, walked through, resolved. */
export function threadCommands(ports: CommentCommandPorts): readonly CommandRow[] {
  /** The thread that was walked to last, by merge request. */
  const walked = new Map<string, string>();
  const walk = (id: CommandRow['id'], step: 1 | -1, title: string): CommandRow => ({
    id,
    failure: () => t('The thread was not opened.'),
    run: async (argument) => {
      const key = await talkOf(ports, argument, title);
      const talk = key && (await talkHere(ports, key));
      if (key === undefined || talk === undefined) return;
      const { files } = await ports.changes.whole(key);
      const open = walkThreads(
        talk.threads,
        files.map(({ path }) => path),
      );
      const next = nextOf(open, walked.get(mergeRequestId(key)), step, files);
      if (next === undefined) {
        ports.prompts.tell('info', t('!{0} has no unresolved threads.', key.iid), []);
        return;
      }
      walked.set(mergeRequestId(key), next.id);
      await openThread(ports, key, next);
    },
  });
  const resolve = (id: CommandRow['id'], resolved: boolean): CommandRow => ({
    id,
    failure: () => (resolved ? t('The thread was not resolved.') : t('The thread was not reopened.')),
    run: async (argument, _failing, selected) => {
      const rows = selected.length > 1 ? selected : [argument];
      const targets = rows.flatMap((row) => threadOf(ports, row) ?? []);
      if (targets.length === 0) {
        const title = resolved ? t('Resolve Thread') : t('Reopen Thread');
        const chosen = await pickThread(ports, argument, title, resolved ? 'open' : 'resolved');
        if (chosen !== undefined) targets.push(chosen);
      }
      for (const { mergeRequest, discussion } of targets) {
        await ports.talk.resolve(mergeRequest, discussion, resolved);
      }
    },
  });
  return [
    {
      id: COMMAND.openThread,
      failure: () => t('The thread was not opened.'),
      run: async (argument) => {
        const target = threadOf(ports, argument) ?? (await pickThread(ports, argument, t('Open Thread')));
        if (target === undefined) return;
        const { threads } = await ports.discussions.get(target.mergeRequest);
        const thread = threads.find(({ id }) => id === target.discussion);
        if (thread === undefined) ports.prompts.tell('info', t('The thread is not there any more.'), []);
        else {
          walked.set(mergeRequestId(target.mergeRequest), thread.id);
          await openThread(ports, target.mergeRequest, thread);
        }
      },
    },
    walk(COMMAND.nextThread, 1, t('Next Unresolved Thread')),
    walk(COMMAND.previousThread, -1, t('Previous Unresolved Thread')),
    resolve(COMMAND.resolveThread, true),
    resolve(COMMAND.reopenThread, false),
  ];
}

function threadOf(ports: CommentCommandPorts, argument: unknown): ThreadTarget | undefined {
  const target = commentTargetOf(ports, argument);
  if (target?.kind === 'thread') return target;
  if (target?.kind !== 'note') return undefined;
  return { kind: 'thread', mergeRequest: target.mergeRequest, discussion: target.discussion };
}

/** What is said; undefined where comments are not there, which is told. */
async function talkHere(ports: CommentCommandPorts, key: MergeRequestKey): Promise<Talk | undefined> {
  const talk = await ports.discussions.get(key);
  if (talk.missing === undefined) return talk;
  ports.prompts.tell('info', commentsMissing(talk.missing, key.base), []);
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
    const place = placeOf(thread);
    const there = files.findIndex((each) => each.path === place?.path);
    return there === -1 || there > file || (there === file && (place?.span?.end ?? 0) > line);
  };
  const behind = open.findIndex(isBehind);
  if (step === 1) return open.at(Math.max(behind, 0));
  return open.at((behind === -1 ? open.length : behind) - 1);
}

/** A thread that is chosen from those of a merge request. */
export async function pickThread(
  ports: CommentCommandPorts,
  argument: unknown,
  title: string,
  state?: 'open' | 'resolved',
): Promise<ThreadTarget | undefined> {
  const key = await talkOf(ports, argument, title);
  const talk = key && (await talkHere(ports, key));
  if (key === undefined || talk === undefined) return undefined;
  const threads = orderedThreads(talk.threads).filter(
    (thread) => state === undefined || threadState(thread) === state,
  );
  if (threads.length === 0) {
    ports.prompts.tell('info', NONE[state ?? 'any'](key.iid), []);
    return undefined;
  }
  const discussion = await ports.prompts.pick({
    title,
    placeholder: t('A thread of !{0}', key.iid),
    items: threads.map((thread) => {
      const [first] = thread.notes.filter(({ system }) => !system);
      const place = placeOf(thread);
      return {
        label: firstWords(first?.body ?? '') || t('(no words)'),
        description: parts(first?.author?.name, ago(first?.created_at, ports.now())),
        ...(place === undefined ? {} : { detail: placeWords(place.path, place.span) }),
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
  any: (iid) => t('Nobody has said anything about !{0} yet.', iid),
};
const ICONS = { open: 'comment-unresolved', resolved: 'pass', plain: 'comment' } as const;

/** Opens the diff at a thread: the one that is shown, else that of the version on which it was made; else the page. */
async function openThread(
  ports: CommentCommandPorts,
  key: MergeRequestKey,
  thread: Discussion,
): Promise<void> {
  const position = thread.notes.find((note) => note.position)?.position;
  if (!position) {
    await commands.executeCommand(COMMAND.openMergeRequest, {
      target: { kind: 'merge-request', mergeRequest: key },
      note: thread.notes.find(({ system }) => !system)?.id,
    });
    return;
  }
  const { files, refs } = await ports.changes.whole(key, await allOf(ports, key));
  if (refs !== undefined) {
    for (const { diff } of files) {
      const placed = await ports.frames.place(key, { refs, diff }, position);
      if (placed === undefined) continue;
      ports.boxes.unfold(thread.id);
      await openAt(ports, key, { refs, diff }, placed.span);
      return;
    }
  }
  const own = await ports.frames.ofPosition(key, position);
  const span = placeOf(thread)?.span;
  if (own !== undefined && span !== undefined) {
    ports.prompts.mention(t('Its lines are gone: this is the version on which it was made.'));
    ports.boxes.unfold(thread.id);
    await openAt(ports, key, own, span);
    return;
  }
  const page = {
    title: t('Open Page'),
    run: async () => {
      const target = { kind: 'merge-request', mergeRequest: key };
      await commands.executeCommand(COMMAND.openMergeRequest, { target });
    },
  };
  ports.prompts.tell('info', t('The server no longer has the version on which this thread was made.'), [
    page,
  ]);
}

/** Threads are opened on all that the newest version changes: a comparison may leave their file out. */
async function allOf({ changes }: CommentCommandPorts, key: MergeRequestKey) {
  const [newest] = await changes.versions(key);
  return { from: undefined, to: newest?.id };
}

/** Opens the diff of a file of a version at lines. */
async function openAt(
  { changes }: CommentCommandPorts,
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
