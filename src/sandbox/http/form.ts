/** A node of a query or form: strings, lists, and objects, depending on the names of the pairs. */
interface Branch {
  readonly children: Map<string, Branch>;
  /** Values for the exact name, and for the name followed by `[]`. */
  readonly texts: string[];
  readonly list: string[];
  /** Objects given as `name[][key]`. */
  readonly items: Branch[];
}

const MAX_PAIRS = 2_000;
const MAX_DEPTH = 4;

/** Parses the pairs of a query or form, in their order. Invalid escapes aren't decoded. */
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
  // An unescaped plus sign is a space (server-behavior.md#parameter-encoding).
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/**
 * Converts pairs such as `a=1`, `b[]=1&b[]=2`, `c[key]=1`, and `d[0][key]=1` to an object
 * (server-behavior.md#parameter-encoding). Also supports `d[][key]=1`, which the real service's framework
 * interprets as a list of objects.
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
    // `keys` doesn't contain the first name, so this is the next key.
    at = key === '' ? itemFor(at, keys[index] ?? '') : childOf(at, key);
  }
  (isList ? at.list : at.texts).push(value);
}

function childOf(at: Branch, key: string): Branch {
  const child = at.children.get(key) ?? branch();
  at.children.set(key, child);
  return child;
}

/** Returns the last object of the list, or adds a new one if the last one already has the key. */
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
  // Objects with numbers as keys are a list of objects.
  return keys.every((key) => /^\d+$/.test(key)) ? [...at.children.values()].map(valueOf) : childrenOf(at);
}

/** Uses entries, so that names such as `__proto__` aren't special. */
function childrenOf(at: Branch): Record<string, unknown> {
  return Object.fromEntries([...at.children].map(([key, child]) => [key, valueOf(child)]));
}
