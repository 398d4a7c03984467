import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normalizeLine } from '../../../src/domain/logs/normalize';
import { growthOf } from '../../builders/growth';

/** Lines of runners and tools, and their normalized form. */
const GOLDEN: readonly (readonly [line: string, left: string])[] = [
  [
    'Running with gitlab-runner 18.4.0 (139a0ac0) on docker-01, system ID: s_4f2a',
    'Running with gitlab-runner 18.4.0 (<sha>) on <runner>, system ID: <id>',
  ],
  [
    'Running with gitlab-runner 17.0.0~pre.88.g761ae5dd (761ae5dd)',
    'Running with gitlab-runner 17.0.0~pre.88.g761ae5dd (<sha>)',
  ],
  [
    'Running on runner-zxwgkjap-project-278964-concurrent-0 via runner-zxwgkjap-s-l-s-amd64-1731412341-2c0ffee1...',
    'Running on <runner> via <runner>...',
  ],
  [
    'Using docker image sha256:5dbd0c6f for node:22-slim with digest node@sha256:91e9f2c1 ...',
    'Using docker image sha256:<sha> for node:22-slim with digest node@sha256:<sha> ...',
  ],
  [
    'Checking out 3f2a9c1e as detached HEAD (ref is main)...',
    'Checking out <sha> as detached HEAD (ref is main)...',
  ],
  [
    'Uploading artifacts as "archive" to coordinator... 201 Created  id=5012 responseStatus=201 Created',
    'Uploading artifacts as "archive" to coordinator... 201 Created  id=<id> responseStatus=201 Created',
  ],
  [
    'Downloading artifacts from coordinator... ok        host=gitlab.com id=8123456789 responseStatus=200 OK',
    'Downloading artifacts from coordinator... ok        host=gitlab.com id=<id> responseStatus=200 OK',
  ],
  [
    'Initialized empty Git repository in /builds/xK3s9sDf/0/acme/shop/.git/',
    'Initialized empty Git repository in /builds/<runner>/0/acme/shop/.git/',
  ],
  ['2026-11-21T13:05:09.123456Z starting', '<time> starting'],
  ['[2026-11-21 13:05:09,120] INFO ready', '[<time>] INFO ready'],
  ['13:05:09 GET /cart', '<time> GET /cart'],
  ['Nov 21 13:05:09 host kernel: ok', '<time> host kernel: ok'],
  ['Sat, 21 Nov 2026 13:05:09 GMT', '<time>'],
  ['released on 2026-11-21', 'released on <date>'],
  ['  14 passing (1s)', '  14 passing (<duration>)'],
  ['Finished in 1 minute 23.4 seconds', 'Finished in <duration>'],
  ['Error: Timeout of 2000ms exceeded.', 'Error: Timeout of <duration> exceeded.'],
  ['took 1h2m3.5s in all', 'took <duration> in all'],
  ['wrote /tmp/tmp.Xa81kd/report.xml', 'wrote /tmp/<temp>/report.xml'],
  ['at /var/folders/zz/zyxvpxvq6csfxvn_n0/T/jest_dx', 'at /var/folders/<temp>'],
  [
    'C:\\Users\\ci\\AppData\\Local\\Temp\\a1b2\\out.txt',
    'C:\\Users\\ci\\AppData\\Local\\Temp\\<temp>\\out.txt',
  ],
  ['listening on http://localhost:49213/', 'listening on http://localhost:<port>/'],
  ['connect ECONNREFUSED 172.18.0.3:5432', 'connect ECONNREFUSED <ip>:<port>'],
  ['Server started on port 38121', 'Server started on port <port>'],
  ['request 0b6f2f3e-8f0a-4f0e-9d5c-2b6a1c0d9e8f failed', 'request <id> failed'],
  ['See https://gitlab.example/acme/shop/-/jobs/5012', 'See https://gitlab.example/acme/shop/-/jobs/<id>'],
];

/** Information about the code must be kept. */
const KEPT = [
  'test/cart/price.test.ts:19:18',
  '  12:34  error    Unexpected any. Specify a different type',
  'npm http fetch GET 200',
  'added 1213 packages, and audited 1214 packages',
  'Lines        : 87.4% ( 181/207 )',
  'version 18.4.0 of 22 modules',
  'ok 7 - receipts',
  'deadbeef is a word, and so is facade',
  'expected 41 to equal 42',
  'src/tmp/notes.txt',
  '',
];

const piece = fc.constantFrom(
  ...GOLDEN.flatMap(([line]) => line.split(/(?<=[ :/,=])/)),
  '<time>',
  '<',
  '>',
  '#',
  '12',
  '1.5 s',
  ' ',
  ':',
  '-',
  'id=',
  '/tmp/',
  'port ',
  '2026',
  '\n',
  'abc1234',
);
const lines = fc.oneof(
  fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
  fc.string({ maxLength: 80, unit: 'grapheme' }),
  fc.string({ maxLength: 60, unit: fc.constantFrom(...Array.from('0123456789abf:.-/<>#, smhT\n')) }),
);

describe('normalized log line', () => {
  for (const [line, left] of GOLDEN) {
    it(`has only run-specific parts replaced: ${JSON.stringify(line.slice(0, 60))}`, () => {
      assert.equal(normalizeLine(line), left);
    });
  }

  it('keeps positions in files, counts, versions, and plain words', () => {
    for (const line of KEPT) assert.equal(normalizeLine(line), line);
  });

  it("doesn't change when normalized again", () => {
    fc.assert(
      fc.property(lines, (line) => {
        const once = normalizeLine(line);
        assert.equal(normalizeLine(once), once);
      }),
      { numRuns: 3_000 },
    );
  });

  it('has the same number of lines', () => {
    fc.assert(
      fc.property(lines, (line) => {
        assert.equal(normalizeLine(line).split('\n').length, line.split('\n').length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is the same for two runs that differ only in run-specific parts', () => {
    const run = fc.record({
      id: fc.integer({ min: 1, max: 9_999_999 }),
      sha: fc.string({
        unit: fc.constantFrom(...Array.from('0123456789abcdef')),
        minLength: 5,
        maxLength: 5,
      }),
      seconds: fc.double({ min: 0.1, max: 900, noNaN: true }),
      port: fc.integer({ min: 1024, max: 65_535 }),
      time: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    });
    const written = ({
      id,
      sha,
      seconds,
      port,
      time,
    }: {
      id: number;
      sha: string;
      seconds: number;
      port: number;
      time: Date;
    }): string =>
      `${time.toISOString()} job ${id} at 1a${sha} took ${seconds.toFixed(2)}s, localhost:${port}, /tmp/x${sha}/a.log`;
    fc.assert(
      fc.property(run, run, (one, other) => {
        assert.equal(normalizeLine(written(one)), normalizeLine(written(other)));
      }),
    );
  });

  it('is returned for a very long line', () => {
    const long = `${'1a2b3c4d '.repeat(20_000)}${'9'.repeat(100_000)}${'a1'.repeat(50_000)}`;
    assert.match(normalizeLine(long), /^<sha> <sha> /);
  });
});

describe('log line that is hard to normalize', () => {
  for (const part of [
    '/tmp/a',
    '/var/tmp/a',
    '1h1m',
    'id 1 ',
    'runner-a-project-1-concurrent-1-',
    '2026-01-01',
  ]) {
    it(`is normalized in linear time: ${part}`, () => {
      const growth = growthOf((size) => part.repeat(size / part.length), 8_000, normalizeLine);
      assert.ok(growth < 8, `four times the line costs ${growth.toFixed(1)} times as much`);
    });
  }
});
