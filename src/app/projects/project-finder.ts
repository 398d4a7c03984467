import type { CallOptions, Client } from '../../api/client';
import { listProjects } from '../../api/endpoints/project-lists';
import { getProject } from '../../api/endpoints/projects';
import { isApiError } from '../../api/errors';
import { parseRemote, projectPathOn } from '../../domain/shared/remote-url';
import type { Project } from '../../schemas/project';
import type { Accounts } from '../accounts/accounts';
import { settleAll } from '../shared/settle-all';
import type { AddedProject } from './added-projects';

/** Maximum number of results. Typing more of the name finds the others. */
const MAX = 20;

/** Finds projects by part of the name, path, ID, or the URL of one of their pages. */
export class ProjectFinder {
  readonly #accounts: Accounts;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** Searches all servers with an account. Rejects only if nothing was found and a server failed. */
  async find(text: string, options?: CallOptions): Promise<readonly AddedProject[]> {
    const typed = text.trim();
    const bases = this.#accounts.list().map(({ base }) => base);
    const named = bases.flatMap((base) => {
      const path = pathOf(typed, base);
      return path === undefined ? [] : [{ base, path }];
    });
    // A URL identifies the server.
    const searches =
      named.length > 0
        ? named.map(({ base, path }) => this.#byReference(base, path, options))
        : bases.map((base) => this.#bySearch(base, typed, options));
    const { values, failure } = await settleAll(searches);
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

/** The project path in a URL, if it is on this server. URLs of pages contain `/-/` after the path. */
function pathOf(typed: string, base: string): string | undefined {
  const [project = ''] = typed.replace(/[?#].*$/, '').split('/-/');
  if (!/[:/]/.test(project) || !/^[\w+.-]+:\/\/|@/.test(project)) return undefined;
  const address = parseRemote(project);
  return address === undefined ? undefined : projectPathOn(base, address);
}
