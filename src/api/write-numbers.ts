/**
 * Numbers of the servers' writes: raised when a write is sent, and again when it ends. A read that began with
 * another number than the current one may not include a write.
 */
export class WriteNumbers {
  readonly #numbers = new Map<string, number>();

  /** `server`: its base URL. */
  of(server: string): number {
    return this.#numbers.get(server) ?? 0;
  }

  raise(server: string): void {
    this.#numbers.set(server, this.of(server) + 1);
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
}
