import { commands, Uri } from 'vscode';
import type { DraftNote } from '../../../app/discussions/discussions';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import {
  type CommentableFile,
  isOnWholeFile,
  lineAt,
  type LineSpan,
  sideOfWholeFile,
} from '../../../domain/changes/positions';
import { type ThreadFacts, threadPlaceOf } from '../../../domain/discussions/threads';
import { diffTitle } from '../../../presentation/changes/diff-title';
import { sideAddress } from '../../../presentation/changes/side-address';
import { sidesOf } from '../../../presentation/changes/sides';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { shownLine } from '../../changes/commands/open-diff';
import { execute } from '../../shared/editor/execute';
import type { CommentCommandDeps } from './comment-deps';

/** Opens the diff at a pending comment, the thread that it replies to, or the page. */
export async function openDraft(
  deps: CommentCommandDeps,
  key: MergeRequestKey,
  { discussion_id: repliesTo, position }: Pick<DraftNote, 'discussion_id' | 'position'>,
): Promise<void> {
  const thread = deps.discussions.peek(key)?.threads.find(({ id }) => id === repliesTo);
  const notes = position ? [{ position, system: false, resolvable: false, resolved: false }] : [];
  await openThread(deps, key, thread ?? { id: '', notes });
}

/** A thread, or the place of a pending comment. */
interface OpenedThread {
  readonly id: string;
  readonly notes: readonly (ThreadFacts['notes'][number] & { readonly id?: number })[];
}

/**
 * Opens the diff at a thread: the current diff, else the version on which the thread was created, else the
 * page. `note`: the comment that the page reveals; by default, the first one.
 */
export async function openThread(
  deps: CommentCommandDeps,
  key: MergeRequestKey,
  thread: OpenedThread,
  note = thread.notes.find(({ system }) => !system)?.id,
): Promise<void> {
  const target = { kind: 'merge-request', mergeRequest: key } as const;
  const position = thread.notes.find((note) => note.position)?.position;
  if (!position) {
    await execute(COMMAND.openMergeRequest, { target, note });
    return;
  }
  // Before anything is loaded: a thread that the user resolves meanwhile stays collapsed, and VS Code collapses a thread
  // that is resolved and expanded at once, even if it is unresolved again before that.
  deps.boxes.unfold(thread.id);
  const { files, refs } = await deps.changes.whole(key, await allOf(deps, key));
  if (refs !== undefined) {
    for (const { diff } of files) {
      const placed = await deps.frames.place(key, { refs, diff }, position);
      if (placed === undefined) continue;
      await openAt(deps, key, { refs, diff }, placed.span ?? firstLineOf(diff));
      return;
    }
  }
  const own = await deps.frames.ofPosition(key, position);
  const span =
    threadPlaceOf(thread)?.span ?? (own && isOnWholeFile(position) ? firstLineOf(own.diff) : undefined);
  if (own !== undefined && span !== undefined) {
    deps.prompts.showStatus(t('The thread is outdated. Showing the version it was created on.'));
    await openAt(deps, key, own, span);
    return;
  }
  const page = {
    title: t('Open Merge Request'),
    run: async () => {
      await execute(COMMAND.openMergeRequest, { target, note });
    },
  };
  deps.prompts.showMessage(
    'info',
    t('The server no longer has the version that this thread was created on.'),
    [page],
  );
}

/** Threads on a whole file are shown at its first line. */
const firstLineOf = (diff: CommentableFile['diff']): LineSpan => ({
  side: sideOfWholeFile(diff),
  start: 1,
  end: 1,
});

/** Searches all changes of the latest version, because a comparison may not contain the thread's file. */
async function allOf({ changes }: CommentCommandDeps, key: MergeRequestKey) {
  const [newest] = await changes.versions(key);
  return { from: undefined, to: newest?.id };
}

/** Opens the diff of a file in a version at the given lines. */
async function openAt(
  { changes, workingSides }: CommentCommandDeps,
  key: MergeRequestKey,
  { refs, diff }: CommentableFile,
  span: LineSpan,
): Promise<void> {
  const shown = changes
    .peekVersions(key)
    ?.find((version) => version.head_commit_sha === refs.head && version.base_commit_sha === refs.base);
  const number = changes.versionNumber(key, shown?.id);
  const sides = sidesOf({ mergeRequest: key, refs, fromRefs: undefined }, { diff });
  const path = diff.change === 'deleted' ? diff.oldPath : diff.newPath;
  const name = path.slice(path.lastIndexOf('/') + 1);
  // The diff editor selects a line of the new side. For the old side, uses the corresponding line.
  const line = span.side === 'new' ? span.end : (lineAt(diff, 'old', span.end)?.newAt ?? 1);
  const working = await workingSides.find(key, { refs, diff });
  const right = working ?? Uri.from(sideAddress(sides.new));
  await commands.executeCommand(
    'vscode.diff',
    Uri.from(sideAddress(sides.old)),
    right,
    diffTitle(name, key.iid, undefined, working === undefined ? number : 'working'),
    { preview: true, selection: await shownLine(right, line) },
  );
}
