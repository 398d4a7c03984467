import type { Client } from '../../../api/client';
import { applySuggestion, applySuggestions } from '../../../api/endpoints/suggestions';
import { background, orUndefined } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import type { MergeRequests } from '../../merge-requests/merge-requests';
import type { MergeRequestPart } from '../../merge-requests/parts';
import { mergeRequestId, type MergeRequestKey } from '../../shared/keys';
import type { DiscussionActions } from '../discussion-actions';
import type { Discussions, MergeRequestComments } from '../discussions';
import type { ServerEdit, SuggestionBatches } from './suggestion-batches';

export interface ServerSuggestionsDeps {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'peek' | 'refresh' | 'reloadLists' | 'hasPart' | 'refreshPart'>;
  readonly discussions: Pick<Discussions, 'peek' | 'apply' | 'refresh'>;
  readonly discussionActions: Pick<DiscussionActions, 'resolve'>;
  readonly batches: Pick<SuggestionBatches, 'remove'>;
  readonly clock: Pick<Clock, 'wait'>;
}

/** `unresolved`: why a thread couldn't be resolved; undefined if all are resolved. */
export interface AppliedSuggestions {
  readonly unresolved: unknown;
}

interface Flight {
  readonly ids: string;
  readonly done: Promise<AppliedSuggestions>;
}

/** The server processes the new commit after its response (server-behavior.md#suggestions). */
const WAITS_MS = [0, 1_000, 2_000, 4_000, 8_000] as const;

/** The parts of a merge request that a new commit changes. */
const CHANGED: readonly MergeRequestPart[] = [
  'commits',
  'pipelines',
  'approvals',
  'approvalState',
  'reviewers',
];

/** Applies suggestions on the server, which commits them to the source branch. Never sends a request twice. */
export class ServerSuggestions {
  readonly #deps: ServerSuggestionsDeps;
  /** The last request of each merge request while it is in progress. */
  readonly #flights = new Map<string, Flight>();

  constructor(deps: ServerSuggestionsDeps) {
    this.#deps = deps;
  }

  /**
   * Applies suggestions of one merge request with one commit, and resolves their threads, as the server's web interface
   * does. Without a message, the server uses its own. While other suggestions are being applied, waits until that ends,
   * because it changes the branch.
   */
  async apply(
    key: MergeRequestKey,
    edits: readonly ServerEdit[],
    message?: string,
  ): Promise<AppliedSuggestions> {
    const id = mergeRequestId(key);
    const ids = edits.map((edit) => edit.id).join(' ');
    const running = this.#flights.get(id);
    if (running?.ids === ids) return running.done;
    const ended = running === undefined ? Promise.resolve() : orUndefined(running.done);
    const flight = { ids, done: ended.then(() => this.#apply(key, edits, message)) };
    this.#flights.set(id, flight);
    try {
      return await flight.done;
    } finally {
      if (this.#flights.get(id) === flight) this.#flights.delete(id);
    }
  }

  async #apply(
    key: MergeRequestKey,
    edits: readonly ServerEdit[],
    message: string | undefined,
  ): Promise<AppliedSuggestions> {
    const { batches, discussions, mergeRequests } = this.#deps;
    const before = mergeRequests.peek(key)?.sha;
    const ids = edits.map(({ id }) => id);
    try {
      await this.#send(key, ids, message);
    } catch (error) {
      // After a refusal or a lost response, the known state may be outdated. The next poll repeats a failed read.
      background(Promise.allSettled([discussions.refresh(key), mergeRequests.refresh(key)]));
      throw error;
    }
    discussions.apply(key, (comments) => withApplied(comments, ids));
    batches.remove(key, ids);
    const unresolved = await this.#resolve(key, edits);
    background(this.#readAgain(key, before));
    return { unresolved };
  }

  async #send(key: MergeRequestKey, ids: readonly number[], message: string | undefined): Promise<void> {
    const client = this.#deps.clientFor(key.base);
    const body = message === undefined ? {} : { commit_message: message };
    const [only, ...others] = ids;
    if (only !== undefined && others.length === 0) await client.call(applySuggestion, { id: only, ...body });
    else await client.call(applySuggestions, { ids, ...body });
  }

  /** Returns the first error. Threads that can't be resolved, or are resolved, stay as they are. */
  async #resolve(key: MergeRequestKey, edits: readonly ServerEdit[]): Promise<unknown> {
    const { discussions, discussionActions } = this.#deps;
    const threads = discussions.peek(key)?.threads ?? [];
    const open = [...new Set(edits.map(({ discussion }) => discussion))].filter((id) =>
      threads.some(
        (thread) => thread.id === id && thread.notes.some((note) => note.resolvable && !note.resolved),
      ),
    );
    const results = await Promise.allSettled(open.map((id) => discussionActions.resolve(key, id, true)));
    const failed = results.find((result) => result.status === 'rejected');
    return failed?.reason;
  }

  /** Reads the merge request until the server has processed the commit. The next poll repeats failed reads. */
  async #readAgain(key: MergeRequestKey, before: string | null | undefined): Promise<void> {
    const { clock, mergeRequests } = this.#deps;
    for (const wait of WAITS_MS) {
      if (wait > 0) await clock.wait(wait);
      const now = await orUndefined(mergeRequests.refresh(key));
      if (now !== undefined && now.sha !== before) break;
    }
    const parts = CHANGED.filter((name) => mergeRequests.hasPart(key, name));
    await Promise.allSettled([
      mergeRequests.reloadLists(key),
      this.#deps.discussions.refresh(key),
      ...parts.map((name) => mergeRequests.refreshPart(key, name)),
    ]);
  }
}

/** Marks suggestions as applied. */
const withApplied = (comments: MergeRequestComments, ids: readonly number[]): MergeRequestComments => ({
  ...comments,
  threads: comments.threads.map((thread) => ({
    ...thread,
    notes: thread.notes.map((note) => ({
      ...note,
      suggestions: note.suggestions?.map((each) =>
        ids.includes(each.id) ? { ...each, applied: true, appliable: false } : each,
      ),
    })),
  })),
});
