import { escapeInvisible } from './escape-invisible';
import { isExact, isForbidden, type ValuePlace, valuePlacesIn } from './template-check';

/** Markup that was created here. The constructor isn't exported, so all content is escaped. */
class Markup {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}
/** Attributes that were created here. */
class AttributeText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Html = Markup;
export type Attributes = AttributeText;

/** Content between tags. Lists are joined; false, null, and undefined are omitted. */
export type Content = Html | string | number | false | null | undefined | readonly Content[];

/**
 * The only way to create markup: html`<p class="${kind}">${text}</p>`. Values between tags are text unless
 * they are `Html`. Values in quoted attributes are text. Among the attributes of a tag, only
 * `attributes({…})` is allowed.
 * @throws TypeError if a template contains a value where it can't be escaped (see `template-check.ts`).
 */
export function html(pieces: TemplateStringsArray, ...values: readonly (Content | Attributes)[]): Html {
  let holes = known.get(pieces);
  if (holes === undefined) known.set(pieces, (holes = valuePlacesIn(pieces)));
  let text = pieces[0] ?? '';
  for (const [index, hole] of holes.entries()) text += put(hole, values[index]) + (pieces[index + 1] ?? '');
  return new Markup(text);
}
const known = new WeakMap<TemplateStringsArray, readonly ValuePlace[]>();

export const noHtml: Html = new Markup('');

/**
 * Returns attributes for a tag. False, null, and undefined are omitted; true is an attribute without a value.
 */
export function attributes(
  given: Readonly<Record<string, string | number | boolean | null | undefined>>,
): Attributes {
  const written = Object.entries(given).flatMap(([name, value]) => {
    if (value === false || value === null || value === undefined) return [];
    if (!/^[a-z][a-z-]*$/.test(name) || isForbidden(name))
      throw new TypeError(`The attribute ${name} isn't allowed on pages.`);
    return [value === true ? name : `${name}="${escaped(String(value), isExact(name))}"`];
  });
  return new AttributeText(written.join(' '));
}

/** Joins markup with a separator. */
export function join(parts: readonly Content[], between: Content): Html {
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))}`;
}

function put(hole: ValuePlace, value: Content | Attributes): string {
  if (value === false || value === null || value === undefined) return '';
  if (hole.in === 'tag') {
    if (value instanceof AttributeText) return value.text === '' ? '' : ` ${value.text}`;
    throw new TypeError('Between attributes, only attributes({…}) is allowed.');
  }
  if (value instanceof AttributeText) throw new TypeError('Attributes are allowed only in a tag.');
  if (isList(value)) return value.map((each) => put(hole, each)).join('');
  if (value instanceof Markup) {
    if (hole.in !== 'text') throw new TypeError('Markup is allowed only between tags.');
    return value.toString();
  }
  return escaped(String(value), hole.in === 'textarea' || (hole.in === 'attribute' && hole.exact));
}

const isList = (value: Content): value is readonly Content[] => Array.isArray(value);

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes a text for HTML. If `exact`, reading it returns the same text; otherwise invisible characters are
 * escaped too.
 */
function escaped(text: string, exact: boolean): string {
  const safe = text.replace(/[&<>"']/g, (character) => ENTITY[character] ?? '');
  return exact ? safe : escapeInvisible(safe);
}
