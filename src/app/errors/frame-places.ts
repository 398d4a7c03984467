import type { StackFrame, StackTrace } from '../../domain/errors/stack-trace';
import { projectFolders } from '../logs/job-folders';
import type { AddedProjects } from '../projects/added-projects';
import type { ErrorPlace, FrameKey, TraceSource } from '../shared/error-keys';
import type { JobFolders } from '../shared/file-finder';
import { type FrameFiles } from '../shared/file-finder';
import type { Repositories } from '../shared/stores';
import { FrameFinder, type FramePlace } from './frame-finder';
import type { LatestTraces } from './latest-stack-traces';
import type { PastedTraces } from './pasted-stack-traces';

export interface FramePlacesDeps {
  readonly files: FrameFiles;
  readonly repositories: Repositories;
  readonly added: Pick<AddedProjects, 'list'>;
  /** URIs of the open folders. */
  readonly folders: () => readonly string[];
  readonly traces: LatestTraces;
  readonly pasted: PastedTraces;
}

/** Finds frames by their keys, and the position of their code in the workspace. */
export class FramePlaces {
  readonly #deps: FramePlacesDeps;
  readonly #finders = new Map<string, FrameFinder>();

  constructor(deps: FramePlacesDeps) {
    this.#deps = deps;
  }

  /** The cached stack trace; undefined if it was removed or hasn't been read. */
  peek(source: TraceSource): readonly StackTrace[] | undefined {
    const { traces, pasted } = this.#deps;
    return source.kind === 'latest' ? traces.peek(source.error) : pasted.get(source.id)?.traces;
  }

  /** Like `peek`, but reads the stack trace if it isn't cached. */
  async tracesOf(source: TraceSource, signal?: AbortSignal): Promise<readonly StackTrace[] | undefined> {
    const known = this.peek(source);
    if (known !== undefined || source.kind === 'pasted') return known;
    return this.#deps.traces.get(source.error, { signal });
  }

  async frameOf({ source, trace, frame }: FrameKey, signal?: AbortSignal): Promise<StackFrame | undefined> {
    return (await this.tracesOf(source, signal))?.[trace]?.frames[frame];
  }

  /** Undefined if the workspace doesn't contain the file. */
  async find(source: TraceSource, frame: StackFrame, signal: AbortSignal): Promise<FramePlace | undefined> {
    return (await this.#finder(source)).find(frame, signal);
  }

  /** Clears the cache, because files or clones may have changed. */
  forget(): void {
    this.#finders.clear();
  }

  /**
   * Files of an error are searched for in clones of its project, because another project can have a different
   * file with the same path. The project of a pasted stack trace isn't known, so all folders are searched.
   */
  async #finder(source: TraceSource): Promise<FrameFinder> {
    const place = source.kind === 'latest' ? source.error : undefined;
    const id = place === undefined ? '' : `${place.base} ${place.path}`;
    const known = this.#finders.get(id);
    if (known !== undefined) return known;
    const finder = new FrameFinder(this.#deps.files, await this.#folders(place));
    this.#finders.set(id, finder);
    return finder;
  }

  async #folders(place: ErrorPlace | undefined): Promise<JobFolders> {
    const { repositories, folders } = this.#deps;
    const clones = await repositories.list();
    if (place !== undefined) {
      const workspace = { repositories: clones, added: this.#deps.added.list() };
      return projectFolders(place.base, place.path, workspace);
    }
    return { roots: [...new Set([...folders(), ...clones.map(({ id }) => id)])], project: undefined };
  }
}
