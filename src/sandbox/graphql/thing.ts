export type Scalar = string | number | boolean | null;
export type Args = Readonly<Record<string, Scalar>>;
/** What a field gives. */
export type Value = Scalar | Thing | readonly Value[];
/** An object: its fields, each with what it does. */
export interface Thing {
  readonly [field: string]: Scalar | ((args: Args) => Value);
}
