import type { Client } from '../../api/client';
import { listPipelines } from '../../api/endpoints/pipelines';
import { listBranches } from '../../api/endpoints/repository';
import { isApiError } from '../../api/errors';
import { orUndefined } from '../../base/background';
import { type Protection, protectionOf } from '../../domain/projects/protected-branches';
import type { Pipeline } from '../../schemas/pipeline';
import type { Projects, WorkspaceProject } from '../projects/projects';
import type { PipelineKey, ProjectKey } from '../shared/keys';
import type { NoProjectsReason } from './job-lookup';
import type { PipelineTitles } from './titles';

/** Largest page (server-behavior.md#page-parameters), and maximum number of pipelines to select from. */
const MAX_BRANCHES = 100;
const MAX_PIPELINES = 50;

/** A branch to run a pipeline for. */
export interface OfferedBranch {
  readonly name: string;
  readonly protection: Protection;
}

/** The part of a branch that determines its position in a list. */
interface Branch {
  readonly name: string;
  readonly default: boolean;
}

/** A pipeline to select. */
export interface RecentPipeline {
  readonly key: PipelineKey;
  readonly pipeline: Pipeline;
  /** Path of its project, if there are several. */
  readonly path: string | undefined;
  /** Title of its commit or merge request, if known. */
  readonly title: string | undefined;
}

/** Finds the pipeline or branch for a command. */
export class PipelineLookup {
  readonly #clientFor: (base: string) => Client;
  readonly #projects: Projects;
  readonly #titles: Pick<PipelineTitles, 'load' | 'peek'>;

  constructor(
    clientFor: (base: string) => Client,
    projects: Projects,
    titles: Pick<PipelineTitles, 'load' | 'peek'>,
  ) {
    this.#clientFor = clientFor;
    this.#projects = projects;
    this.#titles = titles;
  }

  /** The readable projects of the workspace, or the reason why there are none. */
  async projects(signal?: AbortSignal): Promise<readonly WorkspaceProject[] | NoProjectsReason> {
    const search = await this.#projects.search(signal);
    if (search.state !== 'found') return search.state;
    const projects = search.projects.flatMap((outcome) => (outcome.ok ? [outcome.project] : []));
    const unread = search.projects.find((outcome) => !outcome.ok);
    if (projects.length === 0 && unread?.ok === false) throw unread.error;
    return projects;
  }

  /** The latest pipelines of the workspace's projects, newest first. */
  async recent(signal?: AbortSignal): Promise<readonly RecentPipeline[] | NoProjectsReason> {
    const projects = await this.projects(signal);
    if (typeof projects === 'string') return projects;
    const found = await Promise.all(
      projects.map(async ({ key, path }) => {
        const client = this.#clientFor(key.base);
        const args = { id: key.project, per_page: MAX_PIPELINES };
        const { items } = await client.page(listPipelines, args, { signal });
        // Pipelines can be selected without their titles, too.
        await orUndefined(this.#titles.load(key, items, { signal }));
        return items.map((pipeline) => ({
          key: { ...key, pipeline: pipeline.id },
          pipeline,
          path: projects.length > 1 ? path : undefined,
          title: this.#titles.peek(key, pipeline)?.title,
        }));
      }),
    );
    return found.flat().sort((a, b) => b.pipeline.id - a.pipeline.id);
  }

  /**
   * Branches to run a pipeline for: checked-out ones first, then the default branch; empty if the server
   * doesn't return them.
   */
  async branches(project: ProjectKey, signal?: AbortSignal): Promise<readonly OfferedBranch[]> {
    try {
      const { items } = await this.#clientFor(project.base).page(
        listBranches,
        { id: project.project, per_page: MAX_BRANCHES },
        { signal },
      );
      const heads = this.#projects.headsOf(project).map(({ name }) => name);
      const access = this.#projects.roleIn(project)?.access;
      const rank = ({ name, default: usual }: Branch): number => (heads.includes(name) ? 0 : usual ? 1 : 2);
      return [...items]
        .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
        .map((branch) => ({ name: branch.name, protection: protectionOf(branch, access) }));
    } catch (error) {
      if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return [];
      throw error;
    }
  }
}
