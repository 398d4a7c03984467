import { isCanceled } from '../../../api/errors';
import type { CommentOutbox } from '../../../app/discussions/comment-outbox';
import type { Discussions } from '../../../app/discussions/discussions';
import type { Reactions } from '../../../app/discussions/reactions';
import type { ThreadCode } from '../../../app/discussions/thread-code';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import { type Disposable, DisposableStore, onDispose } from '../../../base/disposable';
import { Emitter, type Event } from '../../../base/emitter';
import { t } from '../../../base/localize';
import type { Log } from '../../../base/log';
import { logFailure } from '../../../base/log-failure';
import { hasUserComments, threadState } from '../../../domain/discussions/threads';
import { codePositions, type ShownThreads } from '../../../presentation/merge-request-page/discussion-code';
import type { DiscussionModel } from '../../../presentation/merge-request-page/discussion-model';
import type { PageCommand } from '../../../presentation/merge-request-page/page-command';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { explain } from '../../../presentation/shared/error-messages';
import type { ActivityView } from '../../../schemas/stored/reviews';

export interface PageDiscussionsDeps {
  readonly discussions: Pick<Discussions, 'get' | 'peek' | 'refresh' | 'retain' | 'onDidChange'>;
  readonly outbox: Pick<CommentOutbox, 'list' | 'onDidChange'>;
  /** Without them, no reactions are shown. */
  readonly reactions?: Pick<Reactions, 'peek' | 'load' | 'retain' | 'refresh' | 'onDidChange'>;
  /** Without it, threads are shown without code. */
  readonly threadCode?: Pick<ThreadCode, 'peek' | 'load' | 'onDidChange'>;
  readonly log: Log;
  /** Returns which threads are shown with their code. */
  readonly shownThreads?: () => ShownThreads;
}

/** Whether the page is visible. */
export interface PageVisibility {
  readonly visible: boolean;
  readonly onDidChangeVisible: Event<boolean>;
}

/**
 * Provides the comments for the merge request page. Loads them when the page becomes visible, and keeps them
 * up to date while it is.
 */
export class PageDiscussions implements Disposable {
  readonly #deps: PageDiscussionsDeps;
  readonly #key: MergeRequestKey;
  readonly #sight: PageVisibility;
  readonly #changed = new Emitter<void>();
  readonly #parts = new DisposableStore();
  readonly #end = new AbortController();
  /** The thread that "Next Unresolved Thread" showed last. */
  #visited: string | undefined;
  /** Threads that are being resolved or unresolved. */
  readonly #settling = new Set<string>();
  #held: DisposableStore | undefined;
  /** Aborted when the page is hidden. */
  #shown = new AbortController();
  #errorMessage: string | undefined;
  #reading = false;
  /**
   * Number of requests during a read. It is then repeated, because its result may be from another account.
   */
  #late = 0;

  /** Fires when `details` changes. */
  readonly onDidChange = this.#changed.event;

  constructor(sight: PageVisibility, key: MergeRequestKey, deps: PageDiscussionsDeps) {
    this.#sight = sight;
    this.#key = key;
    this.#deps = deps;
    const id = mergeRequestId(key);
    this.#parts.add(
      deps.discussions.onDidChange((changed) => {
        if (mergeRequestId(changed) !== id) return;
        // Comments of a previous account were discarded; loads those of the current one.
        if (deps.discussions.peek(key) === undefined) background(this.#refresh());
        // Comments were loaded, possibly by another view.
        else this.#errorMessage = undefined;
        if (this.#held !== undefined) deps.reactions?.load(key);
        this.#loadCode();
        this.#changed.fire();
      }),
    );
    for (const part of [deps.reactions, deps.threadCode, deps.outbox]) {
      const listening = part?.onDidChange((changed) => {
        if (mergeRequestId(changed) === id) this.#changed.fire();
      });
      if (listening !== undefined) this.#parts.add(listening);
    }
    this.#parts.add(
      sight.onDidChangeVisible(() => {
        background(this.#refresh());
      }),
    );
    this.#parts.add(
      onDispose(() => {
        this.#end.abort();
        this.#held?.dispose();
      }),
    );
    background(this.#refresh());
  }

  get details(): Omit<DiscussionModel, 'write' | 'editing'> {
    const { discussions, outbox, reactions, threadCode } = this.#deps;
    return {
      known: discussions.peek(this.#key),
      errorMessage: this.#errorMessage,
      reactions: reactions?.peek(this.#key),
      ...(threadCode && { codeAt: (position) => threadCode.peek(this.#key, position) }),
      unsent: outbox.list(this.#key),
      settling: [...this.#settling],
    };
  }

  /** Loads the code of threads that are shown now. */
  showMore(): void {
    this.#loadCode();
  }

  /** Reloads everything. */
  async refresh(): Promise<void> {
    background(this.#deps.reactions?.refresh(this.#key));
    await this.#read((options) => this.#deps.discussions.refresh(this.#key, options));
  }

  /**
   * Returns the first comment of the next unresolved thread in the order of the page; after the last one, that of the
   * first one. Undefined if the page has none.
   */
  nextUnresolved(order: ActivityView['order']): number | undefined {
    const known = this.#deps.discussions.peek(this.#key);
    if (known === undefined || known.missing !== undefined) return undefined;
    const threads = order === 'newest' ? [...known.threads].reverse() : known.threads;
    const at = threads.findIndex(({ id }) => id === this.#visited) + 1;
    const next = [...threads.slice(at), ...threads.slice(0, at)].find(
      (thread) => hasUserComments(thread) && threadState(thread) === 'open',
    );
    this.#visited = next?.id;
    return next?.notes.find(({ system }) => !system)?.id;
  }

  /** Runs a command of a button. While it resolves or unresolves a thread, does nothing for that thread again. */
  async during({ command, target }: PageCommand, work: () => Promise<void>): Promise<void> {
    const resolves = command === COMMAND.resolveThread || command === COMMAND.unresolveThread;
    const thread = resolves && target.kind === 'thread' ? target.discussion : undefined;
    if (thread === undefined) {
      await work();
      return;
    }
    if (this.#settling.has(thread)) return;
    this.#settling.add(thread);
    this.#changed.fire();
    try {
      await work();
    } finally {
      this.#settling.delete(thread);
      this.#changed.fire();
    }
  }

  dispose(): void {
    this.#parts.dispose();
    this.#changed.dispose();
  }

  /** While visible, retains the data and loads it if necessary. While hidden, requests nothing. */
  async #refresh(): Promise<void> {
    if (!this.#sight.visible) {
      this.#held?.dispose();
      this.#held = undefined;
      return;
    }
    this.#held ??= this.#hold();
    await this.#read((options) => this.#deps.discussions.get(this.#key, options));
    this.#loadCode();
  }

  /** Loads the code of visible threads. If that fails, the threads are shown without code. */
  #loadCode(): void {
    const known = this.#deps.discussions.peek(this.#key);
    const { threadCode } = this.#deps;
    if (threadCode === undefined || this.#held === undefined || known === undefined) return;
    const positions = codePositions(known.threads, this.#deps.shownThreads?.());
    const work = threadCode.load(this.#key, positions, this.#shown.signal);
    logFailure(this.#deps.log, 'Loading the code of threads', work);
  }

  #hold(): DisposableStore {
    const held = new DisposableStore();
    const shown = new AbortController();
    this.#shown = shown;
    held.add(
      onDispose(() => {
        shown.abort();
      }),
    );
    held.add(this.#deps.discussions.retain(this.#key));
    const reactions = this.#deps.reactions?.retain(this.#key);
    if (reactions !== undefined) held.add(reactions);
    return held;
  }

  async #read(ask: (options: { readonly signal: AbortSignal }) => Promise<unknown>): Promise<void> {
    if (this.#reading) {
      this.#late++;
      return;
    }
    this.#reading = true;
    const late = this.#late;
    let errorMessage: string | undefined;
    try {
      await ask({ signal: this.#end.signal });
    } catch (error) {
      if (isCanceled(error)) return;
      if (error instanceof Error) this.#deps.log.error(error.stack ?? error.message);
      errorMessage = t("Couldn't load the comments. {0}", explain(error).why);
    } finally {
      this.#reading = false;
    }
    if (errorMessage !== this.#errorMessage) {
      this.#errorMessage = errorMessage;
      this.#changed.fire();
    }
    if (late !== this.#late) await this.#refresh();
  }
}
