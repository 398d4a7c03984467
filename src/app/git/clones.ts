import type { Client } from '../../api/client';
import { getProject } from '../../api/endpoints/projects';
import { isApiError } from '../../api/errors';
import { parseRemote, projectPathOn } from '../../domain/shared/remote-url';
import type { Project } from '../../schemas/project';
import type { AddedProjects } from '../projects/added-projects';
import type { ProjectRenames } from '../projects/project-renames';
import { EffectiveRemotes } from '../shared/effective-remotes';
import type { WorkspaceFiles } from '../shared/file-finder';
import type { GitClone, GitPort, GitRemote } from '../shared/git-port';
import type { ProjectKey } from '../shared/keys';
import { fetchAddress } from '../shared/remote-addresses';

/** A clone of a project, and its remote that refers to the project. */
export interface Clone extends GitClone {
  readonly remote: GitRemote;
}

/**
 * Users usually push to `origin`, and `upstream` is usually the source of a fork. Others are in git's order.
 */
const REMOTE_ORDER = ['origin', 'upstream'];
const rank = ({ name }: GitRemote): number => {
  const place = REMOTE_ORDER.indexOf(name);
  return place === -1 ? REMOTE_ORDER.length : place;
};

/** A project by which clones are found. `sshUrl`: its SSH URL, whose host can differ from that of the server. */
interface ClonedProject {
  readonly base: string;
  readonly id: number | string;
  readonly path: string;
  readonly sshUrl?: string | null | undefined;
}

/** Finds open clones of a project by their remotes, including clones of forks with such a remote. */
export class Clones {
  readonly #git: Pick<GitPort, 'clones'>;
  readonly #remotes: EffectiveRemotes;
  readonly #clientFor: (base: string) => Client;
  readonly #moves: Pick<ProjectRenames, 'idOf'>;
  readonly #added: Pick<AddedProjects, 'remoteOf'> | undefined;

  constructor(
    git: Pick<GitPort, 'clones' | 'effectiveRemotes'>,
    clientFor: (base: string) => Client,
    moves: Pick<ProjectRenames, 'idOf'>,
    added?: Pick<AddedProjects, 'remoteOf'>,
  ) {
    this.#added = added;
    this.#git = git;
    this.#remotes = new EffectiveRemotes((repository) => git.effectiveRemotes(repository));
    this.#clientFor = clientFor;
    this.#moves = moves;
  }

  /** Clones of a project, that of the active editor first. */
  async of(project: ProjectKey, signal?: AbortSignal): Promise<readonly Clone[]> {
    const clones = await this.#git.clones(signal);
    // Avoids a request if there is no clone.
    if (clones.length === 0) return [];
    const details = await this.details(project, signal);
    const path = details?.path_with_namespace ?? String(project.project);
    const wanted = {
      base: project.base,
      id: details?.id ?? project.project,
      path,
      sshUrl: details?.ssh_url_to_repo,
    };
    const found = await Promise.all(
      clones.map(async (clone): Promise<Clone | undefined> => {
        const remote = this.remoteFor(clone, wanted);
        if (remote !== undefined) return { ...clone, remote };
        const effective = await this.effective(clone);
        const other = this.remoteFor(effective, wanted);
        return other && { ...effective, remote: other };
      }),
    );
    return found.filter((clone) => clone !== undefined);
  }

  /** Returns a clone with its remotes as git uses them. */
  async effective(clone: GitClone): Promise<GitClone> {
    return {
      ...clone,
      remotes: await this.#remotes.of({ id: clone.repository, remotes: clone.remotes }),
    };
  }

  /** The remote of a clone that refers to a project, by the project's path or a previous path. */
  remoteFor({ remotes, repository }: GitClone, project: ClonedProject): GitRemote | undefined {
    const key = { base: project.base, project: project.id };
    const sshHost = parseRemote(project.sshUrl ?? '')?.host;
    const bound = this.#added?.remoteOf(key, repository);
    const named = bound === undefined ? undefined : remotes.find(({ name }) => name === bound);
    if (named !== undefined) return named;
    return [...remotes]
      .sort((a, b) => rank(a) - rank(b))
      .find((remote) => {
        const address = fetchAddress(remote);
        const path = address && projectPathOn(project.base, address, sshHost);
        if (path === undefined) return false;
        return (
          path.toLowerCase() === project.path.toLowerCase() ||
          this.#moves.idOf(project.base, path) === project.id
        );
      });
  }

  /** A project from the server; undefined if it doesn't exist or isn't readable. */
  async details({ base, project }: ProjectKey, signal?: AbortSignal): Promise<Project | undefined> {
    try {
      return await this.#clientFor(base).call(getProject, { id: project }, { signal });
    } catch (error) {
      if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return undefined;
      throw error;
    }
  }
}

/** Returns the address of a file in an open clone of a project; undefined if no clone contains it. */
export async function fileInClones(
  clones: Pick<Clones, 'of'>,
  files: Pick<WorkspaceFiles, 'file'>,
  project: ProjectKey,
  path: string,
): Promise<string | undefined> {
  for (const { repository } of await clones.of(project)) {
    const found = await files.file(repository, path);
    if (found !== undefined) return found;
  }
  return undefined;
}
