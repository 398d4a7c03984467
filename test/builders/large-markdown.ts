/** Maximum length of a description on the service. */
export const MAX_DESCRIPTION = 1_048_576;

const repeated = (part: string) => (length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);
const line = (part: string) => repeated(`${part}\n`);
const paragraphs = (part: string) => repeated(`${part}\n\n`);
/** Lines that each contain their number. */
const numbered = (makeLine: (index: number) => string) => (length: number) => {
  const lines: string[] = [];
  for (let index = 0, sum = 0; sum < length; index++) {
    const made = makeLine(index);
    lines.push(made);
    sum += made.length + 1;
  }
  return lines.join('\n').slice(0, length);
};

/** Texts of a given length that consist of one construct of Markdown, as a malicious or a generated text can. */
export const CONSTRUCTS: Readonly<Record<string, (length: number) => string>> = {
  prose: paragraphs(
    'A sentence with a few words, `code`, and a link to https://example.com/path. '.repeat(4),
  ),
  'long paragraph': repeated('word '),
  'long lines of one paragraph': line('word '.repeat(30)),
  'quote marks in a line': repeated('> '),
  'nested quotes in lines': line('> '.repeat(40)),
  'deeper quotes in each line': numbered((index) => '>'.repeat((index % 60) + 1) + ' a'),
  'nested quotes of many lines': (length) => `${'> '.repeat(40)}a\n${line('a')(length)}`.slice(0, length),
  'quotes in nested lists': (length) =>
    `${'- '.repeat(30)}> a\n${line(`${' '.repeat(60)}> a`)(length)}`.slice(0, length),
  'quotes without space': repeated('>'),
  'multiline quotes': line('>>>'),
  'multiline quotes with text': line('>>>\na\n>>>'),
  'nested lists': numbered((index) => `${' '.repeat(2 * (index % 30))}- a`),
  'list marks in a line': repeated('- '),
  'lists with paragraphs': paragraphs('- a'),
  'numbered list': numbered((index) => `${index + 1}. a`),
  tasks: line('- [ ] a task with text'),
  'emphasis: opened': repeated('*a '),
  'emphasis: closed': repeated('*a* '),
  'emphasis: mixed': repeated('*a **b _c __d ~~e '),
  'emphasis: delimiters': repeated('*'),
  'emphasis: alternating': repeated('*_'),
  strikethrough: repeated('~~a'),
  'inline diffs': repeated('{+a+} '),
  'inline diffs: opened': repeated('{+ [- '),
  'links: opened': repeated('['),
  'links: opened with text': repeated('[a'),
  'links: opened with targets': repeated('[a]('),
  'links: closed': repeated('[a](b) '),
  'links: nested': repeated('[![a](b)](c) '),
  'links: angle brackets': repeated('[a](<b'),
  'links: bare': repeated('https://example.com/a '),
  'links: automatic': repeated('<https://example.com/a> '),
  images: repeated('![a](b) '),
  'images: opened': repeated('!['),
  tables: (length) => `|a|b|\n|-|-|\n${line('|a|b|')(length)}`.slice(0, length),
  'tables: many columns': (length) => {
    const columns = 1_000;
    const row = `${'|a'.repeat(columns)}|\n`;
    return `${row}${'|-'.repeat(columns)}|\n${repeated(row)(length)}`.slice(0, length);
  },
  'tables: short rows of many columns': (length) =>
    `${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n${line('|a')(length)}`.slice(0, length),
  'tables: many': paragraphs('|a|b|\n|-|-|\n|c|d|'),
  'HTML: opened': repeated('<b>'),
  'HTML: blocks': line('<div>'),
  'HTML: closed': repeated('<b>a</b>'),
  'HTML: attributes': repeated('<a href="b" title="c">d</a> '),
  'HTML: unfinished': repeated('<a '),
  'HTML: less-than signs': repeated('<'),
  'HTML: comments': repeated('<!-- '),
  'HTML: comments after tags': line('<div></div>\n<!--\n'),
  'HTML: comments after tags in a quote': (length) => `${line('> <div></div>\n> <!--\n>')(length - 4)}\n-->`,
  'HTML: table': repeated('<table><tr><td>a</td></tr></table>'),
  'HTML: in one table': (length) => `<table>\n${line('<tr><td>a</td></tr>')(length)}`.slice(0, length),
  references: repeated('!12 #34 @ada ~bug %1.0 '),
  'references: paths': repeated('a/b/c!1 '),
  'references: slashes': repeated('a/'),
  'references: commits': repeated('1a2b3c4d '),
  'references: commits of projects': repeated('a@1a2b3c4d '),
  'reference definitions': numbered((index) => `[a${index}]: https://example.com/${index}`),
  'reference definitions: one paragraph': line('[a]: b'),
  'reference uses': (length) => `[a]: b\n\n${repeated('[a] ')(length)}`.slice(0, length),
  'footnotes: definitions': numbered((index) => `[^${index}]: a\n`),
  'footnotes: uses': (length) => `[^a]: b\n\n${repeated('[^a] ')(length)}`.slice(0, length),
  'footnotes: both': numbered((index) => `[^${index}] b\n\n[^${index}]: c\n`),
  'code fences': line('```\na\n```'),
  'code fences: opened': line('```'),
  'code fence: one': (length) => `\`\`\`ts\n${line('const a = f(1); // b')(length)}`.slice(0, length),
  'code fence: diff': (length) => `\`\`\`diff\n${line('+a')(length)}`.slice(0, length),
  'code: indented': line('    a'),
  'code: backticks': repeated('`'),
  'code: growing backticks': numbered((index) => '`'.repeat((index % 300) + 1)),
  'code: closed': repeated('`a` '),
  entities: repeated('&amp;'),
  'entities: numbers': repeated('&#123;'),
  'entities: unfinished': repeated('&'),
  escapes: repeated('\\*'),
  backslashes: repeated('\\'),
  headings: line('# a'),
  'headings: underlined': paragraphs('a\n='),
  rules: line('---'),
  'line breaks': line('a  '),
  'empty lines': repeated('\n'),
  spaces: repeated(' '),
  tabs: repeated('\t'),
  emoji: repeated(':smile: '),
  'emoji: colons': repeated(':a'),
  formulas: repeated('$`a`$ '),
  alerts: paragraphs('> [!note] a\n> b'),
  details: line('<details><summary>a</summary>\n\nb\n\n</details>'),
  'pipes and dashes': line('|-'),
  'invisible characters': repeated('\u202e'),
  surrogates: repeated('😀'),
};
