/* oxlint-disable no-control-regex -- the pattern excludes control characters */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LogParser } from '../../../src/domain/logs/parser';

const encoder = new TextEncoder();

/** Parses the log split at the given offsets, and returns the resulting lines. */
function read(log: string | Uint8Array, cuts: readonly number[] = []): string[] {
  const bytes = typeof log === 'string' ? encoder.encode(log) : log;
  const trace = new LogParser();
  const lines: string[] = [];
  const apply = (keep: number): void => {
    lines.length = keep;
    for (let line = keep; line < trace.lineCount; line++) lines.push(trace.text(line, line + 1));
  };
  const places = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  for (const [index, start] of places.entries()) {
    apply(trace.push(bytes.subarray(start, places[index + 1] ?? bytes.length)));
  }
  apply(trace.end());
  if (lines.length > 0) assert.equal(trace.text(), lines.join('\n'));
  return lines;
}

const start = (name: string, options = ''): string => `section_start:1700000000:${name}${options}\r\u001b[0K`;
const end = (name: string): string => `section_end:1700000009:${name}\r\u001b[0K`;
const stamp = (flag = ' ', stream = '00O'): string => `2026-11-05T10:00:00.123456Z ${stream}${flag}`;

describe('job log parser', () => {
  const cases: [what: string, log: string, lines: string[]][] = [
    ['plain lines stay', 'one\ntwo\n', ['one', 'two']],
    ['a last line without line feed is shown', 'one\ntwo', ['one', 'two']],
    ['blank lines stay', 'one\n\ntwo\n', ['one', '', 'two']],
    ['colors are removed', '\u001b[0KRunning\u001b[0;m \u001b[31;1mred\u001b[0;m\n', ['Running red']],
    ['colon-separated and true colors are removed', '\u001b[38:2::1:2:3mx\u001b[38;2;1;2;3my\n', ['xy']],
    [
      'the text of a hyperlink stays',
      '\u001b]8;;https://a.example\u001b\\text\u001b]8;;\u0007!\n',
      ['text!'],
    ],
    ['window titles and character sets are removed', '\u001b]0;title\u0007a\u001b(Bb\n', ['ab']],
    ['a carriage return with line feed ends a line', 'one\r\ntwo\r\n', ['one', 'two']],
    ['doubled carriage returns end a line', 'one\r\r\ntwo\r\r\r\n', ['one', 'two']],
    ['a bare carriage return throws away what the line had', ' 10%\r 50%\r100%\n', ['100%']],
    [
      'a spinner that erases its line shows its last state',
      '\u001b[2K\u001b[1G⠋ building\u001b[2K\u001b[1G\u001b[32m⠙ building\u001b[2K\u001b[1G✔ built\n',
      ['✔ built'],
    ],
    ['a bar that moves the cursor back shows its last state', 'at 10%\b\b\b20%\u001b[3D100%\n', ['at 100%']],
    [
      'moves to a column keep what is before it',
      'compile: 1/9\u001b[10G2/9\u001b[10G9/9\n',
      ['compile: 9/9'],
    ],
    ['moves count characters', '漢字é\b\bx🚂\u001b[Dy\n', ['漢xy']],
    ['moves at the end of a line throw nothing away', 'done\b\b\u001b[2K\u001b[1G\nnext\n', ['done', 'next']],
    ['a move beyond the beginning throws away the line', 'ab\u001b[99Dc\n', ['c']],
    ['moves that are too far to the right are ignored', 'ab\u001b[257Gc\n', ['abc']],
    ['line ends of UTF-16 text', 'U\0b\0\r\0\n\0x\0\r\0\n\0', ['Ub', 'x']],
    ['a carriage return at the end throws nothing away', 'done\r', ['done']],
    ['a line that was erased is empty', '50%\r\u001b[0K\n', ['']],
    ['a title that never ends takes nothing with it', '\u001b]0;title\nnext\n', [']0;title', 'next']],
    ['the short form of escapes is removed', '\u009b31mred\n', ['red']],
    ['so are strings in it', '\u009d0;title\u009ca\u001b]0;title\u009cb\u00901qx\u001b\\c\n', ['abc']],
    [
      'a title that never ends keeps no control character',
      '\u001b]0;a\u0085b\u2028c\u0080d\u0008e\r\nnext\n',
      [']0;a b ce', 'next'],
    ],
    ['a carriage return behind a title that never ends is one', '\u001b]0;title\r100%\n', ['100%']],
    [
      'a title that never ends hides no marker',
      `\u001b]0;title${start('a')}A\n${end('a')}`,
      [']0;title', 'A'],
    ],
    [
      'a section marker leaves its header',
      `${start('prepare')}\u001b[0K\u001b[36;1mPreparing\u001b[0;m\nx\n${end('prepare')}`,
      ['Preparing', 'x'],
    ],
    ['a section without header shows its name', `${start('quiet')}\nx\n${end('quiet')}\n`, ['quiet', 'x']],
    ['options of a section are removed', `${start('a', '[collapsed=true, hide_duration=true]')}A\n`, ['A']],
    ['text before a start stands alone', `before${start('a')}header\n`, ['before', 'header']],
    ['text after an end stands alone', `${start('a')}A\nin${end('a')}out\n`, ['A', 'in', 'out']],
    ['an end without start vanishes', `left${end('never')}right\n`, ['leftright']],
    ['end and start may share a line', `${start('a')}A\n${end('a')}${start('b')}B\n`, ['A', 'B']],
    ['a marker without its tail is text', 'section_start:17:a\n', ['section_start:17:a']],
    ['separators of paragraphs do not end a line', 'a\u2028b\n', ['a b']],
    ['a separator at the start of a line', '\u2028b\n', [' b']],
    ['emoji and umlauts stay', '✓ grün 🚂\n', ['✓ grün 🚂']],
    ['timestamps are removed', `${stamp()}one\n${stamp(' ', '01E')}two\n`, ['one', 'two']],
    ['a continued line joins', `${stamp()}one \n${stamp('+')}line\n${stamp()}two\n`, ['one line', 'two']],
    [
      'a header in a continuation belongs to its marker',
      `${stamp()}${start('prepare')}\n${stamp('+')}Preparing\n`,
      ['Preparing'],
    ],
    ['a stream is O or E', `${stamp(' ', '00o')}x\n`, [`${stamp(' ', '00o')}x`]],
    ['a first line without timestamp means none has', `plain\n${stamp()}x\n`, ['plain', `${stamp()}x`]],
  ];
  for (const [what, log, lines] of cases) {
    it(what, () => {
      assert.deepEqual(read(log), lines);
    });
  }

  it('joins a character that a continuation splits', () => {
    const bytes = encoder.encode('é');
    const log = Buffer.concat([
      encoder.encode(stamp()),
      bytes.subarray(0, 1),
      encoder.encode(`\n${stamp('+')}`),
      bytes.subarray(1),
      encoder.encode('\n'),
    ]);
    assert.deepEqual(read(log), ['é']);
  });

  it('returns the same lines for any chunks', () => {
    const piece = fc.constantFrom(
      'text ',
      '\n',
      '\r',
      '\r\n',
      'ü',
      '🚂',
      '\u001b[31m',
      '\u001b[0;m',
      '\u001b',
      '[',
      start('a'),
      end('a'),
      start('b', '[collapsed=true]'),
      end('b'),
      'section_',
      '\u001b]8;;https://a.example\u0007',
      `\n${stamp()}`,
      `\n${stamp('+')}`,
      stamp(),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(400), { maxLength: 12 }),
        (pieces, cuts) => {
          const bytes = encoder.encode(pieces.join(''));
          assert.deepEqual(
            read(
              bytes,
              cuts.filter((cut) => cut < bytes.length),
            ),
            read(bytes),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('reads a line with many carriage returns and a line with many markers', () => {
    assert.deepEqual(read(`${'\r'.repeat(300_000)}x\n`), ['x']);
    assert.equal(read(start('a').repeat(150_000)).length, 150_000);
  });

  it('removes control characters from any input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        for (const line of read(bytes))
          assert.doesNotMatch(line, /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/);
      }),
    );
  });

  it('updates an incomplete last line until it is complete', () => {
    const trace = new LogParser();
    const push = (text: string): [number, string] => {
      const keep = trace.push(encoder.encode(text));
      return [keep, trace.text(keep)];
    };
    assert.deepEqual(push('a\n 10%\r'), [0, 'a\n 10%']);
    assert.deepEqual(push(' 20%'), [1, ' 20%']);
    assert.deepEqual(push('\nb\n'), [1, ' 20%\nb']);
    assert.deepEqual(push(''), [3, '']);
  });
});
