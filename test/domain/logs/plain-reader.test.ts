import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LogParser } from '../../../src/domain/logs/parser';
import type { LogStyle } from '../../../src/domain/logs/style';
import { readPlainly } from './plain-reader';

const ESC = '\u001b';
const bare = (style: LogStyle): LogStyle =>
  Object.fromEntries(
    Object.entries(style)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => a.localeCompare(b)),
  );

/** Returns the result of `LogParser` for a log that is split at the given offsets. */
function readInPieces(log: Uint8Array, cuts: readonly number[]): ReturnType<typeof readPlainly> {
  const trace = new LogParser();
  const places = [0, ...[...cuts].sort((a, b) => a - b), log.length];
  for (const [index, from] of places.entries()) {
    trace.push(log.subarray(from, places[index + 1] ?? log.length));
  }
  trace.end();
  return {
    lines: Array.from({ length: trace.lineCount }, (_, line) => ({
      text: trace.text(line, line + 1),
      runs: trace
        .runs(line)
        .map(({ start: from, end: to, style }) => ({ from, to, ...bare(trace.style(style)) })),
      links: trace.links(line).map(({ start, end, target }) => ({ start, end, target })),
      time: trace.time(line),
    })),
    sections: trace.sections.map(({ name, first, last, seconds, collapsed, hideDuration }) => ({
      name,
      first,
      last,
      seconds,
      collapsed,
      hideDuration,
    })),
  };
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const word = fc.constantFrom(
  'a',
  'bc ',
  'ok',
  ' ',
  '\t',
  'é',
  '漢',
  '🚂',
  'a\u0301',
  '\u202e',
  '\ufeff',
  '[0K',
  ']8;;',
  'm',
  '0',
);
const name = fc.constantFrom('a', 'b', 'step_script', 'x.y-z_1', '-', '_', '.', '0', 'n'.repeat(300));
const seconds = fc.constantFrom('0', '1', '1700000000', '1700000042', '99999999999', '007');
const options = fc.constantFrom(
  '',
  '',
  '',
  '[collapsed=true]',
  '[collapsed=true,hide_duration=true]',
  '[hide_duration=true, collapsed=false]',
  '[a=b]',
  '[collapsed=1]',
);
const tail = fc.constantFrom(
  ...Array<string>(8).fill(`\r${ESC}[0K`),
  '',
  '\r',
  `${ESC}[0K`,
  `\r${ESC}[K`,
  '\n',
);
const marker = fc.oneof(
  fc
    .tuple(seconds, name, options, tail)
    .map(([at, called, set, end]) => `section_start:${at}:${called}${set}${end}`),
  fc
    .tuple(seconds, name, options, tail)
    .map(([at, called, set, end]) => `section_end:${at}:${called}${set}${end}`),
);
const number = fc.oneof(fc.nat(110).map(String), fc.constantFrom('', '0', '255', '256', '00', '01', '038'));
const color = fc
  .tuple(
    fc.constantFrom('38', '48', '58'),
    fc.constantFrom(';', ':'),
    fc.array(number, { maxLength: 5 }),
    fc.constantFrom('2', '5'),
  )
  .map(([code, between, list, kind]) => [code, kind, ...list].join(between));
const sgr = fc
  .oneof(
    fc.array(number, { maxLength: 4 }).map((list) => list.join(';')),
    fc
      .array(fc.oneof(number, color, fc.constantFrom('4:0', '4:3', '4:1', '38:2::1:2:3', '48:5:3')), {
        maxLength: 4,
      })
      .map((list) => list.join(';')),
    color,
  )
  .map((list) => `${ESC}[${list}m`);
const address = fc.constantFrom(
  'https://a.example/',
  'http://b.example/x?y=1;z#q',
  'HTTPS://C.example',
  'https://ä.example/ö',
  'file:///etc/x',
  'javascript:alert(1)',
  '',
  'https://',
  'x',
);
const link = fc
  .tuple(fc.constantFrom('', 'id=1', 'id=a:b=c'), address, fc.constantFrom('\u0007', `${ESC}\\`))
  .map(([id, to, end]) => `${ESC}]8;${id};${to}${end}`);
const escape = fc.oneof(
  sgr,
  sgr,
  link,
  fc.constantFrom(
    `${ESC}[0K`,
    `${ESC}[K`,
    `${ESC}[2K`,
    `${ESC}[1K`,
    `${ESC}[D`,
    `${ESC}[2D`,
    `${ESC}[90D`,
    `${ESC}[G`,
    `${ESC}[1G`,
    `${ESC}[3G`,
    `${ESC}[300G`,
    `${ESC}[2;3G`,
    `${ESC}[2K${ESC}[1G`,
    `${ESC}[1A`,
    `${ESC}[?25l`,
    `${ESC}[0;m`,
    `${ESC}(B`,
    `${ESC}]0;title\u0007`,
    `${ESC}]2;t${ESC}\\`,
    `${ESC}7`,
    `${ESC}=`,
    `${ESC}c`,
    `${ESC}P1;2qx${ESC}\\`,
    `${ESC}[>4;2m`,
    `${ESC}[1 q`,
    '\u009b31m',
    '\u009b0m',
    '\u009d0;title\u009c',
    '\u009d8;;https://b.example/\u009c',
    `\u00901;2qx${ESC}\\`,
  ),
);
const broken = fc.constantFrom(
  ESC,
  `${ESC}[`,
  `${ESC}[31`,
  `${ESC}]8;;https://a.example/`,
  `${ESC}]0;t`,
  '\u0000',
  '\u0007',
  '\u0008',
  '\u0008\u0008\u0008',
  '\r\u0000\n\u0000',
  '\u007f',
  '\u0085',
  '\u0080',
  '\u009c',
  '\u2028',
  '\u2029',
  '\u000b',
  '\u000c',
);
const bytes = fc
  .constantFrom(
    [0xc3],
    [0xa9],
    [0xff],
    [0xf0, 0x9f],
    [0x9a, 0x82],
    [0xe2, 0x80],
    [0xed, 0xa0, 0x80],
    [0xc0, 0x80],
    [0x80],
  )
  .map((list) => Uint8Array.from(list));
const lineEnd = fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n', '\r\r\n');

const plausible = fc.oneof(word, word, word, marker, escape, escape, lineEnd, lineEnd).map(bytesOf);
const hostile = fc.oneof(fc.oneof(broken, word, marker, escape, lineEnd).map(bytesOf), bytes);
const stamp = fc
  .tuple(fc.integer({ min: 0, max: 59 }), fc.constantFrom('00O', '01E', 'ffO'), fc.constantFrom(' ', '+'))
  .map(
    ([second, stream, flag]) =>
      `2026-11-05T10:00:${String(second).padStart(2, '0')}.123456Z ${stream}${flag}`,
  );
const stamps = (piece: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(
      stamp,
      fc.array(
        fc.oneof(
          piece,
          piece,
          piece,
          stamp.map((one) => bytesOf(`\n${one}`)),
          stamp.map(bytesOf),
        ),
        { maxLength: 30 },
      ),
    )
    .map(([first, pieces]) => new Uint8Array(Buffer.concat([bytesOf(first), ...pieces])));
/** Splits the log at arbitrary offsets, with a timestamp before each part. */
const cutByStamps = (piece: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(
      fc.array(piece, { maxLength: 20 }),
      fc.array(fc.tuple(fc.nat(300), fc.integer({ min: 10, max: 59 })), { maxLength: 6 }),
    )
    .map(([pieces, cuts]) => {
      const log = Buffer.concat(pieces);
      const places = cuts.filter(([at]) => at < log.length).sort(([a], [b]) => a - b);
      let from = 0;
      const out: Uint8Array[] = [bytesOf('2026-11-05T10:00:00.000001Z 00O ')];
      for (const [at, second] of places) {
        out.push(log.subarray(from, at), bytesOf(`\n2026-11-05T10:00:${second}.000001Z 00O+`));
        from = at;
      }
      out.push(log.subarray(from));
      return new Uint8Array(Buffer.concat(out));
    });
const plain = (piece: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  fc.array(piece, { maxLength: 30 }).map((pieces) => new Uint8Array(Buffer.concat(pieces)));

describe('comparison with the plain reader', () => {
  for (const [what, piece] of [
    ['as tools write it', plausible],
    ['of any bytes', hostile],
  ] as const) {
    for (const [how, log] of [
      ['', plain(piece)],
      [' with times', stamps(piece)],
      [' cut by times', cutByStamps(piece)],
    ] as const) {
      it(`finds no difference for logs ${what}${how}, in any chunks`, () => {
        fc.assert(
          fc.property(log, fc.array(fc.nat(400), { maxLength: 6 }), (raw, cuts) => {
            const expected = readPlainly(raw);
            const sorted = {
              ...expected,
              lines: expected.lines.map((line) => ({
                ...line,
                runs: line.runs.map(({ from, to, ...style }) => ({ from, to, ...bare(style) })),
              })),
            };
            assert.deepEqual(
              readInPieces(
                raw,
                cuts.filter((cut) => cut < raw.length),
              ),
              sorted,
              JSON.stringify(Buffer.from(raw).toString('latin1')),
            );
          }),
          { numRuns: 600 },
        );
      });
    }
  }
});
