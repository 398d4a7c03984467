/** Returns a job log of the given size in bytes whose lines are expensive to match for problem matchers. */
type HostileLines = (bytes: number) => string;

const LINE = 500;

/** Returns lines of the given length, with a prefix and a suffix that problem matchers expect. */
const lines =
  (unit: string, behind: string, before = '', length = LINE): HostileLines =>
  (bytes) => {
    const times = Math.max(1, Math.floor((length - before.length - behind.length) / unit.length));
    const line = `${before}${unit.repeat(times)}${behind}\n`;
    return line.repeat(Math.ceil(bytes / Buffer.byteLength(line)));
  };

const each =
  (make: (number: number) => string): HostileLines =>
  (bytes) => {
    const all: string[] = [];
    for (let length = 0; length < bytes; length += all.at(-1)?.length ?? 1) all.push(`${make(all.length)}\n`);
    return all.join('');
  };

export const HARD_TO_MATCH: Readonly<Record<string, HostileLines>> = {
  blanks: lines(' ', '.go:1'),
  'blanks in long lines': lines(' ', '.go:1', '', 2_000),
  'opening brackets': lines('[', '.ts:1'),
  'closing brackets': lines(']', '.ts:1'),
  'plus signs': lines('+', '.ts:1'),
  'at signs': lines('@', '.java:1)'),
  'dollar signs': lines('$', '.c:1:2: error: x', '[ERROR] '),
  'dots and dollar signs': lines('.$', '.ts:1:2 lint ━━━'),
  'number signs': lines('#', '.rb:1]:'),
  'the word in': lines(' in ', '.ts: line 1, col 2, Error - x', '--- FAIL: '),
  panics: lines("' panicked at ", '.go:1', "thread '"),
  'brackets of severities': lines(' [error/', ']', 'a.b:1:2: '),
  'brackets of projects': lines(' [a.proj::', ']', 'a.b(1): error X1: '),
  folders: lines('a/', '.x'),
  'folders of blanks': lines('a/ ', '.x', '❯ '),
  places: lines(' a/b.c:1', ''),
  drives: lines('@C:\\', '.ts:1'),
  'tests of Go that fail': each((n) => `    --- FAIL: TestTable/case_${n} (0.00s)`),
  'passed runs that print errors': lines(
    "thread 'main' panicked at src/a.rs:1:2:\ntest result: ok. 1 passed; 0 failed",
    '',
    '',
    90,
  ),
  'passed runs without errors': lines('x.ts:1:2\ntest result: ok. 1 passed; 0 failed', '', '', 50),
  'tests of Go that fail again': lines('--- FAIL: TestA (0.00s)', '', '', 24),
  'words of tests of Go': lines('    a_test.go:7: no stock', '', '', 26),
  'rows without a file': lines('  1:2  error  bad  rule', '', '', 24),
  'rows of tables': lines('  12    Call to an undefined method', '', '', 36),
  'frames of scripts': lines('    at f (node_modules/a.js:1:2)', '', '', 33),
  'frames of Go': lines('\t/usr/go/a.go:12 +0x1', '', '', 22),
  'places of PHP': lines('/app/vendor/a.php:12', '', '', 20),
  'places of Ruby': lines("    # ./vendor/gems/a.rb:12:in 'x'", '', '', 33),
  'words of pytest': lines('E   AssertionError: a.py', '', '', 24),
  'places of pytest': lines('src/a.py:12: AssertionError', '', '', 27),
  'frames of .NET': lines('   at A.B() in /src/A.cs:line 12', '', '', 33),
  'blocks of TAP': lines('  at: (src/a.js:1:2)', '', '', 22),
  'edges of containers': lines('ERROR: failed to solve: x', '', '', 26),
  'frames of Java': lines('\tat com.acme.A.b(A.java:12)', '', '', 28),
  'causes of Java': lines('Caused by: x\n\tat com.acme.A.b(A.java:12)', '', '', 41),
  'frames of Python': lines('  File "a.py", line 1, in x', '', '', 27),
  'frames of sanitizers': lines('    #1 0x1 in f /app/a.c:1:2', '', '', 29),
  'prefixes in prefixes': lines('#1 1.1 web:build: [a] x.ts:1:2: y', '', '', 34),
  'a prefix for each line': each((n) => `pkg${n}: src/a.kt:1:2: x (no-x)`),
  'the same prefix': lines('web-1  | src/a.kt:1:2: x (no-x)', '', '', 33),
  'words of prefixes': lines('a:b', ': x.ts:1:2: error: x'),
  'rows of code sniffers': lines('  12 | ERROR | bad', '', '', 19),
  'places alone': lines('src/a.ts:1:2', '', '', 13),
  'places in boxes': lines('  ╭─[a/b.ts:1:2]', '', '', 18),
  'places behind sass': lines('  a/b.scss 1:2  root stylesheet', '', '', 32),
  severities: lines(' error: ', '', 'a/b.c:1:2: '),
  'rules in brackets': lines(' [ab/', ']', 'a/b.c:1:2: '),
  'rules with dashes': lines('ab-', ': x', 'a/b.c:1:2: '),
  'words of Perl': lines(' at a.pl line 1', '.', 'Died'),
  'words of less': lines(' in a.b on', ' line 1', 'AError: x'),
  'points of TAP': lines(' at a.b', '', 'not ok 1 - x'),
  bullets: lines(' • a/b.c:1:2', ' • x', '  error'),
  'classes of tests': lines('A.', 'a:1 x', '[ERROR]   '),
  'words of shells': lines('a: ', '', 'a/b.sh: 1: '),
};

/** Parts and repeated units of randomly generated lines. */
export const PARTS_OF_LINES: readonly string[] = [
  ...[
    ' ',
    '[',
    ']',
    '+',
    '@',
    '$',
    'a',
    '1',
    '.',
    ':',
    '/',
    '\\',
    '(',
    ')',
    '"',
    "'",
    '#',
    '━',
    '│',
    'é',
    '\t',
  ],
  ...[
    'a/',
    ' in ',
    ' at ',
    ' [',
    ': ',
    "' panicked at ",
    '.go:1',
    '.ts:1:2',
    '.php:1',
    '.py:1: ',
    '.rb:1:in `x',
  ],
  ...[
    '--- FAIL: ',
    '=== RUN ',
    'error',
    'TS1: ',
    'thread ',
    'E   ',
    '  File "',
    ' line 1',
    '    ',
    'C:\\',
    '❯ ',
  ],
  ...[
    '#1 1.1 ',
    'web:build: ',
    'web-1  | ',
    '[ERROR] ',
    ': *** ',
    ' [Rule]',
    ' (rule)',
    ' • ',
    '╭─[',
    '"',
    'line 1:',
  ],
];

/** Returns one long line in which each part is repeated. */
export const lineOfParts = (parts: readonly string[]): string =>
  parts.map((part) => part.repeat(Math.ceil(LINE / parts.length / part.length))).join('');
