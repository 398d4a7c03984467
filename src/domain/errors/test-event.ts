import { ReasonError } from '../../base/reason-error';

/**
 * Why a server didn't accept a test event, or why none was sent (`no-dsn`, `local`); `other` covers all
 * statuses without a special meaning.
 */
export type Refusal = 'no-dsn' | 'local' | 'key' | 'off' | 'busy' | 'moved' | 'other';

/** An ingestion endpoint rejected an event. Never contains the key. */
export class TestEventRefusedError extends ReasonError<Refusal> {
  override readonly name = 'TestEventRefusedError';

  constructor(
    reason: Refusal,
    readonly facts: {
      readonly host: string;
      readonly status?: number | undefined;
      /** The server's message. */
      readonly serverMessage?: string | undefined;
      readonly retryAfterMs?: number | undefined;
    },
  ) {
    super(reason, `test event: ${reason}${facts.status === undefined ? '' : ` (${facts.status})`}`);
  }
}
