/** What an argument takes; with `!`, it has to be given. */
export type ArgShape = 'ID!' | 'ID' | 'String!' | 'String' | 'Int' | 'Boolean';

/** A field: its arguments, and what objects it gives; a field without `of` is a plain value. */
export interface FieldShape {
  readonly args?: Readonly<Record<string, ArgShape>>;
  readonly of?: Shape;
}

/** A type of the schema: what can be asked of an object. */
export interface Shape {
  readonly name: string;
  readonly fields: Readonly<Record<string, FieldShape>>;
}

export type Scalar = string | number | boolean | null;
export type Args = Readonly<Record<string, Scalar>>;
/** What a field gives. */
export type Value = Scalar | Thing | readonly Value[];
/** An object: its fields, each with what it does. */
export interface Thing {
  readonly [field: string]: Scalar | ((args: Args) => Value);
}

/** A shape of plain values. */
export const plain = (...names: readonly string[]): Record<string, FieldShape> =>
  Object.fromEntries(names.map((name) => [name, {}]));
