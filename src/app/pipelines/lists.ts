import type { CallOptions, Client } from '../../api/client';
import type { Disposable } from '../../base/disposable';
import { type PipelineKey, projectId, type ProjectKey } from '../shared/keys';
import { ReadOrder } from '../shared/read-order';
import { RefCounts } from '../shared/ref-counts';
import { SharedFlight } from '../shared/shared-request';
import { PipelineList } from './list';
import type { PipelineQuery } from './query';

/** A change of a project's list, or of a pipeline or its content. */
export type PipelinesChange =
  | { readonly kind: 'list'; readonly project: ProjectKey }
  | { readonly kind: 'pipeline'; readonly pipeline: PipelineKey };

/** The pipeline lists of projects. */
export class PipelineLists {
  readonly #clientFor: (base: string) => Client;
  readonly #queryFor: (project: ProjectKey) => PipelineQuery;
  readonly #lists = new Map<string, PipelineList>();
  readonly #retained = new RefCounts<ProjectKey>(projectId);
  readonly #order = new ReadOrder();
  readonly #flights = new SharedFlight<string, PipelineList>();
  /** Incremented when everything is removed. Earlier responses may belong to another user. */
  #epoch = 0;
  #requests = 0;

  constructor(clientFor: (base: string) => Client, queryFor: (project: ProjectKey) => PipelineQuery) {
    this.#clientFor = clientFor;
    this.#queryFor = queryFor;
  }

  /** Number of requests sent by all refreshes. */
  get requests(): number {
    return this.#requests;
  }

  /** Projects with a list. */
  get projects(): readonly ProjectKey[] {
    return [...this.#lists.values()].map(({ project }) => project);
  }

  retain(project: ProjectKey): Disposable {
    return this.#retained.retain(project);
  }

  isRetained(project: ProjectKey): boolean {
    return this.#retained.has(projectId(project));
  }

  retained(): readonly ProjectKey[] {
    return this.#retained.all();
  }

  peek(project: ProjectKey): PipelineList | undefined {
    return this.#lists.get(projectId(project));
  }

  /** Returns the known list. Reads its newest page the first time, and after the query changed. */
  async get(project: ProjectKey, options?: CallOptions): Promise<PipelineList> {
    const query = this.#queryFor(project);
    const known = this.peek(project);
    if (known?.loaded === true && known.query.key === query.key) return known;
    const epoch = this.#epoch;
    const client = this.#clientFor(project.base);
    const read = async (signal: AbortSignal): Promise<PipelineList> => {
      const turn = this.#order.begin();
      const list = new PipelineList(project, query, true);
      await list.refresh(client, { ...options, signal });
      const isCurrent = this.#queryFor(project).key === query.key;
      if (epoch === this.#epoch && isCurrent && this.#order.accept(turn, projectId(project)))
        this.#lists.set(projectId(project), list);
      return list;
    };
    return this.#flights.run(`${projectId(project)} ${epoch} ${query.key}`, client, read, options?.signal);
  }

  async loadOlder(project: ProjectKey, options?: CallOptions): Promise<void> {
    const client = this.#clientFor(project.base);
    const read = async (signal: AbortSignal): Promise<PipelineList> => {
      const list = await this.get(project, { ...options, signal });
      await list.loadOlder(client, { ...options, signal });
      return list;
    };
    await this.#flights.run(`${projectId(project)} older ${this.#epoch}`, client, read, options?.signal);
  }

  /** Refreshes a known list. */
  async refresh(
    project: ProjectKey,
    options: CallOptions | undefined,
    all: boolean,
  ): Promise<readonly PipelinesChange[]> {
    const list = this.peek(project);
    if (list === undefined) return [];
    this.#requests += list.requestsPerRefresh;
    const { reordered, updated } = await list.refresh(this.#clientFor(project.base), options, all);
    return [
      ...(reordered ? [{ kind: 'list', project } as const] : []),
      ...updated.map(({ id }) => ({ kind: 'pipeline', pipeline: { ...project, pipeline: id } }) as const),
    ];
  }

  clear(): void {
    this.#epoch++;
    this.#lists.clear();
  }
}
