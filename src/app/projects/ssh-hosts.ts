import { listProjects } from '../../api/endpoints/project-lists';
import { parseRemote } from '../../domain/shared/remote-url';
import type { Accounts } from '../accounts/accounts';

/**
 * The hosts of the servers' SSH URLs, which can differ from the hosts of their web pages. A server is asked at most once,
 * for one of its projects: paths of other repositories aren't sent.
 */
export class SshHosts {
  readonly #accounts: Pick<Accounts, 'client'>;
  readonly #hosts = new Map<string, Promise<string | undefined>>();

  constructor(accounts: Pick<Accounts, 'client'>) {
    this.#accounts = accounts;
  }

  /** Forgets everything, for example because a server can be asked with another account. */
  clear(): void {
    this.#hosts.clear();
  }

  /** Undefined if the server doesn't name it, or can't be asked. */
  async of(base: string, signal?: AbortSignal): Promise<string | undefined> {
    const known = this.#hosts.get(base) ?? this.#ask(base, signal);
    this.#hosts.set(base, known);
    try {
      return await known;
    } catch {
      if (this.#hosts.get(base) === known) this.#hosts.delete(base);
      signal?.throwIfAborted();
      return undefined;
    }
  }

  async #ask(base: string, signal: AbortSignal | undefined): Promise<string | undefined> {
    const query = { simple: true, per_page: 1, order_by: 'id', sort: 'asc' } as const;
    const { items } = await this.#accounts.client(base).page(listProjects, query, { signal });
    return parseRemote(items[0]?.ssh_url_to_repo ?? '')?.host;
  }
}
