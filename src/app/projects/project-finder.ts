import type { CallOptions, Client } from '../../api/client';
import { listProjects } from '../../api/endpoints/project-lists';
import { getProject } from '../../api/endpoints/projects';
import { isApiError } from '../../api/errors';
import { parseRemote, projectPathOn } from '../../domain/shared/remote-url';
import type { Project } from '../../schemas/project';
import type { Accounts } from '../accounts/accounts';
import { settleAll } from '../shared/settle-all';
import type { AddedProject } from './added-projects';

/** Enough to choose from; who does not find it types more of its name. */
const MAX = 20;

/** Finds a project that a person names: by part of its name, its path, its number, or the address of one of its pages. */
export class ProjectFinder {
  readonly #accounts: Accounts;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** On all servers with an account. Rejects only where no server gave an answer. */
  async find(text: string, options?: CallOptions): Promise<readonly AddedProject[]> {
    const typed = text.trim();
    const bases = this.#accounts.list().map(({ base }) => base);
    const named = bases.flatMap((base) => {
      const path = pathOf(typed, base);
      return path === undefined ? [] : [{ base, path }];
    });
    // An address says itself which server is meant.
    const asked =
      named.length > 0
        ? named.map(({ base, path }) => this.#byReference(base, path, options))
        : bases.map((base) => this.#bySearch(base, typed, options));
    const { values, failure } = await settleAll(asked);
    const found = values.flat();
    if (found.length === 0 && failure !== undefined) throw failure;
    return found;
  }

  async #bySearch(base: string, typed: string, options?: CallOptions): Promise<readonly AddedProject[]> {
    const client = this.#accounts.client(base);
    const isReference = /^\d+$/.test(typed) || /^[^\s/]+(\/[^\s/]+)+$/.test(typed);
    const [exact, listed] = await Promise.all([
      isReference ? this.#byReference(base, typed, options) : [],
      searchOn(client, typed, options),
    ]);
    const known = new Set(exact.map(({ path }) => path));
    return [...exact, ...listed.flatMap((one) => addedOf(base, one)).filter(({ path }) => !known.has(path))];
  }

  async #byReference(base: string, id: string, options?: CallOptions): Promise<readonly AddedProject[]> {
    try {
      return addedOf(base, await this.#accounts.client(base).call(getProject, { id }, options));
    } catch (error) {
      if (isApiError(error, 'not-found')) return [];
      throw error;
    }
  }
}

async function searchOn(client: Client, search: string, options?: CallOptions): Promise<readonly Project[]> {
  const page = await client.page(
    listProjects,
    {
      membership: true,
      simple: true,
      order_by: 'last_activity_at',
      per_page: MAX,
      ...(search === '' ? {} : { search }),
    },
    options,
  );
  return page.items;
}

function addedOf(base: string, { id, path_with_namespace: path }: Project): AddedProject[] {
  return [{ key: { base, project: id }, path }];
}

/** The path of the project that an address belongs to, if it is one on this server; pages lie below `/-/`. */
function pathOf(typed: string, base: string): string | undefined {
  const [project = ''] = typed.replace(/[?#].*$/, '').split('/-/');
  if (!/[:/]/.test(project) || !/^[\w+.-]+:\/\/|@/.test(project)) return undefined;
  const address = parseRemote(project);
  return address === undefined ? undefined : projectPathOn(base, address);
}
