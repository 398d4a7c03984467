import type { CallOptions, Client } from '../../api/client';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Bridge, Job } from '../../schemas/job';
import { KeyedResource } from '../shared/keyed-resource';
import { pipelineId, type PipelineKey } from '../shared/keys';
import { SharedFlight } from '../shared/shared-request';
import { type PipelineContent, withJob } from './content';
import { readAtDepth, type ReadDepth } from './content-depth';

export interface KnownContent {
  readonly content: PipelineContent;
  /** Time of the last request. */
  readonly readAt: number;
  /** Number of applied jobs. Reads that started before the last one aren't shared with later callers. */
  readonly applied: number;
}

/**
 * Maximum number of contents that aren't retained, so that recently closed pipelines are shown immediately.
 */
const MAX_SPARE = 30;

/** Cached content of pipelines. */
export class PipelineContentCache implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #known = new KeyedResource<PipelineKey, KnownContent>({
    idOf: pipelineId,
    serverOf: ({ base }) => this.#clientFor(base),
    max: MAX_SPARE,
    isSame: (before, after) => before?.content === after.content,
  });
  readonly #flights = new SharedFlight<string, PipelineContent>();
  #requests = 0;

  /** Fires for each changed content, even if it is equal to the previous one. */
  readonly onDidChange = this.#known.onDidChange;

  constructor(clientFor: (base: string) => Client, clock: Pick<Clock, 'now'>) {
    this.#clientFor = clientFor;
    this.#clock = clock;
  }

  /** Number of requests sent by all reads. */
  get requests(): number {
    return this.#requests;
  }

  peek(pipeline: PipelineKey): KnownContent | undefined {
    return this.#known.peek(pipeline);
  }

  /** All cached contents of a server. */
  on(base: string): readonly PipelineContent[] {
    const keys = this.#known.keys().filter((key) => key.base === base);
    return keys.flatMap((key) => this.peek(key)?.content ?? []);
  }

  retain(pipeline: PipelineKey): Disposable {
    return this.#known.retain(pipeline);
  }

  isRetained(pipeline: PipelineKey): boolean {
    return this.#known.isRetained(pipeline);
  }

  retained(): readonly PipelineKey[] {
    return this.#known.retained();
  }

  /**
   * Reads the content at this depth. Resolves with the current content, which may be from a later response.
   */
  read(pipeline: PipelineKey, depth: ReadDepth, options?: CallOptions): Promise<PipelineContent> {
    const { generation } = this.#known;
    const applied = this.peek(pipeline)?.applied ?? 0;
    const priority = options?.priority ?? 'foreground';
    return this.#flights.run(
      `${pipelineId(pipeline)} ${generation} ${applied} ${depth} ${priority}`,
      this.#clientFor(pipeline.base),
      (signal) => this.#read(pipeline, depth, { ...options, signal }),
      options?.signal,
    );
  }

  /** Applies a job returned by the server; false if its pipeline isn't cached. */
  applyJob(pipeline: PipelineKey, job: Job | Bridge): boolean {
    if (this.peek(pipeline) === undefined) return false;
    this.#known.apply(pipeline, (known) => ({
      ...known,
      content: withJob(known.content, job),
      applied: known.applied + 1,
    }));
    return true;
  }

  /** Removes everything and ignores pending responses. */
  clear(): void {
    this.#known.clear();
  }

  dispose(): void {
    this.#known.dispose();
  }

  async #read(pipeline: PipelineKey, depth: ReadDepth, options: CallOptions): Promise<PipelineContent> {
    const client = this.#clientFor(pipeline.base);
    const before = this.peek(pipeline)?.content;
    const { content } = await this.#known.read(
      pipeline,
      async () => {
        const reading = await readAtDepth(client, pipeline, { depth, known: before }, options);
        this.#requests += reading.requests;
        return reading;
      },
      (reading, known) => ({
        content: reading.content,
        readAt: this.#clock.now(),
        applied: known?.applied ?? 0,
      }),
    );
    return this.peek(pipeline)?.content ?? content;
  }
}
