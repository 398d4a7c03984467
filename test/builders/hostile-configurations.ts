/** Returns a YAML value of about this many characters. */
type Value = (length: number) => string;

const again =
  (text: string, before = '', after = ''): Value =>
  (length) =>
    `${before}${text.repeat(Math.ceil(length / text.length))}${after}`;

const each =
  (make: (index: number) => string, before = '', after = ''): Value =>
  (length) => {
    const parts = [before];
    for (let size = 0, index = 0; size < length; index++) {
      const part = make(index);
      size += part.length;
      parts.push(part);
    }
    return `${parts.join('')}${after}`;
  };

/** Lines that are indented one column more than the line before, which take a quadratic number of characters. */
const staircase =
  (line: string): Value =>
  (length) =>
    each((index) => `\n${' '.repeat(index + 4)}${line}`)(length);

/** Values of an input of the job `deploy`. */
const VALUES: Readonly<Record<string, Value>> = {
  'nested brackets': again('['),
  'nested brackets that end': (length) => `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`,
  'nested braces': again('{a: '),
  'nested braces without values': again('{'),
  'many items in brackets': again('1, ', '[', '1]'),
  'many keys in braces': each((index) => `k${index}: 1, `, '{', 'k: 1}'),
  'many equal keys in braces': again('k: 1, ', '{', 'k: 1}'),
  'many keys': each((index) => `\n      k${index}: 1`),
  'many items': again('\n      - 1'),
  'items within items': again('- ', '\n      '),
  'a staircase of keys': staircase('k:'),
  'a staircase of items': staircase('-'),
  'explicit keys': again('\n      ? k\n      : v'),
  'explicit keys within keys': again('? ', '\n      '),
  'keys with long names': each((index) => `\n      ${'k'.repeat(900)}${index}: 1`),
  'a long word': again('x'),
  'a long quoted text': again('x', '"', '"'),
  'a text of escapes': again(String.raw`\u0041`, '"', '"'),
  'a text of invalid escapes': again(String.raw`\q`, '"', '"'),
  'a quoted text without an end': again('x', '"'),
  'a quoted text of many lines': again('\n      x', '"', '"'),
  'a text of many lines': again('\n      x', 'x'),
  'a block of many lines': again('\n      x', '|'),
  'a folded block of many lines': again('\n      x\n', '>'),
  'a block of empty lines': again('\n', '|', '\n      x'),
  'a block of spaces': again('\n        ', '|2', '\n      x'),
  'many comments': again('\n      # comment', '', '\n      1'),
  'a long comment': again('#', '1 # '),
  anchors: each((index) => `\n      - &a${index} 1`),
  'equal anchors': again('\n      - &a 1'),
  'aliases of one anchor': again('*a, ', '[&a 1, ', '1]'),
  'aliases of aliases': each((index) =>
    index === 0 ? '\n      - &a0 [1, 1]' : `\n      - &a${index} [*a${index - 1}, *a${index - 1}]`,
  ),
  'aliases of nothing': each((index) => `*b${index}, `, '[', '1]'),
  'an alias of itself': again('*a, ', '&a [', '1]'),
  'merge keys': again('\n      <<: { a: 1 }'),
  'merge keys of aliases': again('\n        <<: *a', '\n      - &a { k: 1 }\n      - m: 1'),
  tags: again('\n      - !!binary eA=='),
  'unknown tags': each((index) => `\n      - !t${index} x`),
  sets: again('\n      - !!set { a, b }'),
  'time stamps': again('\n      - 2026-01-01T00:00:00Z'),
  'long numbers': again('9'),
  numbers: again('\n      - 0x1.8p3e9_'),
  colons: again(': ', 'a'),
  'colons and commas': again(':,', '{a', '}'),
  tabs: again('\t', '\n      a:'),
  dashes: again('-'),
  spaces: again(' ', '', '1'),
  'lines of Windows': again('\r\n      - x'),
  'other line ends': again('\u2028x\u0085'),
  documents: again('\n--- x'),
};

/** The names of the values, one for each generated configuration. */
export const HOSTILE_CONFIGURATIONS: readonly string[] = Object.keys(VALUES);

/**
 * Returns a configuration whose job `deploy` has an input of this kind with about this many characters, behind an input
 * `region`.
 */
export function hostileConfiguration(name: string, length: number): string {
  const value = VALUES[name];
  if (value === undefined) throw new Error(`There is no hostile configuration "${name}".`);
  return `deploy:\n  inputs:\n    region: { default: eu-1 }\n    made:\n      default: ${value(length)}\n`;
}

/** Returns the same in another entry of the configuration, with a job `deploy` that has only the input `region`. */
export function hostileNeighbor(name: string, length: number): string {
  const own = 'deploy:\n  inputs:\n    region: { default: eu-1 }\n';
  return `${own}${hostileConfiguration(name, length).replace('deploy:', '.hidden:')}`;
}
