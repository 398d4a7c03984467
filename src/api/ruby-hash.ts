import { parseJson } from '../base/parse-json';

/** A text that contains a hash as Ruby prints it, such as `Note {:title=>["can't be blank"]}`. */
export interface TextWithHash {
  readonly before: string;
  readonly hash: unknown;
  readonly after: string;
}

/** The first key: `:title=>`, `"title"=>`, or since Ruby 3.4 `title:`. */
const START = /\{(?=:[a-z_]\w{0,80}=>|:?"[^"\\]{1,80}" ?=>|[a-z_]\w{0,80}: ?["[{])/i;

/** A bracket or comma; a text, name, or number, and what marks it as a key. */
const TOKEN =
  /\s*(?:([[\]{},])|(?::?"((?:[^"\\]|\\.)*)"|:?([a-z_]\w*[?!]?)|(-?\d+(?:\.\d+)?))(\s*=>|:(?=[\s"[{]))?)/iy;

const NAMES: ReadonlyMap<string, string> = new Map([
  ['nil', 'null'],
  ['true', 'true'],
  ['false', 'false'],
]);

/** Finds a hash of Ruby in a text; undefined if there is none. */
export function findRubyHash(text: string): TextWithHash | undefined {
  const start = START.exec(text)?.index;
  if (start === undefined) return undefined;
  let [at, depth, json] = [start, 0, ''];
  do {
    TOKEN.lastIndex = at;
    const [whole, mark, quoted, name = '', number, isKey] = TOKEN.exec(text) ?? [];
    if (whole === undefined) return undefined;
    at += whole.length;
    if (mark === '{' || mark === '[') depth++;
    else if (mark === '}' || mark === ']') depth--;
    json += mark ?? number ?? (NAMES.get(name) || JSON.stringify(quoted?.replace(/\\(.)/g, '$1') ?? name));
    if (isKey !== undefined) json += ':';
  } while (depth > 0);
  const hash = parseJson(json);
  return hash === undefined ? undefined : { before: text.slice(0, start), hash, after: text.slice(at) };
}
