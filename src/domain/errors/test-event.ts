/**
 * Why a server didn't accept a test event, or why none was sent (`no-dsn`, `local`); `other` covers all
 * statuses without a special meaning.
 */
export type Refusal = 'no-dsn' | 'local' | 'key' | 'off' | 'busy' | 'moved' | 'other';

/** An ingestion endpoint rejected an event. Never contains the key. */
export class TestEventRefused extends Error {
  override readonly name = 'TestEventRefused';

  constructor(
    readonly refusal: Refusal,
    readonly facts: {
      readonly host: string;
      readonly status?: number | undefined;
      /** The server's message. */
      readonly reason?: string | undefined;
      readonly retryAfterMs?: number | undefined;
    },
  ) {
    super(`test event: ${refusal}${facts.status === undefined ? '' : ` (${facts.status})`}`);
  }
}
