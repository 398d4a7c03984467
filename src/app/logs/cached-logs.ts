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
  /** Told of a log that is gone from its server. */
  readonly onErased: (key: JobKey) => void;
}

/** Removes kept logs where they must not stay: the server erased them, or the person signed out of it. */
export class CachedLogs implements Disposable {
  readonly #deps: CachedLogsDeps;
  readonly #subscriptions = new DisposableStore();
  /** Whose logs are kept, as far as that was seen in this session. */
  readonly #people = new Map<string, string | undefined>();
  /** Work that is under way, one after the other. */
  #queue: Promise<void> = Promise.resolve();

  constructor(deps: CachedLogsDeps) {
    this.#deps = deps;
    this.#subscriptions.add(
      deps.accounts.onDidChange((base) => {
        this.#accountChanged(base);
      }),
    );
  }

  /** Tells of jobs as a server has them now. */
  jobsSeen({ base, project }: ProjectKey, jobs: readonly SeenJob[]): void {
    for (const job of jobs) {
      if (!isErased(job)) continue;
      const key: JobKey = { base, project, job: job.id };
      this.#enqueue(() => this.#deps.cache.remove(key));
      this.#deps.onErased(key);
    }
  }

  /** Nothing is to be kept any more. */
  switchedOff(): void {
    this.#enqueue(async () => {
      await this.#deps.cache.clear();
    });
  }

  /** Resolves when all that was asked for is removed. */
  settled(): Promise<void> {
    return this.#queue;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Who signs in as somebody else may not be allowed to see what the one before saw. */
  #accountChanged(base: string): void {
    const account = this.#deps.accounts.list().find((one) => one.base === base);
    const isSame = account !== undefined && this.#people.get(base) === account.username;
    if (account === undefined) this.#people.delete(base);
    else this.#people.set(base, account.username);
    if (!isSame) this.#enqueue(() => this.#deps.cache.removeServer(base));
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch(() => undefined);
  }
}
