import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LogParser } from '../../../src/domain/logs/parser';
import { encoder, end, ESC, seen, stamp, start } from './seen';

describe('job log in chunks', () => {
  const piece = fc.constantFrom(
    'text ',
    '\n',
    '\r',
    '\r\n',
    'ü',
    '🚂',
    '\u2028',
    '\u009b32m',
    '\u0085',
    '\u0000',
    `${ESC}[31m`,
    `${ESC}[0;m`,
    `${ESC}[38;2;9;8;7m`,
    `${ESC}[4:3m`,
    ESC,
    '[',
    start('a'),
    end('a'),
    start('b', '[collapsed=true]'),
    end('b'),
    'section_',
    'section_start:1:c\r',
    `${ESC}[0K`,
    `${ESC}]8;;https://a.example\u0007`,
    `${ESC}]8;;\u0007`,
    `${ESC}]0;title`,
    `\n${stamp()}`,
    `\n${stamp('+')}`,
    stamp(),
  );
  const bytes = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((pieces) => encoder.encode(pieces.join(''))),
    fc
      .array(
        fc.oneof(
          piece.map((text) => encoder.encode(text)),
          fc.uint8Array({ maxLength: 3 }),
          fc.constantFrom(0xe2, 0x80, 0xa8, 0xc2, 0x9b, 0x85).map((byte) => Uint8Array.of(byte)),
        ),
        { maxLength: 30 },
      )
      .map((pieces) => new Uint8Array(Buffer.concat(pieces))),
  );

  it('has the same lines, styles, links, sections, and times as in one chunk', () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(500), { maxLength: 12 }), (log, cuts) => {
        const inside = cuts.filter((cut) => cut < log.length);
        assert.deepEqual(seen(log, inside), seen(log));
      }),
      { numRuns: 3000 },
    );
  });

  it('is read the same if split at every byte', () => {
    fc.assert(
      fc.property(bytes, (log) => {
        assert.deepEqual(seen(log, [...log.keys()]), seen(log));
      }),
      { numRuns: 300 },
    );
  });

  it('has ordered styles and links without overlap inside their lines', () => {
    fc.assert(
      fc.property(bytes, (log) => {
        for (const { text, runs, links } of seen(log).lines) {
          for (const pieces of [
            runs.map(({ from, to }) => [from, to]),
            links.map((one) => [one.start, one.end]),
          ]) {
            let last = 0;
            for (const [from = 0, to = 0] of pieces) {
              assert.ok(last <= from && from < to && to <= text.length, JSON.stringify({ text, pieces }));
              last = to;
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('hostile job log', () => {
  // Each log has several megabytes, so the test times out if one needs more than linear time.
  const hostile: [what: string, log: string][] = [
    ['an escape sequence that never ends', `${ESC}[${'1;'.repeat(2_000_000)}`],
    ['many parameters again and again', `${ESC}[${'1;'.repeat(2_000)}mx`.repeat(800)],
    ['strings that never end', `${ESC}]8;;https://a.example/`.repeat(120_000)],
    [
      'a million colors',
      Array.from({ length: 200_000 }, (_, n) => `${ESC}[38;2;${n & 255};${(n >> 8) & 255};7mx`).join(''),
    ],
    ['almost markers', `${'section_start:1:a['.repeat(200)}\r${ESC}[0K`.repeat(800)],
    ['sections that all stay open', `${start('a')}\n`.repeat(60_000)],
    ['ends without start', end('a').repeat(80_000)],
    ['carriage returns', '\r'.repeat(3_000_000)],
    ['one line', 'x'.repeat(4_000_000)],
    ['line feeds', '\n'.repeat(1_000_000)],
    ['escapes', ESC.repeat(2_000_000)],
    ['continued lines', `${stamp('+')}x\n`.repeat(80_000)],
  ];
  for (const [what, log] of hostile) {
    it(`is read to the end: ${what}`, () => {
      const trace = new LogParser();
      const raw = encoder.encode(log);
      for (let at = 0; at < raw.length; at += 65_536) trace.push(raw.subarray(at, at + 65_536));
      trace.end();
      const last = Math.max(0, trace.lineCount - 1);
      assert.ok(trace.runs(last, 10_000).length <= 10_000);
    });
  }
});
