/** Values of a query or form: texts, lists and objects, as the names of the pairs tell. */
interface Branch {
  readonly children: Map<string, Branch>;
  /** What was given for this very name, and with `[]` behind it. */
  readonly texts: string[];
  readonly list: string[];
  /** Objects given one after the other as `name[][key]`. */
  readonly items: Branch[];
}

const MAX_PAIRS = 2_000;
const MAX_DEPTH = 4;

/** Pairs of a query or form in their order. A broken escape is taken as it stands. */
export function pairsOf(text: string): [string, string][] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .slice(0, MAX_PAIRS)
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [unescape(pair), ''] : [unescape(pair.slice(0, at)), unescape(pair.slice(at + 1))];
    });
}

function unescape(text: string): string {
  // A bare plus is a space (server-behavior.md#parameter-encoding).
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/**
 * `a=1`, `b[]=1&b[]=2`, `c[key]=1` and `d[0][key]=1` as an object (server-behavior.md#parameter-encoding); also
 * `d[][key]=1`, which the framework of the real service reads as a list of objects.
 */
export function treeOf(pairs: readonly (readonly [string, string])[]): Record<string, unknown> {
  const root = branch();
  for (const [name, value] of pairs) plant(root, name, value);
  return childrenOf(root);
}

const branch = (): Branch => ({ children: new Map(), texts: [], list: [], items: [] });

function plant(root: Branch, name: string, value: string): void {
  const shape = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  const keys = [...(shape?.[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key);
  if (shape === null || keys.length > MAX_DEPTH) return;
  const isList = keys.at(-1) === '';
  if (isList) keys.pop();
  let at = root;
  for (const [index, key] of [shape[1] ?? '', ...keys].entries()) {
    // `keys` begins one later: this is the key that comes next.
    at = key === '' ? itemFor(at, keys[index] ?? '') : childOf(at, key);
  }
  (isList ? at.list : at.texts).push(value);
}

function childOf(at: Branch, key: string): Branch {
  const child = at.children.get(key) ?? branch();
  at.children.set(key, child);
  return child;
}

/** The object that is being filled; a key that it has already begins the next one. */
function itemFor(at: Branch, key: string): Branch {
  const last = at.items.at(-1);
  if (last !== undefined && !last.children.has(key)) return last;
  const next = branch();
  at.items.push(next);
  return next;
}

function valueOf(at: Branch): unknown {
  if (at.items.length > 0) return at.items.map(childrenOf);
  if (at.list.length > 0) return at.list;
  if (at.children.size === 0) return at.texts.at(-1);
  const keys = [...at.children.keys()];
  // Objects numbered from 0 are a list of objects.
  return keys.every((key) => /^\d+$/.test(key)) ? [...at.children.values()].map(valueOf) : childrenOf(at);
}

/** From entries, so that a name such as `__proto__` is a name like any other. */
function childrenOf(at: Branch): Record<string, unknown> {
  return Object.fromEntries([...at.children].map(([key, child]) => [key, valueOf(child)]));
}
