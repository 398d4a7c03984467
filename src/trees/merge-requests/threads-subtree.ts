import type { CommentOutbox } from '../../app/review/comment-outbox';
import type { Discussions } from '../../app/review/discussions';
import type { ThreadAges } from '../../app/review/thread-ages';
import { mergeRequestId, type MergeRequestKey } from '../../app/shared/keys';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { t } from '../../base/localize';
import { orderedThreads } from '../../domain/review/threads';
import { emptyRow } from '../../presentation/pipelines/rows';
import { commentsMissing } from '../../presentation/review/comment-messages';
import {
  commentRow,
  draftsRow,
  outboxRow,
  threadRow,
  threadsRow,
} from '../../presentation/review/thread-rows';
import type { Row } from '../../presentation/shared/row';
import type { Entry, TreeNode } from '../tree-node';
import type { ThreadNodeData } from './thread-node';

/** Where the rows of threads get what they show. */
export interface ThreadsDeps {
  readonly discussions: Pick<Discussions, 'get' | 'peek' | 'retain' | 'onDidChange'>;
  readonly outbox: Pick<CommentOutbox, 'list' | 'find' | 'onDidChange'>;
  /** Which threads are of older versions. */
  readonly ages: Pick<ThreadAges, 'peek' | 'load' | 'onDidChange'>;
  readonly clock: Clock;
}

/** What a tree shows of what is said about a merge request. */
export class ThreadsSubtree {
  readonly #deps: ThreadsDeps;

  constructor(deps: ThreadsDeps) {
    this.#deps = deps;
  }

  /** The row of the section, from what is known without asking. */
  section(key: MergeRequestKey): Row {
    const talk = this.#deps.discussions.peek(key);
    const failed = this.#deps.outbox.list(key).filter(({ state }) => state === 'failed');
    const unconfirmed = failed.filter((item) => item.unconfirmed).length;
    return threadsRow(talk?.missing === undefined ? talk : undefined, {
      drafts: talk?.drafts?.length ?? 0,
      unsent: failed.length - unconfirmed,
      unconfirmed,
    });
  }

  row(data: ThreadNodeData): Row {
    const { discussions, outbox, ages, clock } = this.#deps;
    const talk = discussions.peek(data.mergeRequest);
    switch (data.kind) {
      case 'thread': {
        const thread = talk?.threads.find(({ id }) => id === data.discussion);
        // Between two answers; the row is drawn anew with the next one.
        return thread === undefined
          ? emptyRow(t('Thread'))
          : threadRow(thread, clock.now(), ages.peek(data.mergeRequest, thread));
      }
      case 'comment': {
        const notes = talk?.threads.find(({ id }) => id === data.discussion)?.notes;
        const note = notes?.find(({ id }) => id === data.note);
        return note === undefined ? emptyRow(t('Comment')) : commentRow(note, clock.now());
      }
      case 'drafts':
        return draftsRow(talk?.drafts?.length ?? 0);
      case 'unsent': {
        const item = outbox.find(data.id);
        return item === undefined ? emptyRow(t('Comment')) : outboxRow(item, clock.now());
      }
    }
  }

  /** What is inside the section: first what waits here, then the threads, those first that are not resolved. */
  async entries(key: MergeRequestKey): Promise<readonly Entry[]> {
    const { discussions, outbox, ages } = this.#deps;
    const { threads, drafts, cut, missing } = await discussions.get(key);
    ages.load(key);
    const accessibleLabel = orderedThreads(threads);
    const rows: Entry[] = [
      ...outbox.list(key).map(({ id }): Entry => ({
        key: `unsent ${id}`,
        data: { kind: 'unsent', mergeRequest: key, id },
      })),
      ...(drafts === undefined || drafts.length === 0
        ? []
        : [{ key: 'drafts', data: { kind: 'drafts', mergeRequest: key } } as const]),
      ...accessibleLabel.map(({ id }): Entry => ({
        key: `thread ${id}`,
        data: { kind: 'thread', mergeRequest: key, discussion: id },
      })),
    ];
    const note = (name: string, words: string): Entry => ({
      key: `note ${name}`,
      data: { kind: 'note', row: emptyRow(words) },
    });
    if (missing !== undefined) return [...rows, note('missing', commentsMissing(missing, key.base))];
    if (rows.length === 0) return [note('none', t('No comments yet'))];
    return cut ? [...rows, note('cut', t('Not all threads are shown'))] : rows;
  }

  /** The comments of a thread, one after the other. */
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

  /** Keeps what is open fresh. */
  retain(key: MergeRequestKey): Disposable {
    return this.#deps.discussions.retain(key);
  }

  /** The section that is about a merge request; its rows are asked for anew with it. */
  concernedBy(key: MergeRequestKey): (node: TreeNode) => boolean {
    const id = mergeRequestId(key);
    return ({ data }) =>
      ((data.kind === 'section' && data.section === 'threads') ||
        data.kind === 'thread' ||
        data.kind === 'comment' ||
        data.kind === 'drafts' ||
        data.kind === 'unsent') &&
      mergeRequestId(data.mergeRequest) === id;
  }
}
