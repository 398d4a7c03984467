import { listProjects } from '../../api/endpoints/project-lists';
import { ignoreError } from '../../base/background';
import { parseRemote } from '../../domain/shared/remote-url';
import type { Accounts } from '../accounts/accounts';
import { NO_WRITES, SharedFlight } from '../shared/shared-request';

/**
 * The hosts of the servers' SSH URLs, which can differ from the hosts of their web pages. A server is asked at most once,
 * for one of its projects: paths of other repositories aren't sent.
 */
export class SshHosts {
  readonly #accounts: Pick<Accounts, 'client'>;
  readonly #hosts = new Map<string, string | undefined>();
  readonly #asking = new SharedFlight<string, string | undefined>();
  #generation = 0;

  constructor(accounts: Pick<Accounts, 'client'>) {
    this.#accounts = accounts;
  }

  /** Forgets everything, for example because a server can be asked with another account. */
  clear(): void {
    this.#generation++;
    this.#hosts.clear();
  }

  /** Undefined if the server doesn't name it, or can't be asked. Rejects only if the caller aborts. */
  async of(base: string, signal?: AbortSignal): Promise<string | undefined> {
    if (this.#hosts.has(base)) return this.#hosts.get(base);
    const generation = this.#generation;
    try {
      const start = (stop: AbortSignal) => this.#ask(base, stop);
      const host = await this.#asking.run(`${generation} ${base}`, NO_WRITES, start, signal);
      if (generation === this.#generation) this.#hosts.set(base, host);
      return host;
    } catch (error) {
      ignoreError(error);
      signal?.throwIfAborted();
      // Without the host, the repository is treated as one of another server; the next search asks again.
      return undefined;
    }
  }

  async #ask(base: string, signal: AbortSignal): Promise<string | undefined> {
    const query = { simple: true, per_page: 1, order_by: 'id', sort: 'asc' } as const;
    const { items } = await this.#accounts.client(base).page(listProjects, query, { signal });
    return parseRemote(items[0]?.ssh_url_to_repo ?? '')?.host;
  }
}
