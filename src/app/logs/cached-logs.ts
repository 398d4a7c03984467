import { orUndefined } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { DisposableStore } from '../../base/disposable';
import { isErased } from '../../domain/jobs/log-availability';
import type { Accounts } from '../accounts/accounts';
import type { JobKey, ProjectKey } from '../shared/keys';
import type { LogCache } from './cache';

interface SeenJob {
  readonly id: number;
  readonly erased_at?: string | null | undefined;
}

export interface CachedLogsDeps {
  readonly cache: LogCache;
  readonly accounts: Pick<Accounts, 'list' | 'onDidChange'>;
  /** Called for a log that was erased on its server. */
  readonly onErased: (key: JobKey) => void;
}

/** Removes stored logs when they are erased on the server or the account changes. */
export class CachedLogs implements Disposable {
  readonly #deps: CachedLogsDeps;
  readonly #subscriptions = new DisposableStore();
  /** Usernames by server, as far as they were seen in this session. */
  readonly #people = new Map<string, string | undefined>();
  /** Removals, performed one after the other. */
  #queue: Promise<void> = Promise.resolve();

  constructor(deps: CachedLogsDeps) {
    this.#deps = deps;
    this.#subscriptions.add(
      deps.accounts.onDidChange((base) => {
        this.#accountChanged(base);
      }),
    );
  }

  /** Reports jobs as read from the server. */
  jobsSeen({ base, project }: ProjectKey, jobs: readonly SeenJob[]): void {
    for (const job of jobs) {
      if (!isErased(job)) continue;
      const key: JobKey = { base, project, job: job.id };
      this.#enqueue(() => this.#deps.cache.remove(key));
      this.#deps.onErased(key);
    }
  }

  /** Removes all logs after the cache was disabled. */
  switchedOff(): void {
    this.#enqueue(async () => {
      await this.#deps.cache.clear();
    });
  }

  /** Resolves after all requested removals. */
  settled(): Promise<void> {
    return this.#queue;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Removes the logs if the user changed, because another user may not have access to them. */
  #accountChanged(base: string): void {
    const account = this.#deps.accounts.list().find((one) => one.base === base);
    const isSame = account !== undefined && this.#people.get(base) === account.username;
    if (account === undefined) this.#people.delete(base);
    else this.#people.set(base, account.username);
    if (!isSame) this.#enqueue(() => this.#deps.cache.removeServer(base));
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = orUndefined(this.#queue.then(work));
  }
}
