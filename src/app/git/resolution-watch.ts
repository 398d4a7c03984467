import { background, orUndefined } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { StoredResolution as Stored } from '../../schemas/stored/conflict-resolution';
import type { MergePort } from './merge-port';
import type { ResolutionStore } from './resolution-store';

/** The number of files with conflicts, and the position in a rebase. */
export interface ResolutionCount {
  readonly left: number;
  readonly of: number;
  readonly step: { readonly at: number; readonly of: number } | undefined;
}

export interface ResolutionWatchDeps {
  readonly store: Pick<ResolutionStore, 'current' | 'onDidChange'>;
  readonly merging: Pick<MergePort, 'progress'>;
  /** Identifies the repository with the conflicts. */
  readonly repositoryOf: (resolution: Stored) => string;
  /** Calls back after changes of a repository until the result is disposed. */
  readonly watch: (repository: string, changed: () => void) => Disposable;
}

/** Counts the files with conflicts while conflicts are being resolved. Idle otherwise. */
export class ResolutionWatch implements Disposable {
  readonly #deps: ResolutionWatchDeps;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<void>();
  readonly #resolved = new Emitter<{ readonly resolution: Stored; readonly left: number }>();
  #watched: { readonly repository: string; readonly watch: Disposable } | undefined;
  #count: ResolutionCount | undefined;
  #isReading = false;
  #isOutdated = false;

  /** Fires when the count changed, or resolving started or ended. */
  readonly onDidChange = this.#changed.event;
  /** Fires when files were resolved, but not when the next commit of a rebase is reached. */
  readonly onDidResolve = this.#resolved.event;

  constructor(deps: ResolutionWatchDeps) {
    this.#deps = deps;
    this.#subscription = deps.store.onDidChange(() => {
      this.#update();
    });
    this.#update();
  }

  get resolution(): Stored | undefined {
    return this.#deps.store.current;
  }

  /** Undefined until it was read, and if no merge or rebase is in progress. */
  get count(): ResolutionCount | undefined {
    return this.#count;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#watched?.watch.dispose();
    this.#changed.dispose();
    this.#resolved.dispose();
  }

  #update(): void {
    const { resolution } = this;
    const repository = resolution && this.#deps.repositoryOf(resolution);
    if (repository !== this.#watched?.repository) {
      this.#watched?.watch.dispose();
      this.#count = undefined;
      this.#watched =
        repository === undefined
          ? undefined
          : {
              repository,
              watch: this.#deps.watch(repository, () => {
                background(this.#read());
              }),
            };
    }
    this.#changed.fire();
    if (repository !== undefined) background(this.#read());
  }

  /** Reads once more if something changed while it was reading. */
  async #read(): Promise<void> {
    this.#isOutdated = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isOutdated) {
        this.#isOutdated = false;
        await this.#readOnce();
      }
    } finally {
      this.#isReading = false;
    }
  }

  async #readOnce(): Promise<void> {
    const { resolution } = this;
    if (resolution === undefined) return;
    const { way } = resolution;
    const repository = this.#deps.repositoryOf(resolution);
    // The repository may have been closed, or not be opened yet.
    const progress = await orUndefined(this.#deps.merging.progress(repository));
    if (this.#watched?.repository !== repository) return;
    const before = this.#count;
    const left = progress?.unmerged.length ?? 0;
    this.#count =
      progress?.operation === way
        ? { left, of: left + progress.resolved.length, step: progress.step }
        : undefined;
    if (JSON.stringify(before) !== JSON.stringify(this.#count)) this.#changed.fire();
    const isSameStep = before !== undefined && before.step?.at === this.#count?.step?.at;
    if (isSameStep && this.#count !== undefined && left < before.left)
      this.#resolved.fire({ resolution, left });
  }
}
