import type { CallOptions, Client } from '../../api/client';
import { listProjectMergeRequests } from '../../api/endpoints/merge-requests';
import { listCommits } from '../../api/endpoints/repository';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { mergeRequestOf } from '../../domain/pipelines/rules';
import type { CommitTitle } from '../shared/git-port';
import { projectId, type ProjectKey } from '../shared/keys';
import { unlessHidden } from '../shared/unless-hidden';

/** The commit and ref of a pipeline. */
export interface TitledPipeline {
  readonly sha: string;
  readonly ref?: string | null | undefined;
}

/** Titles of commits by SHA, as far as they are known without a server. */
export type LocalTitles = (
  shas: readonly string[],
  signal?: AbortSignal,
) => Promise<ReadonlyMap<string, CommitTitle>>;

/** Title of a commit or merge request, and its author if known. */
export interface PipelineTitle {
  readonly title: string;
  readonly author: string | undefined;
}

const MAX_TITLES = 5_000;
/** Largest page (server-behavior.md#page-parameters). */
const PAGE_SIZE = 100;

/**
 * Titles of pipelines: of the merge request for merge request pipelines, otherwise of the commit. Searches
 * for commits in the clones first. Sends at most one request for commits and one for merge requests per page
 * of pipelines.
 */
export class PipelineTitles {
  readonly #clientFor: (base: string) => Client;
  readonly #localTitles: LocalTitles;
  /** Keyed by project and SHA or IID; null if the title wasn't found. */
  readonly #titles = new LruMap<string, PipelineTitle | null>(MAX_TITLES);
  readonly #changed = new Emitter<ProjectKey>();
  #generation = 0;

  /** Fires with the project of new titles. */
  readonly onDidChange = this.#changed.event;

  constructor(clientFor: (base: string) => Client, localTitles: LocalTitles) {
    this.#clientFor = clientFor;
    this.#localTitles = localTitles;
  }

  peek(project: ProjectKey, of: TitledPipeline): PipelineTitle | undefined {
    return this.#titles.peek(titleId(project, of)) ?? undefined;
  }

  /** Reads the titles that aren't known. Rejects if a request fails; the next call retries. */
  async load(
    project: ProjectKey,
    pipelines: readonly TitledPipeline[],
    options?: CallOptions,
  ): Promise<void> {
    const unknown = pipelines.filter((of) => !this.#titles.has(titleId(project, of)));
    const iids = unknown.flatMap(({ ref }) => mergeRequestOf(ref) ?? []);
    const shas = unknown.flatMap(({ sha, ref }) => (mergeRequestOf(ref) === undefined ? [sha] : []));
    await Promise.all([
      this.#loadMergeRequests(project, [...new Set(iids)], options),
      this.#loadCommits(project, [...new Set(shas)], options),
    ]);
  }

  /** Removes missing titles so that they are requested again, for example after a request was refused. */
  retryMissing(): void {
    for (const [name, title] of this.#titles.entries()) if (title === null) this.#titles.delete(name);
  }

  /** Removes everything, for example because another user may be signed in. */
  clear(): void {
    this.#generation++;
    this.#titles.clear();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #loadCommits(project: ProjectKey, shas: readonly string[], options?: CallOptions): Promise<void> {
    if (shas.length === 0) return;
    const generation = this.#generation;
    const local = await this.#localTitles(shas, options?.signal);
    this.#add(generation, project, local);
    const missing = shas.filter((sha) => !local.has(sha));
    if (missing.length === 0) return;
    const commits = await unlessHidden(() =>
      this.#clientFor(project.base).page(
        listCommits,
        { id: project.project, all: true, per_page: PAGE_SIZE },
        options,
      ),
    );
    const titles = new Map(commits.map(({ id, title, author_name }) => [id, titleOf(title, author_name)]));
    this.#add(generation, project, new Map(missing.map((sha) => [sha, titles.get(sha) ?? null])));
  }

  async #loadMergeRequests(
    project: ProjectKey,
    iids: readonly number[],
    options?: CallOptions,
  ): Promise<void> {
    if (iids.length === 0) return;
    const generation = this.#generation;
    const read = iids.slice(0, PAGE_SIZE);
    const requests = await unlessHidden(() =>
      this.#clientFor(project.base).page(
        listProjectMergeRequests,
        { id: project.project, iids: read, per_page: PAGE_SIZE },
        options,
      ),
    );
    const titles = new Map(requests.map(({ iid, title, author }) => [iid, titleOf(title, author?.name)]));
    this.#add(generation, project, new Map(read.map((iid) => [`!${iid}`, titles.get(iid) ?? null])));
  }

  #add(generation: number, project: ProjectKey, titles: ReadonlyMap<string, PipelineTitle | null>): void {
    if (generation !== this.#generation || titles.size === 0) return;
    for (const [name, title] of titles) this.#titles.set(`${projectId(project)} ${name}`, title);
    this.#changed.fire(project);
  }
}

const titleOf = (title: string | null | undefined, author: string | null | undefined): PipelineTitle | null =>
  title === null || title === undefined || title === '' ? null : { title, author: author ?? undefined };

function titleId(project: ProjectKey, { sha, ref }: TitledPipeline): string {
  const iid = mergeRequestOf(ref);
  return `${projectId(project)} ${iid === undefined ? sha : `!${iid}`}`;
}
