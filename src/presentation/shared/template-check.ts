/**
 * Place of a value in a template: between tags, in a quoted attribute, among the attributes of a tag, or in a
 * textarea, whose text must not be changed because the user typed it.
 */
export type ValuePlace =
  | { readonly in: 'text' }
  | { readonly in: 'textarea' }
  | { readonly in: 'tag' }
  | { readonly in: 'attribute'; readonly exact: boolean };

/** Elements whose content browsers don't read as text. No template needs them. */
const FORBIDDEN = /^(script|style|iframe|object|embed|base|meta|link|title|xmp|noscript|template|plaintext)$/;
/** Attributes that run code, load resources, or change the style. */
const FORBIDDEN_ATTRIBUTE = /^(on.*|style|src|srcset|srcdoc|formaction|action|background|ping)$/;

/** Attributes that scripts read, and whose values must be exact. Users read the others. */
const EXACT = /^(value|data-.+|href|id|for|name|form|aria-controls|aria-describedby|aria-labelledby)$/;

export const isForbidden = (attribute: string): boolean => FORBIDDEN_ATTRIBUTE.test(attribute);
export const isExact = (attribute: string): boolean => EXACT.test(attribute);

/**
 * Parses the fixed pieces of a template, and returns the place of each value.
 * @throws TypeError if a value is where it can't be escaped, or the template contains something that isn't
 * allowed on pages.
 */
export function valuePlacesIn(pieces: readonly string[]): readonly ValuePlace[] {
  const holes: ValuePlace[] = [];
  let place: Place = { in: 'text' };
  for (const [index, piece] of pieces.entries()) {
    place = walk(piece, place);
    if (index < pieces.length - 1) holes.push(holeAt(place, piece));
  }
  if (place.in === 'tag' || place.in === 'attribute') throw new TypeError('The template ends inside a tag.');
  return holes;
}

type Place =
  | { readonly in: 'text' }
  | { readonly in: 'textarea' }
  | { readonly in: 'tag'; readonly name: string }
  | { readonly in: 'attribute'; readonly name: string; readonly of: string };

function holeAt(place: Place, piece: string): ValuePlace {
  switch (place.in) {
    case 'text':
    case 'textarea':
      if (/<[^\s<>]*$/.test(piece)) throw new TypeError("A value can't be the name of a tag.");
      return { in: place.in };
    case 'tag':
      return { in: 'tag' };
    case 'attribute':
      return { in: 'attribute', exact: isExact(place.name) };
  }
}

/** Parses one piece. Supports only the syntax of the project's templates; other syntax is an error. */
function walk(piece: string, start: Place): Place {
  let place = start;
  let rest = piece;
  while (rest !== '') {
    if (place.in === 'text' || place.in === 'textarea') {
      const tag = (place.in === 'text' ? /<(\/?)([a-z][a-z0-9-]*)/ : /<(\/)(textarea)/).exec(rest);
      if (/<[^/a-z]/.test(tag === null ? rest : rest.slice(0, tag.index)))
        throw new TypeError('A template contains a < that starts no tag.');
      if (tag === null) return place;
      const [whole, slash = '', name = ''] = tag;
      if (FORBIDDEN.test(name)) throw new TypeError(`<${name}> isn't allowed on pages.`);
      rest = rest.slice(tag.index + whole.length);
      place = { in: 'tag', name: slash + name };
    } else if (place.in === 'tag') {
      const next = /^(\s*)(?:(\/?>)|([a-zA-Z][\w:-]*)(="|(?=[\s/>]))|$)/.exec(rest);
      if (next === null) throw new TypeError(`Couldn't parse this part of a template: ${rest}`);
      const [whole, , end, attribute = '', equals] = next;
      rest = rest.slice(whole.length);
      if (isForbidden(attribute)) throw new TypeError(`The attribute ${attribute} isn't allowed on pages.`);
      if (end !== undefined) place = { in: place.name === 'textarea' ? 'textarea' : 'text' };
      else if (equals === '="') place = { in: 'attribute', name: attribute, of: place.name };
    } else {
      const end: number = rest.indexOf('"');
      if (end < 0) return place;
      rest = rest.slice(end + 1);
      place = { in: 'tag', name: place.of };
    }
  }
  return place;
}
