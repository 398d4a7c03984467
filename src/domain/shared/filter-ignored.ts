/**
 * Thrown if a server ignores a filter that it doesn't support, because the unfiltered list must not be shown
 * as filtered.
 */
export class FilterIgnoredError extends Error {
  override readonly name = 'FilterIgnoredError';
  readonly host: string;

  constructor(host: string) {
    super(`the filter "approved" is ignored`);
    this.host = host;
  }
}
