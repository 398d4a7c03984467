import { projectPathOn } from '../../../domain/shared/remote-url';
import type { Project } from '../../../schemas/project';
import type { Clones } from '../../git/clones';
import { mayUseSshHost } from '../../projects/candidates';
import type { Projects } from '../../projects/projects';
import type { GitClone, GitPort, GitRemote } from '../../shared/git-port';
import { fetchAddress } from '../../shared/remote-addresses';

/** The source or target project of a merge request. */
export interface CreateTarget {
  readonly project: Project;
  /** The clone's remote for the project; undefined if there is none. */
  readonly remote: GitRemote | undefined;
}

/** A project that branches of a clone can be pushed to. `id` identifies it in a form. */
export interface CreateSource extends CreateTarget {
  readonly id: string;
  readonly clone: GitClone;
  readonly remote: GitRemote;
}

/** Finds the source and target projects for a new merge request. */
export class CreatePlaces {
  readonly #git: Pick<GitPort, 'clones' | 'branch'>;
  readonly #clones: Pick<Clones, 'details' | 'effective' | 'remoteFor'>;
  readonly #sshHostOf: Pick<Projects, 'sshHostOf'>['sshHostOf'];

  constructor(
    git: Pick<GitPort, 'clones' | 'branch'>,
    clones: Pick<Clones, 'details' | 'effective' | 'remoteFor'>,
    sshHostOf: Pick<Projects, 'sshHostOf'>['sshHostOf'],
  ) {
    this.#git = git;
    this.#clones = clones;
    this.#sshHostOf = sshHostOf;
  }

  /**
   * Returns the projects of a server that the remotes of open clones belong to. The clone of the active
   * editor is first; within a clone, the project that its branch is pushed to. Omits projects without access.
   */
  async sources(base: string, signal?: AbortSignal): Promise<readonly CreateSource[]> {
    const clones = await this.#git.clones(signal);
    const found = await Promise.all(clones.map((clone) => this.#sourcesOf(clone, base, signal)));
    return found.flat();
  }

  /** Returns the project that it was forked from, if the user has access to it, and the project itself. */
  async targets(
    { project, clone, remote }: CreateSource,
    base: string,
    signal?: AbortSignal,
  ): Promise<readonly CreateTarget[]> {
    const own: CreateTarget = { project, remote };
    const parent = project.forked_from_project;
    if (parent === null || parent === undefined) return [own];
    const details = await this.#clones.details({ base, project: parent.id }, signal);
    if (details === undefined) return [own];
    const { id, path_with_namespace: path } = details;
    const sshUrl = details.ssh_url_to_repo;
    return [{ project: details, remote: this.#clones.remoteFor(clone, { base, id, path, sshUrl }) }, own];
  }

  async #sourcesOf(open: GitClone, base: string, signal?: AbortSignal): Promise<readonly CreateSource[]> {
    const { clone, paths } = await this.#pathsOf(open, base, signal);
    const projects = await Promise.all(
      paths.map((path) => this.#clones.details({ base, project: path }, signal)),
    );
    const sources = new Map<string, CreateSource>();
    for (const project of projects) {
      if (project === undefined) continue;
      const { id, path_with_namespace: path, ssh_url_to_repo: sshUrl } = project;
      const remote = this.#clones.remoteFor(clone, { base, id, path, sshUrl });
      const name = `${id} ${clone.repository}`;
      if (remote !== undefined) sources.set(name, { id: name, clone, remote, project });
    }
    const followed =
      clone.branch === undefined || sources.size < 2
        ? undefined
        : (await this.#git.branch(clone.repository, clone.branch))?.upstream?.remote;
    const rank = ({ remote }: CreateSource): number =>
      remote.name === followed ? 0 : remote.name === 'origin' ? 1 : 2;
    return [...sources.values()].sort((a, b) => rank(a) - rank(b));
  }

  /** Paths of the projects of a clone's remotes. If there are none, asks git and the server. */
  async #pathsOf(
    clone: GitClone,
    base: string,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly clone: GitClone; readonly paths: readonly string[] }> {
    const paths = pathsOn(base, clone);
    if (paths.length > 0) return { clone, paths };
    const effective = await this.#clones.effective(clone);
    const found = pathsOn(base, effective);
    if (found.length > 0 || !mayUseSshHost(effective)) return { clone: effective, paths: found };
    return { clone: effective, paths: pathsOn(base, effective, await this.#sshHostOf(base, signal)) };
  }
}

function pathsOn(base: string, { remotes }: GitClone, sshHost?: string): readonly string[] {
  const paths = remotes.flatMap((remote) => {
    const address = fetchAddress(remote);
    return (address && projectPathOn(base, address, sshHost)) ?? [];
  });
  return [...new Set(paths)];
}

/**
 * Returns the name of a clone's branch on the server. A branch created from the default branch, as with
 * `git checkout -b mine origin/main`, tracks the default branch but has a different name.
 */
export function sourceBranchOf({
  clone,
  project,
}: Pick<CreateSource, 'clone' | 'project'>): string | undefined {
  const followed = clone.head?.name;
  const own = clone.branch;
  return followed === undefined || followed === project.default_branch ? own : followed;
}
