/** Shorter strings would be found in ordinary words. */
const SHORTEST = 6;
/** Longer secrets are found by so many characters, so that few lengths have to be tried. */
const MAX_LENGTH = 64;
/** So many secrets with the same beginning are compared as a whole. */
const MAX_ALIKE = 100;
/** What is taken for the rest of a secret whose beginning was found. */
const REST = /[^\s"'<>]*/y;

/** Finds any of many secrets in a text in one pass, however many there are. */
export class KnownSecrets {
  /** By their first characters: beginnings by their length, the longest first. */
  readonly #beginnings = new Map<string, Map<number, Set<string>>>();
  /** By its beginning: secrets of which that is only a part. */
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

  /** Puts `mask` in place of all that is known. What overlaps is taken out together. */
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

  /** Where the longest secret ends that begins here. */
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
