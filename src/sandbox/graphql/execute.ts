import {
  QueryError,
  type Document,
  type FieldNode,
  type Operation,
  type SelectionNode,
  type ValueNode,
} from './ast';
import type { Args, FieldShape, Scalar, Shape, Thing, Value } from './shape';

/** Values that came with the query, beside it. */
export type Variables = Readonly<Record<string, unknown>>;

const MOST_FIELDS = 5_000;

/** Answers one operation. Everything is checked against the shapes first, so that a mistake is told wherever it is. */
export class Execution {
  readonly #document: Document;
  readonly #variables: ReadonlyMap<string, unknown>;
  #fields = 0;

  constructor(document: Document, operation: Operation, given: Variables) {
    this.#document = document;
    this.#variables = new Map(
      operation.variables.map(({ name, type, fallback }) => {
        const value = given[name] ?? (fallback === undefined ? undefined : this.#plainValue(fallback));
        if (value === undefined && type.endsWith('!')) {
          throw new QueryError(
            `Variable $${name} of type ${type} was provided invalid value`,
            operation.place,
          );
        }
        return [name, value ?? null] as const;
      }),
    );
  }

  run(selection: readonly SelectionNode[], shape: Shape, thing: Thing): Record<string, unknown> {
    this.#check(selection, shape, []);
    return this.#answer(selection, shape, thing);
  }

  #check(selection: readonly SelectionNode[], shape: Shape, spreads: readonly string[]): void {
    for (const node of selection) {
      if (++this.#fields > MOST_FIELDS)
        throw new QueryError('Query has a complexity that exceeds the maximum');
      for (const { name, place } of node.directives) {
        if (name !== 'include' && name !== 'skip') {
          throw new QueryError(`Directive @${name} is not defined`, place);
        }
      }
      if (node.kind === 'field') this.#checkField(node, shape, spreads);
      else if (node.kind === 'inline') this.#check(node.selection, shape, spreads);
      else {
        const fragment = this.#document.fragments.get(node.name);
        if (fragment === undefined || spreads.includes(node.name)) {
          throw new QueryError(`Fragment ${node.name} was used, but not defined`, node.place);
        }
        this.#check(fragment.selection, shape, [...spreads, node.name]);
      }
    }
  }

  #checkField(node: FieldNode, shape: Shape, spreads: readonly string[]): void {
    if (node.name === '__typename') return;
    const field = fieldOf(shape, node.name);
    if (field === undefined) {
      throw new QueryError(`Field '${node.name}' doesn't exist on type '${shape.name}'`, node.place);
    }
    this.#argsOf(node, field);
    if (field.of === undefined) {
      if (node.selection === undefined) return;
      throw new QueryError(
        `Selections can't be made on scalars (field '${node.name}' returns a scalar)`,
        node.place,
      );
    }
    if (node.selection === undefined) {
      throw new QueryError(
        `Field must have selections (field '${node.name}' returns ${field.of.name} but has no selections. Did you mean '${node.name} { ... }'?)`,
        node.place,
      );
    }
    this.#check(node.selection, field.of, spreads);
  }

  #argsOf(node: FieldNode, { args = {} }: FieldShape): Args {
    const unknown = [...node.args.keys()].find((name) => !Object.hasOwn(args, name));
    if (unknown !== undefined) {
      throw new QueryError(`Field '${node.name}' doesn't accept argument '${unknown}'`, node.place);
    }
    return Object.fromEntries(
      Object.entries(args).map(([name, type]) => {
        const written = node.args.get(name);
        const value = written === undefined ? null : this.#plainValue(written);
        if (value === null && type.endsWith('!')) {
          throw new QueryError(`Field '${node.name}' is missing required arguments: ${name}`, node.place);
        }
        if (!fits(type, value)) {
          throw new QueryError(
            `Argument '${name}' on Field '${node.name}' has an invalid value. Expected type '${type}'.`,
            node.place,
          );
        }
        return [name, value];
      }),
    );
  }

  #plainValue(node: ValueNode): unknown {
    if (node.kind === 'scalar' || node.kind === 'enum') return node.value;
    if (node.kind === 'list') return node.values.map((value) => this.#plainValue(value));
    if (node.kind === 'object') {
      return Object.fromEntries([...node.fields].map(([name, value]) => [name, this.#plainValue(value)]));
    }
    if (!this.#variables.has(node.name)) {
      throw new QueryError(`Variable $${node.name} is used but not declared`);
    }
    return this.#variables.get(node.name);
  }

  #answer(selection: readonly SelectionNode[], shape: Shape, thing: Thing): Record<string, unknown> {
    const answer: Record<string, unknown> = {};
    for (const node of selection) {
      if (!this.#isWanted(node)) continue;
      if (node.kind === 'field') {
        const value = this.#fieldValue(node, shape, thing);
        answer[node.alias] = merged(answer[node.alias], value);
        continue;
      }
      const inner = node.kind === 'inline' ? node : this.#document.fragments.get(node.name);
      if (inner === undefined || (inner.on !== undefined && inner.on !== shape.name)) continue;
      for (const [name, value] of Object.entries(this.#answer(inner.selection, shape, thing))) {
        answer[name] = merged(answer[name], value);
      }
    }
    return answer;
  }

  #isWanted({ directives }: SelectionNode): boolean {
    return directives.every(({ name, args }) => {
      const condition = args.get('if');
      const is = condition !== undefined && this.#plainValue(condition) === true;
      return name === 'skip' ? !is : is;
    });
  }

  #fieldValue(node: FieldNode, shape: Shape, thing: Thing): unknown {
    if (node.name === '__typename') return shape.name;
    const field = fieldOf(shape, node.name);
    if (field === undefined) return null;
    const made = Object.hasOwn(thing, node.name) ? thing[node.name] : null;
    const value = typeof made === 'function' ? made(this.#argsOf(node, field)) : (made ?? null);
    return this.#rendered(value, node, field.of);
  }

  #rendered(value: Value, node: FieldNode, of: Shape | undefined): unknown {
    if (isList(value)) return value.map((each) => this.#rendered(each, node, of));
    if (value === null || typeof value !== 'object' || of === undefined) return value;
    return this.#answer(node.selection ?? [], of, value);
  }
}

const fieldOf = ({ fields }: Shape, name: string): FieldShape | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

function fits(type: string, value: unknown): value is Scalar {
  if (value === null) return true;
  if (type === 'Int') return Number.isSafeInteger(value);
  if (type === 'Boolean') return typeof value === 'boolean';
  return typeof value === 'string' || (type.startsWith('ID') && typeof value === 'number');
}

/** The same field asked for twice with different selections is one object. */
function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) {
    return other.map((value: unknown, index) => merged(one[index], value));
  }
  const both = typeof one === 'object' && typeof other === 'object' && one !== null && other !== null;
  return both ? { ...one, ...other } : other;
}
