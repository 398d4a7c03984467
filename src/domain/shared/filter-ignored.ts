/** A server that doesn't know a filter answers with the list as it is without it: that must not be shown as filtered. */
export class FilterIgnored extends Error {
  override readonly name = 'FilterIgnored';
  readonly host: string;

  constructor(host: string) {
    super(`the filter "approved" is ignored`);
    this.host = host;
  }
}
