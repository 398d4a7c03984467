import { listProjectMergeRequests } from '../../api/endpoints/merge-requests';
import { getProject } from '../../api/endpoints/projects';
import { isApiError } from '../../api/errors';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type AccessLevel, accessLevelOf } from '../../domain/projects/access-level';
import { parseRemote, projectPathOn } from '../../domain/shared/remote-url';
import type { Project } from '../../schemas/project';
import type { Accounts } from '../accounts/accounts';
import { projectId, type ProjectKey } from '../shared/keys';
import type { Head, Repositories, Repository } from '../shared/stores';
import type { AddedProjects } from './added-projects';
import type { ProjectRenames } from './project-renames';

/**
 * A project that a remote of the workspace points at, or that was added by hand. `details` are missing where the
 * server does not give them.
 */
export interface WorkspaceProject {
  readonly key: ProjectKey;
  /** Full path, as in the remote or as the server tells it. */
  readonly path: string;
  /** Undefined for a project that no remote leads to. */
  readonly remote: string | undefined;
  readonly details: Project | undefined;
}

/** What became of looking for projects; every state but `found` says what is missing. */
export type ProjectSearch =
  | { readonly state: 'signed-out' }
  | { readonly state: 'no-repository' }
  /** `hosts` are those that the remotes name. */
  | { readonly state: 'no-project'; readonly hosts: readonly string[] }
  | { readonly state: 'found'; readonly projects: readonly ProjectOutcome[] };

/** A project, or why it could not be read; the others are unharmed. */
export type ProjectOutcome =
  | { readonly ok: true; readonly project: WorkspaceProject }
  | {
      readonly ok: false;
      readonly base: string;
      readonly path: string;
      readonly error: unknown;
      /** How it was added, where it was added by hand: then it can be removed. */
      readonly added: ProjectKey | undefined;
    };

interface Candidate {
  readonly base: string;
  readonly path: string;
  readonly remote: string | undefined;
  /** What is checked out in each clone of it. */
  readonly heads: readonly Head[];
  /** IDs of its clones. */
  readonly clones: readonly string[];
  readonly added: ProjectKey | undefined;
}

/**
 * Finds the projects of the workspace: one for each repository, from the first remote that lies on a known server,
 * and those that were added by hand.
 */
export class Projects implements Disposable {
  readonly #accounts: Accounts;
  readonly #repositories: Repositories;
  readonly #moves: ProjectRenames;
  readonly #added: AddedProjects | undefined;
  /** What was checked out when it was looked last, by project. */
  readonly #heads = new Map<string, readonly Head[]>();
  readonly #clones = new Map<string, readonly string[]>();
  readonly #changed = new Emitter<void>();
  readonly #details = new Map<string, Project>();
  readonly #doubted = new Set<string>();
  readonly #subscriptions = new DisposableStore();

  readonly onDidChange = this.#changed.event;

  constructor(accounts: Accounts, repositories: Repositories, moves: ProjectRenames, added?: AddedProjects) {
    this.#accounts = accounts;
    this.#repositories = repositories;
    this.#moves = moves;
    this.#added = added;
    const changed = (): void => {
      this.#changed.fire();
    };
    this.#subscriptions.add(
      accounts.onDidChange(() => {
        this.#details.clear();
        changed();
      }),
    );
    this.#subscriptions.add(repositories.onDidChange(changed));
    this.#subscriptions.add(moves.onDidChange(changed));
    if (added !== undefined) this.#subscriptions.add(added.onDidChange(changed));
  }

  /** What is checked out of a project in this workspace, by its remotes or by the repository that it is bound to. */
  headsOf(project: ProjectKey): readonly Head[] {
    return this.#heads.get(projectId(project)) ?? [];
  }

  /** IDs of the repositories of the workspace that are clones of a project, or are bound to it. */
  clonesOf(project: ProjectKey): readonly string[] {
    return this.#clones.get(projectId(project)) ?? [];
  }

  /** The branch that is checked out of a project in this workspace. */
  async branchOf(project: ProjectKey): Promise<string | undefined> {
    await this.search();
    return this.headsOf(project).find(({ name }) => name !== undefined)?.name;
  }

  /** The person's level in a project that was read before; nothing is asked for it. */
  accessOf(key: ProjectKey): AccessLevel {
    return this.roleIn(key)?.access;
  }

  /** The path of a project that was read before, and the person's level in it. */
  roleIn(key: ProjectKey): { readonly path: string; readonly access: AccessLevel } | undefined {
    const { base, project } = key;
    for (const [name, details] of this.#details)
      if (details.id === project && name.startsWith(`${base} `)) {
        const isDoubted = this.#doubted.has(projectId(key));
        return {
          path: details.path_with_namespace,
          access: isDoubted ? undefined : accessLevelOf(details),
        };
      }
    return undefined;
  }

  /**
   * Treats the person's level in a project as unknown until the window is closed. It may be higher than the server
   * reports, for example in a project that is shared with a group.
   */
  doubtRole(key: ProjectKey): void {
    this.#doubted.add(projectId(key));
  }

  /** Whether the workspace has a project on a server with an account. Sends no request. */
  async isRelevant(): Promise<boolean> {
    const bases = this.#accounts.list().map(({ base }) => base);
    return bases.length > 0 && this.#candidates(await this.#repositories.list(), bases).length > 0;
  }

  async search(signal?: AbortSignal): Promise<ProjectSearch> {
    const bases = this.#accounts.list().map(({ base }) => base);
    if (bases.length === 0) return { state: 'signed-out' };
    const repositories = await this.#repositories.list(signal);
    const candidates = this.#candidates(repositories, bases);
    if (candidates.length === 0) {
      return repositories.length === 0
        ? { state: 'no-repository' }
        : { state: 'no-project', hosts: hostsOf(repositories) };
    }
    const read = await Promise.all(candidates.map((candidate) => this.#read(candidate, signal)));
    // A project may have several addresses, and a clone may be gone: what was checked out before counts no more.
    const found = new Map<string, readonly Head[]>();
    const clones = new Map<string, readonly string[]>();
    candidates.forEach(({ heads, clones: ids }, index) => {
      const outcome = read[index];
      if (outcome?.ok !== true) return;
      const id = projectId(outcome.project.key);
      found.set(id, [...(found.get(id) ?? []), ...heads]);
      clones.set(id, [...(clones.get(id) ?? []), ...ids]);
    });
    for (const [id, heads] of found) this.#heads.set(id, heads);
    for (const [id, ids] of clones) this.#clones.set(id, ids);
    return { state: 'found', projects: read.filter(isFirst) };
  }

  #candidates(repositories: readonly Repository[], bases: readonly string[]): readonly Candidate[] {
    return [...candidatesOf(repositories, bases), ...this.#addedOn(bases, repositories)];
  }

  #addedOn(bases: readonly string[], repositories: readonly Repository[]): readonly Candidate[] {
    return (this.#added?.list() ?? [])
      .filter(({ key }) => bases.includes(key.base))
      .map(({ key, path, bound }) => {
        const clone = repositories.find(({ id }) => id === bound?.repository);
        const heads = clone?.head === undefined ? [] : [clone.head];
        const clones = clone === undefined ? [] : [clone.id];
        return { base: key.base, path, remote: undefined, heads, clones, added: key };
      });
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  async #read({ base, path, remote, added }: Candidate, signal?: AbortSignal): Promise<ProjectOutcome> {
    const name = `${base} ${path}`;
    try {
      const details = this.#details.get(name) ?? (await this.#ask(base, path, added, signal));
      this.#details.set(name, details);
      const key = { base, project: details.id };
      return { ok: true, project: { key, path: details.path_with_namespace, remote, details } };
    } catch (error) {
      const project = added?.project ?? this.#moves.idOf(base, path) ?? path;
      // The project endpoint is an additional one (server-behavior.md#core-and-additional-endpoints): a server without
      // it still takes the path in place of the id.
      if (isApiError(error, 'forbidden') || (await this.#isListed(error, { base, project }, signal))) {
        return { ok: true, project: { key: { base, project }, path, remote, details: undefined } };
      }
      return { ok: false, base, path, error, added };
    }
  }

  /** True where just the question for a project is unknown, not the project itself: then its lists are there. */
  async #isListed(error: unknown, { base, project }: ProjectKey, signal?: AbortSignal): Promise<boolean> {
    // The real service names what it does not find.
    if (!isApiError(error, 'not-found') || /project/i.test(error.serverMessage ?? '')) return false;
    const asked = this.#accounts
      .client(base)
      .page(listProjectMergeRequests, { id: project, per_page: 1 }, { signal });
    return asked.then(
      () => true,
      () => false,
    );
  }

  /** By its id where it is known to have moved; a path that something new took since is found again by itself. */
  async #ask(
    base: string,
    path: string,
    added: ProjectKey | undefined,
    signal?: AbortSignal,
  ): Promise<Project> {
    const client = this.#accounts.client(base);
    if (added !== undefined) return client.call(getProject, { id: added.project }, { signal });
    const moved = this.#moves.idOf(base, path);
    if (moved === undefined) return client.call(getProject, { id: path }, { signal });
    try {
      return await client.call(getProject, { id: moved }, { signal });
    } catch (error) {
      if (!isApiError(error, 'not-found')) throw error;
      await this.#moves.forget(base, path);
      return client.call(getProject, { id: path }, { signal });
    }
  }
}

/** One project may be named twice: by a remote and by hand. */
function isFirst(outcome: ProjectOutcome, index: number, all: readonly ProjectOutcome[]): boolean {
  const name = nameOf(outcome);
  return all.findIndex((other) => nameOf(other) === name) === index;
}

function nameOf(outcome: ProjectOutcome): string {
  return outcome.ok ? projectId(outcome.project.key) : `${outcome.base}/${outcome.path}`;
}

/** `origin` is where people push by habit, `upstream` where a fork came from; the rest by name. */
const REMOTE_ORDER = ['origin', 'upstream'];

function rank(name: string): number {
  const place = REMOTE_ORDER.indexOf(name);
  return place === -1 ? REMOTE_ORDER.length : place;
}

function candidatesOf(repositories: readonly Repository[], bases: readonly string[]): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { id, remotes, head } of repositories) {
    const candidate = [...remotes]
      .sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name))
      .map(({ name, url }) => candidateOf(name, url, bases))
      .find((one) => one !== undefined);
    if (candidate === undefined) continue;
    const name = `${candidate.base} ${candidate.path}`;
    const heads = [...(found.get(name)?.heads ?? []), ...(head === undefined ? [] : [head])];
    const clones = [...(found.get(name)?.clones ?? []), id];
    found.set(name, { ...candidate, heads, clones, added: undefined });
  }
  return [...found.values()];
}

function candidateOf(
  remote: string,
  url: string,
  bases: readonly string[],
): Pick<Candidate, 'base' | 'path' | 'remote'> | undefined {
  const address = parseRemote(url);
  if (address === undefined) return undefined;
  // The longest address first: a server below a sub-path is more particular than its host.
  for (const base of [...bases].sort((a, b) => b.length - a.length)) {
    const path = projectPathOn(base, address);
    if (path !== undefined) return { base, path, remote };
  }
  return undefined;
}

function hostsOf(repositories: readonly Repository[]): readonly string[] {
  const hosts = repositories.flatMap(({ remotes }) =>
    remotes.flatMap(({ url }) => parseRemote(url)?.host ?? []),
  );
  return [...new Set(hosts)];
}
