/**
 * Why a server did not take a test event, or was not asked to (`no-dsn`, `local`); `other` holds every status without a
 * meaning of its own.
 */
export type Refusal = 'no-dsn' | 'local' | 'key' | 'off' | 'busy' | 'moved' | 'other';

/** An ingestion endpoint did not take what was sent. It never holds the key. */
export class TestEventRefused extends Error {
  override readonly name = 'TestEventRefused';

  constructor(
    readonly refusal: Refusal,
    readonly facts: {
      readonly host: string;
      readonly status?: number | undefined;
      /** What the server said. */
      readonly reason?: string | undefined;
      readonly retryAfterMs?: number | undefined;
    },
  ) {
    super(`test event: ${refusal}${facts.status === undefined ? '' : ` (${facts.status})`}`);
  }
}
