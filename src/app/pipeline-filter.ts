import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { isRecord } from '../base/record';
import { JOB_STATUSES, type JobStatus } from '../schemas/job';
import { NO_FILTER, PIPELINE_MODES, type PipelineFilter } from './pipeline-query';
import type { KeyValueStore } from './ports';

/** Under this name the filter is remembered, for each workspace its own. */
const MEMORY_KEY = 'pipeline-filter';

/** Which pipelines and jobs a person wants to see in this workspace. */
export class PipelineFilterStore implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #changed = new Emitter<PipelineFilter>();
  #current: PipelineFilter | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
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
    this.#changed.dispose();
  }
}

/** Reads what was remembered; anything unexpected counts as not chosen. */
function readFilter(held: unknown): PipelineFilter {
  if (!isRecord(held)) return NO_FILTER;
  return {
    mode: PIPELINE_MODES.find((mode) => mode === held['mode']) ?? NO_FILTER.mode,
    statuses: statusesOf(held['statuses']),
    jobStatuses: statusesOf(held['jobStatuses']),
    sources: textsOf(held['sources']),
    ref: textOf(held['ref']),
    author: textOf(held['author']),
  };
}

const textsOf = (held: unknown): string[] =>
  Array.isArray(held) ? held.filter((each): each is string => typeof each === 'string') : [];
const textOf = (held: unknown): string | undefined =>
  typeof held === 'string' && held !== '' ? held : undefined;
const statusesOf = (held: unknown): JobStatus[] =>
  textsOf(held).flatMap((text) => JOB_STATUSES.find((status) => status === text) ?? []);
