/** Steps that are left of a work that must have an end; one is a look at one line: some nanoseconds. */
export interface Effort {
  left: number;
}
