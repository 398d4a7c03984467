import { LruMap } from '../../base/lru-map';
import { pipelineId, type PipelineKey } from '../shared/keys';

/** Values by pipeline. Values that belong to another user aren't kept. */
export class PipelineValues<T> {
  readonly #known: LruMap<string, T>;
  /** Incremented when everything is removed. Earlier responses may belong to another user. */
  #generation = 0;

  /** `max`: maximum number of cached values. */
  constructor(max: number) {
    this.#known = new LruMap(max);
  }

  peek(key: PipelineKey): T | undefined {
    return this.#known.peek(pipelineId(key));
  }

  /** Loads a value unless it is known. If `read` returns undefined or fails, the next call tries again. */
  async load(key: PipelineKey, read: () => Promise<T | undefined>): Promise<void> {
    if (!this.#known.has(pipelineId(key))) await this.reload(key, read);
  }

  /** Loads a value, also if it is known. If `read` returns undefined or fails, the known value is kept. */
  async reload(key: PipelineKey, read: () => Promise<T | undefined>): Promise<void> {
    const generation = this.#generation;
    const value = await read();
    if (value !== undefined && generation === this.#generation) this.#known.set(pipelineId(key), value);
  }

  clear(): void {
    this.#generation++;
    this.#known.clear();
  }
}
