/** Minimum length of a secret. Shorter strings could occur in ordinary words. */
const SHORTEST = 6;
/**
 * Number of characters by which longer secrets are found. Limits the number of different lengths to compare.
 */
const MAX_LENGTH = 64;
/** Maximum number of long secrets with the same prefix that are compared completely. */
const MAX_ALIKE = 100;
/** Characters after the prefix of a long secret that are replaced together with it. */
const REST = /[^\s"'<>]*/y;

/** Finds many secrets in a text in a single pass, independent of their number. */
export class KnownSecrets {
  /** Prefixes of secrets, keyed by their first `SHORTEST` characters. The longest is first. */
  readonly #beginnings = new Map<string, Map<number, Set<string>>>();
  /** Secrets longer than `MAX_LENGTH`, by their prefix. */
  readonly #long = new Map<string, Set<string>>();

  add(secret: string): void {
    if (secret.length < SHORTEST) return;
    const beginning = secret.slice(0, MAX_LENGTH);
    if (secret.length > MAX_LENGTH) setIn(this.#long, beginning).add(secret);
    const first = secret.slice(0, SHORTEST);
    const known = this.#beginnings.get(first) ?? new Map<number, Set<string>>();
    const isNew = !known.has(beginning.length);
    setIn(known, beginning.length).add(beginning);
    if (isNew) this.#beginnings.set(first, new Map([...known].sort(([one], [other]) => other - one)));
  }

  /** Replaces all known secrets with `mask`. Replaces overlapping secrets together. */
  replace(text: string, mask: string): string {
    if (this.#beginnings.size === 0) return text;
    const parts: string[] = [];
    let done = 0;
    let end = 0;
    for (let at = 0; at <= text.length - SHORTEST; at++) {
      const found = this.#endAt(text, at);
      if (found === undefined) continue;
      if (at >= end) {
        parts.push(text.slice(done, at), mask);
        end = found;
      } else {
        end = Math.max(end, found);
      }
      done = end;
    }
    return done === 0 ? text : parts.join('') + text.slice(done);
  }

  /** Returns the end of the longest secret that starts at the index; undefined if there is none. */
  #endAt(text: string, at: number): number | undefined {
    const known = this.#beginnings.get(text.slice(at, at + SHORTEST));
    if (known === undefined) return undefined;
    for (const [length, beginnings] of known) {
      const beginning = text.slice(at, at + length);
      if (beginnings.has(beginning)) return this.#endOf(text, at, beginning);
    }
    return undefined;
  }

  #endOf(text: string, at: number, beginning: string): number {
    const known = this.#long.get(beginning);
    if (known === undefined) return at + beginning.length;
    REST.lastIndex = at + beginning.length;
    REST.test(text);
    let end = REST.lastIndex;
    let compared = 0;
    for (const secret of known) {
      if (compared++ === MAX_ALIKE) break;
      if (text.startsWith(secret, at)) end = Math.max(end, at + secret.length);
    }
    return end;
  }
}

function setIn<K>(sets: Map<K, Set<string>>, key: K): Set<string> {
  const known = sets.get(key);
  if (known !== undefined) return known;
  const made = new Set<string>();
  sets.set(key, made);
  return made;
}
