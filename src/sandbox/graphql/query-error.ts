/** A line and a column of a query. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** An error in a query, in the format of the response. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly place: Place | undefined;

  constructor(message: string, place?: Place) {
    super(message);
    this.place = place;
  }
}
