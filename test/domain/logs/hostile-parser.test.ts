import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LogParser } from '../../../src/domain/logs/parser';
import { traceOf } from '../../bench/traces';
import { growthOf, timesOf } from '../../builders/growth';
import { HARD_TO_PARSE } from '../../builders/hostile-logs';
import { sampleOf } from '../../fuzz-runs';

const BYTES = 500_000;
const CHUNK = 64 * 1024;
/** Escape sequences and sections cost more for each byte than text, but by a constant factor. */
const MAX_TIMES_ORDINARY = 25;
/** Measured: at most 18. Values above are measured again, because of garbage collection. */
const ENOUGH = 19;
/** For four times the bytes: about 4 for linear cost, 16 for quadratic cost. */
const MAX_GROWTH = 8;

function parse(log: Uint8Array, chunk = CHUNK): LogParser {
  const trace = new LogParser();
  for (let at = 0; at < log.length; at += chunk) trace.push(log.subarray(at, at + chunk));
  trace.end();
  return trace;
}

describe('job log that is hard to parse', () => {
  const ordinary = traceOf(BYTES);
  const parsed = (log: Uint8Array): void => {
    assert.ok(parse(log).checked <= 2 * log.length + 100);
  };

  for (const [name, make] of Object.entries(HARD_TO_PARSE))
    it(`has each byte read at most twice: ${name}`, () => {
      parsed(make(CHUNK + BYTES / 10));
    });

  for (const [name, make] of sampleOf(Object.entries(HARD_TO_PARSE), 8, 'logs that are hard to parse')) {
    it(`is parsed in linear time: ${name}`, () => {
      const growth = growthOf(make, BYTES / 2, parsed);
      assert.ok(growth < MAX_GROWTH, `four times the bytes cost ${growth.toFixed(1)} times as much`);
      const log = make(BYTES);
      const times = timesOf(
        () => parsed(log),
        () => parse(ordinary),
        ENOUGH,
      );
      assert.ok(times < MAX_TIMES_ORDINARY, `costs ${times.toFixed(1)} times as much as an ordinary log`);
    });
  }

  const part = fc.constantFrom(
    ...['\u00c2', '\u009d', '\u00c2\u009d', '\u00c2\u0090', '\u00c2\u009b', '\u00c2\u009c', '\u00c2\u0085'],
    ...['\u001b', '\u001b]', '\u001b[', '\u001b\\', '\u0007', '\r', '\n', '8;;http://x', '1;', 'm', '[0K'],
    ...['section_start:1:a', 'section_end:1:a', 'a'.repeat(1_500), 'b'.repeat(2_700), 'c'.repeat(4_095)],
  );
  const parts = fc.array(part, { maxLength: 40 });

  it('has each byte read at most twice, for any content', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 20 }), (some, times) => {
        const log = Buffer.from(some.join('').repeat(times), 'latin1');
        assert.ok(parse(log).checked <= 2 * log.length + 100);
      }),
      { numRuns: 300 },
    );
  });

  it('has the same lines in any chunks, for any content', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 9 }), (some, chunk) => {
        const log = Buffer.from(some.join(''), 'latin1');
        assert.equal(parse(log, chunk).text(), parse(log).text());
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the text of nested, unterminated strings', () => {
    const trace = parse(Buffer.from('a\u00c2\u009db\u00c2\u0090c', 'latin1'));
    assert.equal(trace.text(), 'a]bPc');
  });

  it('has a terminated string that follows unterminated strings', () => {
    const long = 'x'.repeat(5_000);
    const log = `\u001b]${long}\u001b]8;;http://a.example\u0007link\u001b]8;;\u0007\n`;
    const trace = parse(Buffer.from(log));
    assert.equal(trace.text(), `]${long}link`);
    assert.deepEqual(
      trace.links(0).map(({ target }) => target),
      ['http://a.example'],
    );
  });
});
