import {
  QueryError,
  type Directive,
  type Document,
  type FieldNode,
  type Fragment,
  type Operation,
  type SelectionNode,
  type ValueNode,
  type VariableNode,
} from './ast';
import { tokensOf, type Token } from './lexer';

const LONGEST = 10_000;
const DEEPEST = 20;

/** Reads a query of GraphQL: operations and fragments. Definitions of types are not part of a query. */
export function parse(text: string): Document {
  if (text.length > LONGEST) throw new QueryError('Query too large');
  return new Parser(tokensOf(text)).document();
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  document(): Document {
    const operations: Operation[] = [];
    const fragments = new Map<string, Fragment>();
    do {
      if (this.#is('fragment')) {
        const fragment = this.#fragment();
        fragments.set(fragment.name, fragment);
      } else operations.push(this.#operation());
    } while (this.#peek().kind !== 'end');
    return { operations, fragments };
  }

  #operation(): Operation {
    const { place } = this.#peek();
    if (this.#is('{')) {
      return { kind: 'query', name: undefined, variables: [], selection: this.#selection(), place };
    }
    const kind = this.#name();
    if (!['query', 'mutation', 'subscription'].includes(kind)) this.#fail(kind);
    const name = this.#peek().kind === 'name' ? this.#name() : undefined;
    const variables = this.#is('(') ? this.#several('(', ')', () => this.#variable()) : [];
    this.#directives();
    return { kind, name, variables, selection: this.#selection(), place };
  }

  #variable(): VariableNode {
    this.#take('$');
    const name = this.#name();
    this.#take(':');
    const type = this.#type();
    const fallback = this.#has('=') ? this.#value() : undefined;
    this.#directives();
    return { name, type, fallback };
  }

  #type(): string {
    let type: string;
    if (this.#has('[')) {
      type = `[${this.#deeper(() => this.#type())}]`;
      this.#take(']');
    } else type = this.#name();
    return this.#has('!') ? `${type}!` : type;
  }

  #fragment(): Fragment {
    this.#take('fragment');
    const name = this.#name();
    this.#take('on');
    const on = this.#name();
    this.#directives();
    return { name, on, selection: this.#selection() };
  }

  #selection(): SelectionNode[] {
    return this.#deeper(() => this.#several('{', '}', () => this.#selected()));
  }

  #selected(): SelectionNode {
    const { place } = this.#peek();
    if (!this.#has('...')) return this.#field();
    if (this.#peek().kind === 'name' && !this.#is('on')) {
      return { kind: 'spread', name: this.#name(), directives: this.#directives(), place };
    }
    const on = this.#has('on') ? this.#name() : undefined;
    return { kind: 'inline', on, directives: this.#directives(), selection: this.#selection(), place };
  }

  #field(): FieldNode {
    const { place } = this.#peek();
    const alias = this.#name();
    const name = this.#has(':') ? this.#name() : alias;
    const args = this.#args();
    const directives = this.#directives();
    const selection = this.#is('{') ? this.#selection() : undefined;
    return { kind: 'field', name, alias, args, directives, selection, place };
  }

  #args(): Map<string, ValueNode> {
    if (!this.#is('(')) return new Map();
    return new Map(this.#several('(', ')', () => this.#pair()));
  }

  #pair(): [string, ValueNode] {
    const name = this.#name();
    this.#take(':');
    return [name, this.#value()];
  }

  #directives(): Directive[] {
    const found: Directive[] = [];
    while (this.#is('@')) {
      const { place } = this.#next();
      found.push({ name: this.#name(), args: this.#args(), place });
    }
    return found;
  }

  #value(): ValueNode {
    const token = this.#peek();
    if (this.#has('$')) return { kind: 'variable', name: this.#name() };
    if (this.#is('[')) {
      const values = this.#deeper(() => this.#several('[', ']', () => this.#value(), true));
      return { kind: 'list', values };
    }
    if (this.#is('{')) {
      const pairs = this.#deeper(() => this.#several('{', '}', () => this.#pair(), true));
      return { kind: 'object', fields: new Map(pairs) };
    }
    const { kind, text } = this.#next();
    if (kind === 'string') return { kind: 'scalar', value: text };
    if (kind === 'int' || kind === 'float') return { kind: 'scalar', value: Number(text) };
    if (kind !== 'name') this.#fail(token.text);
    if (text === 'true' || text === 'false') return { kind: 'scalar', value: text === 'true' };
    return text === 'null' ? { kind: 'scalar', value: null } : { kind: 'enum', value: text };
  }

  /** Reads something inside of something else, down to a limit. */
  #deeper<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) throw new QueryError(`Query has depth of more than ${DEEPEST}`);
    const found = read();
    this.#depth--;
    return found;
  }

  #several<T>(open: string, close: string, read: () => T, mayBeEmpty = false): T[] {
    this.#take(open);
    const found: T[] = [];
    if (mayBeEmpty && this.#has(close)) return found;
    do found.push(read());
    while (!this.#has(close));
    return found;
  }

  #peek(): Token {
    const token = this.#tokens[this.#at] ?? this.#tokens.at(-1);
    if (token === undefined) throw new QueryError('Unexpected end of document');
    return token;
  }

  #next(): Token {
    const token = this.#peek();
    if (token.kind === 'end') this.#fail('');
    this.#at++;
    return token;
  }

  #is(text: string): boolean {
    const token = this.#peek();
    return token.kind !== 'string' && token.kind !== 'end' && token.text === text;
  }

  #has(text: string): boolean {
    const has = this.#is(text);
    if (has) this.#at++;
    return has;
  }

  #take(text: string): void {
    if (!this.#has(text)) this.#fail(this.#peek().text);
  }

  #name(): string {
    const { kind, text } = this.#peek();
    if (kind !== 'name') this.#fail(text);
    this.#at++;
    return text;
  }

  #fail(text: string): never {
    const { place, kind } = this.#peek();
    throw new QueryError(kind === 'end' ? 'Unexpected end of document' : `Parse error on "${text}"`, place);
  }
}
