/** Thrown before a request is sent if the token of the account can't change anything. */
export class ReadOnlyTokenError extends Error {
  override readonly name = 'ReadOnlyTokenError';
  /** The server. */
  readonly base: string;

  constructor(base: string) {
    super(`the token for ${base} is read-only`);
    this.base = base;
  }
}

/** True if the token can't change anything: every write requires the scope `api` (server-behavior.md#token-errors). */
export const isReadOnly = (scopes: readonly string[]): boolean =>
  scopes.includes('read_api') && !scopes.includes('api');
