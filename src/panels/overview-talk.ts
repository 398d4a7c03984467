import { isCancelled } from '../api/errors';
import type { CommentOutbox } from '../app/review/comment-outbox';
import type { Discussions } from '../app/review/discussions';
import type { Reactions } from '../app/review/reactions';
import { mergeRequestId, type MergeRequestKey } from '../app/shared/keys';
import { background } from '../base/background';
import { type Disposable, DisposableStore, onDispose } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { t } from '../base/localize';
import type { Log } from '../base/log';
import type { TalkAct } from '../presentation/merge-request-page/discussion-acts';
import type { TalkModel } from '../presentation/merge-request-page/discussion-model';
import { explain } from '../presentation/shared/error-messages';

export interface OverviewTalkDeps {
  readonly discussions: Pick<Discussions, 'get' | 'peek' | 'refresh' | 'retain' | 'onDidChange'>;
  readonly outbox: Pick<CommentOutbox, 'list' | 'onDidChange'>;
  readonly reactions: Pick<Reactions, 'peek' | 'load' | 'retain' | 'refresh' | 'onDidChange'>;
  /** Does what was clicked; `value` names the thread, or what was not sent. Ends when it is done, and tells failures itself. */
  readonly act: (act: TalkAct, key: MergeRequestKey, value: string | undefined) => PromiseLike<unknown>;
  readonly log: Log;
}

/** Whether somebody can see the page. */
interface Sight {
  readonly visible: boolean;
  readonly onDidChangeVisible: Event<boolean>;
}

/** What is said about a merge request, for its page: read when the page is first seen, fresh while it is. */
export class OverviewTalk implements Disposable {
  readonly #deps: OverviewTalkDeps;
  readonly #key: MergeRequestKey;
  readonly #sight: Sight;
  readonly #changed = new Emitter<void>();
  readonly #parts = new DisposableStore();
  readonly #end = new AbortController();
  /** Threads that are being resolved or reopened. */
  readonly #settling = new Set<string>();
  #held: DisposableStore | undefined;
  #trouble: string | undefined;
  #reading = false;
  /** Counts who asked while it was being read: what they get may be another account's. */
  #late = 0;

  /** What `facts` gives is another thing now. */
  readonly onDidChange = this.#changed.event;

  constructor(sight: Sight, key: MergeRequestKey, deps: OverviewTalkDeps) {
    this.#sight = sight;
    this.#key = key;
    this.#deps = deps;
    const id = mergeRequestId(key);
    this.#parts.add(
      deps.discussions.onDidChange((changed) => {
        if (mergeRequestId(changed) !== id) return;
        // Another account's are forgotten: this page asks for its own.
        if (deps.discussions.peek(key) === undefined) background(this.#refresh());
        // Whoever read it: it can be read.
        else this.#trouble = undefined;
        if (this.#held !== undefined) deps.reactions.load(key);
        this.#changed.fire();
      }),
    );
    this.#parts.add(
      deps.reactions.onDidChange((changed) => {
        if (mergeRequestId(changed) === id) this.#changed.fire();
      }),
    );
    this.#parts.add(
      deps.outbox.onDidChange((changed) => {
        if (mergeRequestId(changed) === id) this.#changed.fire();
      }),
    );
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

  get details(): Omit<TalkModel, 'write'> {
    const { discussions, outbox, reactions } = this.#deps;
    return {
      known: discussions.peek(this.#key),
      trouble: this.#trouble,
      reactions: reactions.peek(this.#key),
      unsent: outbox.list(this.#key),
      settling: [...this.#settling],
    };
  }

  /** Reads all again, as somebody asked for. */
  async refresh(): Promise<void> {
    background(this.#deps.reactions.refresh(this.#key));
    await this.#read((options) => this.#deps.discussions.refresh(this.#key, options));
  }

  /** Does what was clicked. */
  async take(act: TalkAct, value: string | undefined): Promise<void> {
    const settles = act === 'resolveThread' || act === 'reopenThread' ? value : undefined;
    if (settles !== undefined) {
      if (this.#settling.has(settles)) return;
      this.#settling.add(settles);
      this.#changed.fire();
    }
    try {
      await this.#deps.act(act, this.#key, value);
    } finally {
      if (settles !== undefined) {
        this.#settling.delete(settles);
        this.#changed.fire();
      }
    }
  }

  dispose(): void {
    this.#parts.dispose();
    this.#changed.dispose();
  }

  /** In sight it is held and read where that is needed; out of sight nothing is asked. */
  async #refresh(): Promise<void> {
    if (!this.#sight.visible) {
      this.#held?.dispose();
      this.#held = undefined;
      return;
    }
    this.#held ??= this.#hold();
    await this.#read((options) => this.#deps.discussions.get(this.#key, options));
  }

  #hold(): DisposableStore {
    const held = new DisposableStore();
    held.add(this.#deps.discussions.retain(this.#key));
    held.add(this.#deps.reactions.retain(this.#key));
    return held;
  }

  async #read(ask: (options: { readonly signal: AbortSignal }) => Promise<unknown>): Promise<void> {
    if (this.#reading) {
      this.#late++;
      return;
    }
    this.#reading = true;
    const late = this.#late;
    let trouble: string | undefined;
    try {
      await ask({ signal: this.#end.signal });
    } catch (error) {
      if (isCancelled(error)) return;
      if (error instanceof Error) this.#deps.log.error(error.stack ?? error.message);
      trouble = t("Couldn't load the comments. {0}", explain(error).why);
    } finally {
      this.#reading = false;
    }
    if (trouble !== this.#trouble) {
      this.#trouble = trouble;
      this.#changed.fire();
    }
    if (late !== this.#late) await this.#refresh();
  }
}
