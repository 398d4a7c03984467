/**
 * Numbers of the servers' writes: raised when a write is sent, and again when it ends. A read that began with
 * another number than the current one may not include a write. Pushes and fetches by git count as writes to all servers,
 * because a remote can be on any of them.
 */
export class WriteNumbers {
  readonly #numbers = new Map<string, number>();
  #all = 0;

  /** `server`: its base URL. */
  of(server: string): number {
    return this.#all + (this.#numbers.get(server) ?? 0);
  }

  raise(server: string): void {
    this.#numbers.set(server, (this.#numbers.get(server) ?? 0) + 1);
  }

  /** Runs a write, and raises the number before it and after it, regardless of its outcome. */
  async around<T>(server: string, write: () => Promise<T>): Promise<T> {
    this.raise(server);
    try {
      return await write();
    } finally {
      this.raise(server);
    }
  }

  /** Runs work that may change any server, and raises the numbers of all servers before it and after it. */
  async aroundAll<T>(work: () => Promise<T>): Promise<T> {
    this.#all++;
    try {
      return await work();
    } finally {
      this.#all++;
    }
  }
}
