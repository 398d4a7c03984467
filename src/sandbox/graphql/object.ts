export type Scalar = string | number | boolean | null;
export type Args = Readonly<Record<string, Scalar>>;
/** The value of a field. */
export type Value = Scalar | GraphqlObject | readonly Value[];
/** An object with the values or resolvers of its fields. */
export interface GraphqlObject {
  readonly [field: string]: Scalar | ((args: Args) => Value);
}
