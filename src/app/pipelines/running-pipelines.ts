import { ignoreFailure } from '../../base/background';
import type { Clock } from '../../base/clock';
import { type Disposable, onDispose } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { isActive } from '../../domain/jobs/status';
import { type PipelineKey, projectId, type ProjectKey } from '../shared/keys';
import type { Pipelines } from './pipelines';
import type { RecentDurations } from './recent-durations';

/** Maximum number of running pipelines of a project whose jobs are read. */
const MAX_RUNNING = 3;
/** The jobs of larger pipelines are only read while they are expanded, because each poll takes several requests. */
const MAX_JOBS = 300;

interface RunningPipelinesDeps {
  readonly pipelines: Pick<
    Pipelines,
    'content' | 'details' | 'onDidChange' | 'peek' | 'peekList' | 'retainPipeline'
  >;
  readonly durations: Pick<RecentDurations, 'load'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The running pipelines of a project that are kept up to date. */
interface Followed {
  readonly project: ProjectKey;
  /** Pipelines, keyed by ID. */
  readonly held: Map<number, Disposable>;
  /** IDs of pipelines that are being read. */
  readonly reading: Set<number>;
  /** IDs of pipelines with too many jobs. */
  readonly large: Set<number>;
  readonly end: AbortController;
}

/**
 * Keeps the jobs of the latest running pipelines of expanded projects up to date, because the rows of the pipelines show
 * their progress even if they are collapsed.
 */
export class RunningPipelines implements Disposable {
  readonly #deps: RunningPipelinesDeps;
  readonly #followed = new Set<Followed>();
  readonly #changed = new Emitter<ProjectKey>();
  readonly #subscription: Disposable;

  /** Fires with the project of a pipeline whose jobs or earlier durations were read. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: RunningPipelinesDeps) {
    this.#deps = deps;
    this.#subscription = deps.pipelines.onDidChange(() => {
      for (const each of this.#followed) this.#update(each);
    });
  }

  /** Follows the running pipelines of a project, until disposed. */
  follow(project: ProjectKey): Disposable {
    const followed: Followed = {
      project,
      held: new Map(),
      reading: new Set(),
      large: new Set(),
      end: new AbortController(),
    };
    this.#followed.add(followed);
    this.#update(followed);
    return onDispose(() => {
      this.#end(followed);
    });
  }

  /** Called after the list of a project was read, because the first response fires no event. */
  listRead(project: ProjectKey): void {
    const id = projectId(project);
    for (const each of this.#followed) if (projectId(each.project) === id) this.#update(each);
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const each of this.#followed) this.#end(each);
    this.#changed.dispose();
  }

  #end(followed: Followed): void {
    this.#followed.delete(followed);
    followed.end.abort();
    for (const hold of followed.held.values()) hold.dispose();
    followed.held.clear();
  }

  #update(followed: Followed): void {
    const { project, held, large, reading } = followed;
    const { pipelines, clock } = this.#deps;
    const now = clock.now();
    const running = (pipelines.peekList(project)?.pipelines ?? [])
      .filter((pipeline) => pipeline.status === 'running' && isActive(pipeline, now))
      .flatMap(({ id }) => (large.has(id) ? [] : [id]))
      .slice(0, MAX_RUNNING);
    for (const id of [...held.keys()]) if (!running.includes(id)) release(held, id);
    for (const id of running) {
      const key = { ...project, pipeline: id };
      if (!held.has(id)) held.set(id, pipelines.retainPipeline(key));
      // After a failure, and after an account changed, the next change reads it again.
      if (pipelines.peek(key) === undefined && !reading.has(id)) ignoreFailure(this.#read(key, followed));
    }
  }

  async #read(key: PipelineKey, { project, held, large, reading, end }: Followed): Promise<void> {
    const { pipelines, durations } = this.#deps;
    const options = { signal: end.signal, priority: 'background' } as const;
    const id = key.pipeline;
    reading.add(id);
    try {
      const { jobs } = await pipelines.content(key, options);
      if (jobs.length > MAX_JOBS) {
        large.add(id);
        release(held, id);
      }
    } finally {
      reading.delete(id);
    }
    this.#changed.fire(project);
    const details = pipelines.details(key);
    if (details === undefined || end.signal.aborted) return;
    await durations.load(key, details, options);
    this.#changed.fire(project);
  }
}

function release(held: Map<number, Disposable>, id: number): void {
  held.get(id)?.dispose();
  held.delete(id);
}
