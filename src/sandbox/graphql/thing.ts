export type Scalar = string | number | boolean | null;
export type Args = Readonly<Record<string, Scalar>>;
/** The value of a field. */
export type Value = Scalar | Thing | readonly Value[];
/** An object with the values or resolvers of its fields. */
export interface Thing {
  readonly [field: string]: Scalar | ((args: Args) => Value);
}
