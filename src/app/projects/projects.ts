import { listProjectMergeRequests } from '../../api/endpoints/merge-requests';
import { getProject } from '../../api/endpoints/projects';
import { isApiError } from '../../api/errors';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type AccessLevel, accessLevelOf } from '../../domain/projects/access-level';
import type { Project } from '../../schemas/project';
import type { Accounts } from '../accounts/accounts';
import type { ReadOnlyAccounts } from '../accounts/read-only-accounts';
import { EffectiveRemotes } from '../shared/effective-remotes';
import { projectId, type ProjectKey } from '../shared/keys';
import { NO_WRITES, SharedFlight } from '../shared/shared-request';
import type { Head, Repositories, Repository } from '../shared/stores';
import type { AddedProjects } from './added-projects';
import { type Candidate, candidatesOf, hostsOf, type KnownServer, mayUseSshHost } from './candidates';
import type { ProjectRenames } from './project-renames';
import { SshHosts } from './ssh-hosts';

/** A project of a remote of the workspace, or an added one. `details`: undefined if the server has none. */
export interface WorkspaceProject {
  readonly key: ProjectKey;
  /** Full path, from the remote or the server. */
  readonly path: string;
  /** Undefined for a project without a remote. */
  readonly remote: string | undefined;
  readonly details: Project | undefined;
}

/** The result of a search for projects. All states except `found` are the reason why there are none. */
export type ProjectSearch =
  | { readonly state: 'signed-out' }
  | { readonly state: 'no-repository' }
  /** `hosts` are the hosts of the remotes. */
  | { readonly state: 'no-project'; readonly hosts: readonly string[] }
  | { readonly state: 'found'; readonly projects: readonly ProjectOutcome[] };

/** A project, or the error why it couldn't be read. */
export type ProjectOutcome =
  | { readonly ok: true; readonly project: WorkspaceProject }
  | {
      readonly ok: false;
      readonly base: string;
      readonly path: string;
      readonly error: unknown;
      /** The key of a project that the user added and can remove. */
      readonly added: ProjectKey | undefined;
    };

interface OptionalParts {
  readonly added?: AddedProjects;
  readonly readOnly?: Pick<ReadOnlyAccounts, 'has' | 'onDidChange'>;
}

/**
 * Finds the projects of the workspace: for each repository, the project of the first remote on a known
 * server, and projects that the user added.
 */
export class Projects implements Disposable {
  readonly #accounts: Accounts;
  readonly #repositories: Repositories;
  readonly #moves: ProjectRenames;
  readonly #added: AddedProjects | undefined;
  readonly #remotes: EffectiveRemotes;
  readonly #sshHosts: SshHosts;
  readonly #readOnly: Pick<ReadOnlyAccounts, 'has' | 'onDidChange'> | undefined;
  /** Heads found by the last search, by project. */
  readonly #heads = new Map<string, readonly Head[]>();
  readonly #clones = new Map<string, readonly string[]>();
  readonly #changed = new Emitter<void>();
  readonly #firstRead = new Emitter<string>();
  readonly #details = new Map<string, Project>();
  readonly #reading = new SharedFlight<string, Project>();
  /** Increased when an account changes, because a running request returns the role of the former account. */
  #generation = 0;
  readonly #doubted = new Set<string>();
  readonly #subscriptions = new DisposableStore();

  readonly onDidChange = this.#changed.event;
  /** Fires with a server when the first of its projects was read, also again after the account changed. */
  readonly onDidFindServer = this.#firstRead.event;

  constructor(
    accounts: Accounts,
    repositories: Repositories,
    moves: ProjectRenames,
    { added, readOnly }: OptionalParts = {},
  ) {
    this.#accounts = accounts;
    this.#readOnly = readOnly;
    this.#repositories = repositories;
    this.#moves = moves;
    this.#added = added;
    this.#remotes = new EffectiveRemotes(repositories.effectiveRemotes);
    this.#sshHosts = new SshHosts(accounts);
    const changed = (): void => {
      this.#changed.fire();
    };
    this.#subscriptions.add(
      accounts.onDidChange(() => {
        this.#generation++;
        this.#details.clear();
        this.#sshHosts.clear();
        changed();
      }),
    );
    this.#subscriptions.add(repositories.onDidChange(changed));
    this.#subscriptions.add(moves.onDidChange(changed));
    if (added !== undefined) this.#subscriptions.add(added.onDidChange(changed));
    if (readOnly !== undefined) this.#subscriptions.add(readOnly.onDidChange(changed));
  }

  /** Heads of the repositories of the workspace that are clones of a project or are bound to it. */
  headsOf(project: ProjectKey): readonly Head[] {
    return this.#heads.get(projectId(project)) ?? [];
  }

  /** Names of the branches that are checked out in the clones of the workspace's projects. */
  branches(): readonly string[] {
    const names = [...this.#heads.values()].flat().flatMap(({ name }) => name ?? []);
    return [...new Set(names)];
  }

  /** IDs of the repositories of the workspace that are clones of a project, or are bound to it. */
  clonesOf(project: ProjectKey): readonly string[] {
    return this.#clones.get(projectId(project)) ?? [];
  }

  /** The checked-out branch of a project in this workspace. */
  async branchOf(project: ProjectKey): Promise<string | undefined> {
    await this.search();
    return this.headsOf(project).find(({ name }) => name !== undefined)?.name;
  }

  /** The user's access level in a project that was read before, limited by the token. Doesn't read the project. */
  accessOf(key: ProjectKey): AccessLevel {
    return this.#readOnly?.has(key.base) === true ? 'read-only-token' : this.roleIn(key)?.access;
  }

  /** The path of a project that was read before, and the user's access level in it. */
  roleIn(key: ProjectKey): { readonly path: string; readonly access: AccessLevel } | undefined {
    const details = this.#detailsOf(key);
    if (details === undefined) return undefined;
    const path = details.path_with_namespace;
    if (this.#readOnly?.has(key.base) === true) return { path, access: 'read-only-token' };
    const isDoubted = this.#doubted.has(projectId(key));
    return { path, access: isDoubted ? undefined : accessLevelOf(details) };
  }

  /** The servers of the projects that were read before. */
  servers(): readonly string[] {
    return [...new Set([...this.#details.keys()].map((name) => name.slice(0, name.indexOf(' '))))];
  }

  /** True if a project that was read before is archived; undefined if it wasn't read. */
  isArchived(key: ProjectKey): boolean | undefined {
    const details = this.#detailsOf(key);
    return details && details.archived === true;
  }

  #detailsOf({ base, project }: ProjectKey): Project | undefined {
    for (const [name, details] of this.#details)
      if (details.id === project && name.startsWith(`${base} `)) return details;
    return undefined;
  }

  /**
   * Treats the user's access level in a project as unknown until the window is closed. It may be higher than
   * the server reports, for example in a project that is shared with a group.
   */
  doubtRole(key: ProjectKey): void {
    this.#doubted.add(projectId(key));
  }

  /** The host of a server's SSH URLs; undefined if it isn't known. */
  sshHostOf(base: string, signal?: AbortSignal): Promise<string | undefined> {
    return this.#sshHosts.of(base, signal);
  }

  /** True if the workspace has a project on a server with an account. Sends no request. */
  async isRelevant(): Promise<boolean> {
    const servers = this.#accounts.list().map(({ base }) => ({ base }));
    if (servers.length === 0) return false;
    const repositories = await this.#withEffectiveRemotes(await this.#repositories.list(), servers);
    return this.#candidates(repositories, servers).length > 0;
  }

  async search(signal?: AbortSignal): Promise<ProjectSearch> {
    const signedIn = this.#accounts.list().map(({ base }) => ({ base }));
    if (signedIn.length === 0) {
      this.#keepOnly(new Map());
      return { state: 'signed-out' };
    }
    const listed = await this.#repositories.list(signal);
    const repositories = await this.#withEffectiveRemotes(listed, signedIn);
    const servers = await this.#withSshHosts(repositories, signedIn, signal);
    const candidates = this.#candidates(repositories, servers);
    if (candidates.length === 0) {
      if (signal?.aborted !== true) this.#keepOnly(new Map());
      return repositories.length === 0
        ? { state: 'no-repository' }
        : { state: 'no-project', hosts: hostsOf(repositories) };
    }
    const read = await Promise.all(candidates.map((candidate) => this.#read(candidate, signal)));
    // Combines the heads of all candidates of a project, replacing those of the previous search.
    const found = new Map<string, readonly Head[]>();
    const clones = new Map<string, readonly string[]>();
    candidates.forEach(({ heads, clones: ids }, index) => {
      const outcome = read[index];
      if (outcome?.ok !== true) return;
      const id = projectId(outcome.project.key);
      found.set(id, [...(found.get(id) ?? []), ...heads]);
      clones.set(id, [...(clones.get(id) ?? []), ...ids]);
    });
    if (read.every(({ ok }) => ok)) this.#keepOnly(found);
    for (const [id, heads] of found) this.#heads.set(id, heads);
    for (const [id, ids] of clones) this.#clones.set(id, ids);
    return { state: 'found', projects: read.filter(isFirst) };
  }

  /** Removes the clones of projects that are no longer in the workspace. Projects that couldn't be read may be. */
  #keepOnly(found: ReadonlyMap<string, unknown>): void {
    for (const clones of [this.#heads, this.#clones])
      for (const id of clones.keys()) if (!found.has(id)) clones.delete(id);
  }

  /** Asks git for the remotes of the repositories whose remotes, as the editor reads them, are on no known server. */
  async #withEffectiveRemotes(
    repositories: readonly Repository[],
    servers: readonly KnownServer[],
  ): Promise<readonly Repository[]> {
    const isFound = isOn(repositories, servers);
    return Promise.all(
      repositories.map(async (repository) =>
        isFound(repository) ? repository : { ...repository, remotes: await this.#remotes.of(repository) },
      ),
    );
  }

  /** Asks the servers for the host of their SSH URLs if a repository may be on one of them. */
  async #withSshHosts(
    repositories: readonly Repository[],
    servers: readonly KnownServer[],
    signal: AbortSignal | undefined,
  ): Promise<readonly KnownServer[]> {
    const isFound = isOn(repositories, servers);
    if (!repositories.some((repository) => !isFound(repository) && mayUseSshHost(repository))) return servers;
    return Promise.all(
      servers.map(async ({ base }) => ({ base, sshHost: await this.#sshHosts.of(base, signal) })),
    );
  }

  #candidates(repositories: readonly Repository[], servers: readonly KnownServer[]): readonly Candidate[] {
    const bases = servers.map(({ base }) => base);
    return [...candidatesOf(repositories, servers), ...this.#addedOn(bases, repositories)];
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
    this.#firstRead.dispose();
  }

  async #read({ base, path, remote, added }: Candidate, signal?: AbortSignal): Promise<ProjectOutcome> {
    try {
      const details = await this.#readDetails({ base, path, added }, signal);
      const key = { base, project: details.id };
      return { ok: true, project: { key, path: details.path_with_namespace, remote, details } };
    } catch (error) {
      const project = added?.project ?? this.#moves.idOf(base, path) ?? path;
      // The project endpoint is an additional one (server-behavior.md#core-and-additional-endpoints). Servers
      // without it accept the path instead of the ID.
      if (isApiError(error, 'forbidden') || (await this.#isListed(error, { base, project }, signal))) {
        return { ok: true, project: { key: { base, project }, path, remote, details: undefined } };
      }
      return { ok: false, base, path, error, added };
    }
  }

  /** Reads a project once, also for searches at the same time. */
  async #readDetails(
    { base, path, added }: Pick<Candidate, 'base' | 'path' | 'added'>,
    signal: AbortSignal | undefined,
  ): Promise<Project> {
    const name = `${base} ${path}`;
    const known = this.#details.get(name);
    if (known !== undefined) return known;
    const generation = this.#generation;
    const start = (stop: AbortSignal) => this.#ask(base, path, added, stop);
    const details = await this.#reading.run(`${generation} ${name}`, NO_WRITES, start, signal);
    if (generation !== this.#generation) return details;
    const isFirst = !this.servers().includes(base);
    this.#details.set(name, details);
    if (isFirst) this.#firstRead.fire(base);
    return details;
  }

  /** True if only the project endpoint is missing, because the lists of the project exist. */
  async #isListed(error: unknown, { base, project }: ProjectKey, signal?: AbortSignal): Promise<boolean> {
    // GitLab's error message contains the type of the missing object.
    if (!isApiError(error, 'not-found') || /project/i.test(error.serverMessage ?? '')) return false;
    const request = this.#accounts
      .client(base)
      .page(listProjectMergeRequests, { id: project, per_page: 1 }, { signal });
    return request.then(
      () => true,
      () => false,
    );
  }

  /**
   * Reads a project by its ID if it is known to have moved. If that ID no longer exists, reads it by its
   * path.
   */
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

/** Returns which repositories have a remote on one of the servers. */
function isOn(
  repositories: readonly Repository[],
  servers: readonly KnownServer[],
): (repository: Repository) => boolean {
  const found = new Set(candidatesOf(repositories, servers).flatMap(({ clones }) => clones));
  return ({ id }) => found.has(id);
}

/** Removes duplicates: a project can both have a remote and be added by the user. */
function isFirst(outcome: ProjectOutcome, index: number, all: readonly ProjectOutcome[]): boolean {
  const name = nameOf(outcome);
  return all.findIndex((other) => nameOf(other) === name) === index;
}

function nameOf(outcome: ProjectOutcome): string {
  return outcome.ok ? projectId(outcome.project.key) : `${outcome.base}/${outcome.path}`;
}
