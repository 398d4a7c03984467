import type { CommentOutbox } from '../../../app/discussions/comment-outbox';
import type { Discussions } from '../../../app/discussions/discussions';
import type { OutdatedThreads } from '../../../app/discussions/outdated-threads';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { orderedThreads } from '../../../domain/discussions/threads';
import { commentsMissing } from '../../../presentation/discussions/comment-messages';
import {
  commentRow,
  draftsRow,
  outboxRow,
  threadRow,
  threadsRow,
} from '../../../presentation/discussions/thread-rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import type { Row } from '../../../presentation/shared/row';
import type { Entry, TreeNode } from '../../tree-node';
import type { ThreadNodeData } from './thread-node';

/** Sources of the data in rows of threads. */
export interface ThreadsDeps {
  readonly discussions: Pick<Discussions, 'get' | 'peek' | 'thread' | 'retain' | 'onDidChange'>;
  readonly outbox: Pick<CommentOutbox, 'list' | 'find' | 'onDidChange'>;
  /** Which threads belong to older versions. */
  readonly outdatedThreads: Pick<OutdatedThreads, 'peek' | 'load' | 'onDidChange'>;
  readonly clock: Clock;
}

/** The rows of a merge request's threads. */
export class ThreadsSubtree {
  readonly #deps: ThreadsDeps;

  constructor(deps: ThreadsDeps) {
    this.#deps = deps;
  }

  /** Returns the row of the section from the cached data. `count`: number of comments, from the server. */
  section(key: MergeRequestKey, count: number | null | undefined): Row {
    const comments = this.#deps.discussions.peek(key);
    const failed = this.#deps.outbox.list(key).filter(({ state }) => state === 'failed');
    const unconfirmed = failed.filter((item) => item.unconfirmed).length;
    return threadsRow(comments?.missing === undefined ? comments : undefined, {
      drafts: comments?.drafts?.length ?? 0,
      unsent: failed.length - unconfirmed,
      unconfirmed,
      comments: count ?? undefined,
    });
  }

  row(data: ThreadNodeData): Row {
    const { discussions, outbox, outdatedThreads, clock } = this.#deps;
    const comments = discussions.peek(data.mergeRequest);
    switch (data.kind) {
      case 'thread': {
        const thread = discussions.thread(data.mergeRequest, data.discussion);
        // The list changed; the row is about to be updated.
        return thread === undefined
          ? emptyRow(t('Thread'))
          : threadRow(thread, clock.now(), outdatedThreads.peek(data.mergeRequest, thread));
      }
      case 'comment': {
        const notes = discussions.thread(data.mergeRequest, data.discussion)?.notes;
        const note = notes?.find(({ id }) => id === data.note);
        return note === undefined ? emptyRow(t('Comment')) : commentRow(note, clock.now());
      }
      case 'drafts':
        return draftsRow(comments?.drafts?.length ?? 0);
      case 'unsent': {
        const item = outbox.find(data.id);
        return item === undefined ? emptyRow(t('Comment')) : outboxRow(item, clock.now());
      }
    }
  }

  /**
   * Returns the children of the section: unsent comments, pending comments, then threads, unresolved ones
   * first.
   */
  async entries(key: MergeRequestKey): Promise<readonly Entry[]> {
    const { discussions, outbox, outdatedThreads } = this.#deps;
    const { threads, drafts, cut, missing } = await discussions.get(key);
    outdatedThreads.load(key);
    const ordered = orderedThreads(threads);
    const rows: Entry[] = [
      ...outbox.list(key).map(({ id }): Entry => ({
        key: `unsent ${id}`,
        data: { kind: 'unsent', mergeRequest: key, id },
      })),
      ...(drafts === undefined || drafts.length === 0
        ? []
        : [{ key: 'drafts', data: { kind: 'drafts', mergeRequest: key } } as const]),
      ...ordered.map(({ id, notes }): Entry => ({
        key: `thread ${id}`,
        data: {
          kind: 'thread',
          mergeRequest: key,
          discussion: id,
          note: notes.find(({ system }) => !system)?.id,
        },
      })),
    ];
    const note = (name: string, message: string): Entry => ({
      key: `note ${name}`,
      data: { kind: 'note', row: emptyRow(message) },
    });
    if (missing !== undefined) return [...rows, note('missing', commentsMissing(missing, key.base))];
    if (cut) return [...rows, note('cut', t('Not all threads are shown'))];
    return rows.length === 0 ? [note('none', t('No comments yet'))] : rows;
  }

  /** Returns the comments of a thread in order. */
  async inside({
    mergeRequest,
    discussion,
  }: Extract<ThreadNodeData, { kind: 'thread' }>): Promise<readonly Entry[]> {
    const { threads } = await this.#deps.discussions.get(mergeRequest);
    const notes = threads.find(({ id }) => id === discussion)?.notes ?? [];
    return notes
      .filter(({ system }) => !system)
      .map(({ id: note }): Entry => ({
        key: `comment ${note}`,
        data: { kind: 'comment', mergeRequest, discussion, note },
      }));
  }

  /** Keeps the threads up to date until the result is disposed. */
  retain(key: MergeRequestKey): Disposable {
    return this.#deps.discussions.retain(key);
  }

  /** Returns a function that is true for the section and rows of a merge request's threads. */
  concernedBy(key: MergeRequestKey): (node: TreeNode) => boolean {
    const id = mergeRequestId(key);
    return ({ data }) =>
      (data.kind === 'merge-request' ||
        (data.kind === 'section' && data.section === 'threads') ||
        data.kind === 'thread' ||
        data.kind === 'comment' ||
        data.kind === 'drafts' ||
        data.kind === 'unsent') &&
      mergeRequestId(data.mergeRequest) === id;
  }
}
