import type { CallOptions, Client } from '../../api/client';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Bridge, Job } from '../../schemas/job';
import { KeyedResource } from '../shared/keyed-resource';
import { pipelineId, type PipelineKey } from '../shared/keys';
import { SharedFlight } from '../shared/shared-request';
import { type PipelineContent, withJob } from './content';
import { type Depth, readAtDepth } from './content-depth';

export interface KnownContent {
  readonly content: PipelineContent;
  /** When the server was asked last. */
  readonly readAt: number;
  /** How many jobs were applied: a reading that began before isn't shared with those who ask after. */
  readonly applied: number;
}

/** Contents that nobody holds and that are kept all the same: opening again what was just closed shows it at once. */
const MAX_SPARE = 30;

/** What is known to be inside pipelines. */
export class PipelineContentCache implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #known = new KeyedResource<PipelineKey, KnownContent>({
    idOf: pipelineId,
    max: MAX_SPARE,
    isSame: (before, after) => before?.content === after.content,
  });
  readonly #flights = new SharedFlight<string, PipelineContent>();
  #requests = 0;

  /** Fires for each content that is put, also if it says the same as before. */
  readonly onDidChange = this.#known.onDidChange;

  constructor(clientFor: (base: string) => Client, clock: Pick<Clock, 'now'>) {
    this.#clientFor = clientFor;
    this.#clock = clock;
  }

  /** How many requests the readings took so far. */
  get requests(): number {
    return this.#requests;
  }

  peek(pipeline: PipelineKey): KnownContent | undefined {
    return this.#known.peek(pipeline);
  }

  /** All contents of a server. */
  on(base: string): readonly PipelineContent[] {
    const keys = this.#known.keys().filter((key) => key.base === base);
    return keys.flatMap((key) => this.peek(key)?.content ?? []);
  }

  retain(pipeline: PipelineKey): Disposable {
    return this.#known.retain(pipeline);
  }

  retained(): readonly PipelineKey[] {
    return this.#known.retained();
  }

  /** Reads as far as `depth` asks. The result is what is known then, which may be of a later response. */
  read(pipeline: PipelineKey, depth: Depth, options?: CallOptions): Promise<PipelineContent> {
    const { generation } = this.#known;
    const applied = this.peek(pipeline)?.applied ?? 0;
    const priority = options?.priority ?? 'foreground';
    return this.#flights.run(
      `${pipelineId(pipeline)} ${generation} ${applied} ${depth} ${priority}`,
      (signal) => this.#read(pipeline, depth, { ...options, signal }),
      options?.signal,
    );
  }

  /** Takes over a job that a server answered with; false where its pipeline isn't known. */
  applyJob(pipeline: PipelineKey, job: Job | Bridge): boolean {
    if (this.peek(pipeline) === undefined) return false;
    this.#known.apply(pipeline, (known) => ({
      ...known,
      content: withJob(known.content, job),
      applied: known.applied + 1,
    }));
    return true;
  }

  /** Forgets everything, answers on their way included. */
  clear(): void {
    this.#known.clear();
  }

  dispose(): void {
    this.#known.dispose();
  }

  async #read(pipeline: PipelineKey, depth: Depth, options: CallOptions): Promise<PipelineContent> {
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
