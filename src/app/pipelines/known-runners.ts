import { type KnownRunner, runnersOf } from '../../domain/jobs/waiting';
import type { PipelineContentCache } from './content-cache';

/** Runners of cached jobs, by server. */
export class KnownRunners {
  readonly #contents: Pick<PipelineContentCache, 'on'>;
  /** Cached until contents change, because each row of a waiting job needs them. */
  readonly #found = new Map<string, readonly KnownRunner[]>();

  constructor(contents: Pick<PipelineContentCache, 'on' | 'onDidChange'>) {
    this.#contents = contents;
    contents.onDidChange(() => {
      this.#found.clear();
    });
  }

  on(base: string): readonly KnownRunner[] {
    const found = this.#found.get(base);
    if (found !== undefined) return found;
    const runners = runnersOf(this.#contents.on(base).flatMap(({ jobs }) => jobs));
    this.#found.set(base, runners);
    return runners;
  }
}
