// The pseudo-locale: longer, accented English with right-to-left marks, to check layouts for translations. Texts without
// accents aren't translated, and brackets inside a text show that it is concatenated.

/** The name of the pseudo-locale, which VS Code treats like any other language. */
export const PSEUDO_LOCALE = 'qps-ploc';

const ACCENTED = new Map(
  [...'aáeéiíoóuúcçnñsšyýzžAÁEÉIÍOÓUÚCÇNÑSŠYÝZŽ']
    .join('')
    .match(/../gu)
    .map((pair) => [...pair]),
);
/** Text with a meaning for the editor or for the code that inserts values. */
const KEPT = /\{\d+\}|\$\([\w~-]+\)|\(command:[^)]*\)|`[^`]*`|https?:\S+|#/g;
const PLURAL = /\{(\d+), plural,((?: (?:=\d+|[a-z]+) \{(?:[^{}]|\{\d+\})*\})+)\}/g;
const FORM = / (=\d+|[a-z]+) \{((?:[^{}]|\{\d+\})*)\}/g;
/** The invisible right-to-left and left-to-right marks, as in Arabic or Hebrew translations. */
const [RIGHT_TO_LEFT, LEFT_TO_RIGHT] = ['\u200f', '\u200e'];
/**
 * Additional length. German and Finnish texts are about a third longer, and short texts can be twice as long.
 */
const MORE = 0.35;

/**
 * Converts a text to the pseudo-locale. Line breaks are preserved, because the manifest has buttons on
 * separate lines.
 */
export function pseudo(text) {
  return text
    .split('\n')
    .map((line) => {
      const button = /^\[(.+)\](\(command:.+\))$/.exec(line);
      return button === null ? marked(line) : `[${marked(button[1])}]${button[2]}`;
    })
    .join('\n');
}

function marked(line) {
  if (!/\p{L}/u.test(line.replace(PLURAL, '')))
    return PLURAL_ONLY.test(line) ? withForms(line, wrapped) : line;
  return wrapped(line);
}

const PLURAL_ONLY = new RegExp(`^(?:${PLURAL.source})+$`);

const wrapped = (text) =>
  `${RIGHT_TO_LEFT}⟦${withForms(text, accented)}${'~'.repeat(Math.ceil(text.length * MORE))}⟧${LEFT_TO_RIGHT}`;

/** Applies `change` to the plural forms, and accents the text around them. */
function withForms(text, change) {
  const plurals = [...text.matchAll(PLURAL)].map(([, index, forms]) => {
    const changed = forms.replace(FORM, (_form, name, form) => ` ${name} {${change(form)}}`);
    return `{${index}, plural,${changed}}`;
  });
  const around = text.replace(PLURAL, '\0').split('\0');
  return around.flatMap((part, index) => [accented(part), plurals[index] ?? '']).join('');
}

function accented(text) {
  const kept = [...text.matchAll(KEPT)].map(([match]) => match);
  return text
    .split(KEPT)
    .map((part) => [...part].map((letter) => ACCENTED.get(letter) ?? letter).join(''))
    .flatMap((part, index) => [part, kept[index] ?? ''])
    .join('');
}
