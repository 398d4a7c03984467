/**
 * Where a value stands in a template: between tags, inside a quoted attribute, among the attributes of a tag, or inside
 * a textarea, whose text is what a person typed and stays to the letter.
 */
export type Hole =
  | { readonly in: 'text' }
  | { readonly in: 'textarea' }
  | { readonly in: 'tag' }
  | { readonly in: 'attribute'; readonly exact: boolean };

/** Elements whose content a browser does not read as text: no template of ours needs them. */
const FORBIDDEN = /^(script|style|iframe|object|embed|base|meta|link|title|xmp|noscript|template|plaintext)$/;
/** Attributes that run something, load something or paint over the page. */
const FORBIDDEN_ATTRIBUTE = /^(on.*|style|src|srcset|srcdoc|formaction|action|background|ping)$/;

/** Attributes that a script reads back: they hold exactly what was given. The others are read by people. */
const EXACT = /^(value|data-.+|href|id|for|name|form|aria-controls|aria-describedby|aria-labelledby)$/;

export const isForbidden = (attribute: string): boolean => FORBIDDEN_ATTRIBUTE.test(attribute);
export const isExact = (attribute: string): boolean => EXACT.test(attribute);

/**
 * Reads the fixed pieces of a template and says where each value stands.
 * @throws TypeError where a value would stand where no escaping can hold it, or the template names what pages do without.
 */
export function holesOf(pieces: readonly string[]): readonly Hole[] {
  const holes: Hole[] = [];
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

function holeAt(place: Place, piece: string): Hole {
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

/** Follows one piece. Only what our templates are written in is understood; anything else is an error. */
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
