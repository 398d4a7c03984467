/** What a document says about one endpoint, restated by hand: never computed from the declaration it is held against. */
export interface Row {
  /** Where it stands: the document and its section, or that it is in none. */
  readonly source: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /**
   * Codes of success. The documents give few of them; the others are those of the real service. A client takes any
   * 2xx.
   */
  readonly success: readonly number[];
  readonly query: readonly string[];
  readonly body: readonly string[];
  readonly answer: 'one' | 'optional' | 'list' | 'text' | 'none';
  readonly token: 'personal' | 'job';
}

/** A read that answers with one thing. */
export const reading = (source: string) =>
  ({ source, method: 'GET', success: [200], query: [], body: [], answer: 'one', token: 'personal' }) as const;

/** Parameters of a list in pages. */
export const PAGE = ['page', 'per_page'] as const;
