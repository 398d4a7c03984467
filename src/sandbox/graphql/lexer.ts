import { QueryError, type Place } from './ast';

export interface Token {
  readonly kind: 'name' | 'int' | 'float' | 'string' | 'sign' | 'end';
  readonly text: string;
  readonly place: Place;
}

const BLANK = /(?:[\s,\ufeff]|#[^\n\r]*)*/y;
const TOKEN =
  /(?<name>[A-Za-z_]\w*)|(?<float>-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+))|(?<int>-?\d+)|"""(?<block>(?:\\"""|[^])*?)"""|"(?<string>(?:\\.|[^"\\\n\r])*)"|(?<sign>\.\.\.|[!$&()[\]{}:=@|])/y;

/** The words of a query, with where each stands. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const places = new Places(text);
  let at = 0;
  for (;;) {
    BLANK.lastIndex = at;
    at += BLANK.exec(text)?.[0].length ?? 0;
    const place = places.of(at);
    if (at >= text.length) return [...tokens, { kind: 'end', text: '', place }];
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) throw new QueryError(`Parse error on "${text.charAt(at)}"`, place);
    tokens.push({ ...wordOf(found, place), place });
    at += found[0].length;
  }
}

function wordOf({ groups = {} }: RegExpExecArray, place: Place): Pick<Token, 'kind' | 'text'> {
  const { block, string } = groups;
  if (block !== undefined) return { kind: 'string', text: block.replaceAll('\\"""', '"""').trim() };
  if (string !== undefined) return { kind: 'string', text: unescaped(string, place) };
  for (const kind of ['name', 'float', 'int', 'sign'] as const) {
    const text = groups[kind];
    if (text !== undefined) return { kind, text };
  }
  throw new QueryError('Parse error', place);
}

/** Escapes are those of JSON. */
function unescaped(text: string, place: Place): string {
  try {
    return String(JSON.parse(`"${text.replaceAll('\t', '\\t')}"`));
  } catch {
    throw new QueryError('Parse error on bad Unicode escape sequence', place);
  }
}

/** Lines and columns, counted on from the last place that was asked for. */
class Places {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #begin = 0;

  constructor(text: string) {
    this.#text = text;
  }

  of(index: number): Place {
    for (; this.#at < index; this.#at++) {
      if (this.#text.charAt(this.#at) !== '\n') continue;
      this.#line++;
      this.#begin = this.#at + 1;
    }
    return { line: this.#line, column: index - this.#begin + 1 };
  }
}
