/** A line and a column of a query. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Something that is wrong with a query, in the shape in which the response reports it. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly place: Place | undefined;

  constructor(message: string, place?: Place) {
    super(message);
    this.place = place;
  }
}
