/** True if the token can't change anything: every write requires the scope `api` (server-behavior.md#token-errors). */
export const isReadOnly = (scopes: readonly string[]): boolean =>
  scopes.includes('read_api') && !scopes.includes('api');
