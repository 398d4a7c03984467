/** A value as written; variables are not filled in yet. */
export type ValueNode =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'scalar'; readonly value: string | number | boolean | null }
  | { readonly kind: 'enum'; readonly value: string }
  | { readonly kind: 'list'; readonly values: readonly ValueNode[] }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, ValueNode> };

export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Directive {
  readonly name: string;
  readonly args: ReadonlyMap<string, ValueNode>;
  readonly place: Place;
}

export interface FieldNode {
  readonly kind: 'field';
  readonly name: string;
  readonly alias: string;
  readonly args: ReadonlyMap<string, ValueNode>;
  readonly directives: readonly Directive[];
  /** Undefined where the field has no braces. */
  readonly selection: readonly SelectionNode[] | undefined;
  readonly place: Place;
}

export type SelectionNode =
  | FieldNode
  | {
      readonly kind: 'spread';
      readonly name: string;
      readonly directives: readonly Directive[];
      readonly place: Place;
    }
  | {
      readonly kind: 'inline';
      readonly on: string | undefined;
      readonly directives: readonly Directive[];
      readonly selection: readonly SelectionNode[];
      readonly place: Place;
    };

export interface VariableNode {
  readonly name: string;
  /** Such as `ID!`. */
  readonly type: string;
  readonly fallback: ValueNode | undefined;
}

export interface Operation {
  readonly kind: string;
  readonly name: string | undefined;
  readonly variables: readonly VariableNode[];
  readonly selection: readonly SelectionNode[];
  readonly place: Place;
}

export interface Fragment {
  readonly name: string;
  readonly on: string;
  readonly selection: readonly SelectionNode[];
}

export interface Document {
  readonly operations: readonly Operation[];
  readonly fragments: ReadonlyMap<string, Fragment>;
}

/** Something that a query says wrongly, in the shape in which the answer tells it. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly place: Place | undefined;

  constructor(message: string, place?: Place) {
    super(message);
    this.place = place;
  }
}
