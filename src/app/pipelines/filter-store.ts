import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { pipelineFilterSchema } from '../../schemas/stored-pipelines';
import type { KeyValueStore } from '../shared/stores';
import { NO_FILTER, type PipelineFilter } from './query';

/** Under this name the filter is remembered, for each workspace its own. */
const MEMORY_KEY = 'pipeline-filter';

/** Which pipelines and jobs a person wants to see in this workspace. */
export class PipelineFilterStore implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<PipelineFilter>();
  #current: PipelineFilter | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
    this.#subscription = memory.onDidForget(() => {
      this.#current = undefined;
      this.#changed.fire(this.current);
    });
  }

  get current(): PipelineFilter {
    return (this.#current ??= readFilter(this.#memory.get(MEMORY_KEY)));
  }

  async change(changes: Partial<PipelineFilter>): Promise<void> {
    this.#current = { ...this.current, ...changes };
    this.#changed.fire(this.#current);
    await this.#memory.set(MEMORY_KEY, this.#current);
  }

  /** Shows all again; which pipelines (of the branch, of merge requests, recent) stays as it is. */
  clear(): Promise<void> {
    return this.change({ ...NO_FILTER, mode: this.current.mode });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** Reads what was remembered; anything unexpected counts as not chosen. */
function readFilter(held: unknown): PipelineFilter {
  const { mode, statuses, jobStatuses, sources, ref, author } = pipelineFilterSchema.parse(held);
  return { mode, statuses, jobStatuses, sources, ref, author };
}
