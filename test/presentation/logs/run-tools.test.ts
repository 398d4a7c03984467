import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { JobRun } from '../../../src/domain/jobs/history';
import { historyPage, type HistoryState } from '../../../src/presentation/jobs/history-page';
import { searchPage, type SearchState } from '../../../src/presentation/logs/search-page';
import { clipped, type TextPage, textPage, textWidth } from '../../../src/presentation/shared/text-page';
import {
  compareAddress,
  historyAddress,
  readCompareAddress,
  readHistoryAddress,
  readSearchAddress,
  searchAddress,
} from '../../../src/presentation/shared/tool-addresses';
import { aJob } from '../../builders/jobs';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const place = { base: 'https://host.example', project: 1 };

const aRun = (id: number, facts: Partial<JobRun> = {}): JobRun => ({
  id,
  status: 'success',
  allow_failure: false,
  ref: 'main',
  pipeline: 7,
  sha: `${id}abcdef0123456789`,
  title: 'Round prices',
  created: '2026-11-21T11:55:00Z',
  started: '2026-11-21T11:55:00Z',
  finished: '2026-11-21T11:56:00Z',
  duration: 60,
  queued: 2,
  who: 'Olivia Okafor',
  runner: 'docker-01',
  ...facts,
});

const history = (runs: readonly JobRun[], facts: Partial<HistoryState> = {}): HistoryState => ({
  ...place,
  name: 'unit-tests',
  ref: undefined,
  runs,
  checked: 100,
  backTo: '2026-11-01T12:00:00Z',
  hasOlder: true,
  loading: false,
  problem: undefined,
  now: NOW,
  ...facts,
});

const search = (facts: Partial<SearchState> = {}): SearchState => ({
  ...place,
  typed: 'timeout',
  pipeline: 9,
  results: [],
  logs: { checked: 2, of: 3 },
  end: undefined,
  ...facts,
});
const ended = {
  how: 'all',
  slow: [],
  withoutLog: 0,
  failed: [],
  moreJobs: false,
  below: 0,
  notBelow: 0,
} as const;

/** Returns the text of a page at a range. */
const over = ({ text }: TextPage, { line, start, end }: { line: number; start: number; end: number }) =>
  text.split('\n')[line]?.slice(start, end);

describe('job history page', () => {
  it('shows pass rate, flakiness, durations, trend, and the first failure as text and numbers', () => {
    const { text } = historyPage(
      history([
        aRun(1, { duration: 30 }),
        aRun(2, { duration: 30 }),
        aRun(3, { status: 'failed', sha: 'same' }),
        aRun(4, { duration: 60, sha: 'same' }),
        aRun(5, { duration: 60 }),
        aRun(6, { status: 'failed' }),
      ]),
    );
    assert.match(
      text,
      /^History of unit-tests\n6 runs in the latest 100 jobs that ran in the project · back to /,
    );
    assert.match(text, /Pass rate +█{13}░{7} 67% · 4 of 6 finished runs passed/);
    assert.match(text, /Flaky +1 commit failed and then passed without changes/);
    assert.match(text, /Duration +median 45s · 90% within 1m · range 30s to 1m \(based on 4 passed runs\)/);
    assert.match(text, /Trend +▁▁██ {2}oldest first · ▁ is 30s, █ is 1m · each bar is 1 run/);
    assert.match(text, /100% slower: median 1m in the newer half, 30s in the older half/);
    assert.match(text, /Last passed +4 minutes ago · #5 · pipeline #7 · main · 5abcdef0 Round prices/);
    assert.match(text, /Failing since +4 minutes ago · #6 ·/);
    assert.match(text, /#3 +failed · flaky/);
  });

  it('aligns its columns for any characters', () => {
    const { text } = historyPage(
      history([
        aRun(10, { who: '王小明', ref: 'feature/ünïcödé' }),
        aRun(9_123, { who: 'A very long name that nobody has', runner: undefined, duration: 3_700 }),
        aRun(1, { who: undefined, queued: undefined, pipeline: undefined, sha: undefined }),
      ]),
    );
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.startsWith('Job '));
    const column = textWidth((lines[at] ?? '').split('Runner')[0] ?? '');
    for (const [line, runner] of [
      [lines[at + 1], 'docker-01'],
      [lines[at + 2], '–'],
      [lines[at + 3], 'docker-01'],
    ] as const) {
      assert.ok(line !== undefined && line.endsWith(runner), line);
      assert.equal(textWidth(line.slice(0, line.length - runner.length)), column, line);
    }
  });

  it('links each run to its log', () => {
    const page = historyPage(history([aRun(5), aRun(6)]));
    const rows = page.places.filter(({ start }) => start === 0);
    assert.deepEqual(
      rows.map((row) => [over(page, row), row.place]),
      [5, 6].map((id) => [`#${id}`, { ...place, job: id, name: 'unit-tests' }]),
    );
  });

  it('shows what was checked if there is no run', () => {
    assert.match(historyPage(history([])).text, /Older jobs haven't been checked\./);
    assert.match(historyPage(history([], { hasOlder: false })).text, /This job has never run\./);
    assert.match(historyPage(history([aRun(1)], { ref: 'dev' })).text, /No runs found on dev\./);
    assert.match(historyPage(history([], { loading: true })).text, /loading…/);
    assert.equal(
      historyPage(history([], { loading: true, checked: 0, backTo: undefined })).text,
      'History of unit-tests\nLoading…',
    );
  });

  it('never rounds the rate to 100% after a failure', () => {
    const runs = [aRun(1, { status: 'failed' }), ...Array.from({ length: 999 }, (_, at) => aRun(at + 2))];
    assert.match(historyPage(history(runs)).text, /99% · 999 of 1,000/);
  });
});

describe('log search page', () => {
  const result = {
    key: { base: 'https://sy.example', project: 1, job: 5 },
    job: aJob({ id: 5, name: 'unit-tests', status: 'failed' }),
    lines: [
      { line: 7, text: 'before', spans: [] },
      {
        line: 8,
        text: 'a timeout and a timeout',
        spans: [
          [2, 9],
          [16, 23],
        ] as const,
      },
      { line: 40, text: 'timeout', spans: [[0, 7]] as const },
    ],
    hits: 2,
  };

  it('shows matching lines below their job, with line numbers, highlights, and links', () => {
    const page = searchPage(search({ results: [result], logs: { checked: 3, of: 3 }, end: ended }));
    assert.equal(
      page.text,
      [
        'Search in logs of pipeline #9: timeout',
        '2 matching lines in 1 log · all logs searched (3)',
        '',
        'unit-tests #5 · failed · test · 2 matching lines',
        '   8  before',
        '   9: a timeout and a timeout',
        '   ⋯',
        '  41: timeout',
        '',
      ].join('\n'),
    );
    assert.deepEqual(
      page.styles.filter(({ style }) => style === 'hit').map((at) => over(page, at)),
      ['timeout', 'timeout', 'timeout'],
    );
    assert.deepEqual(
      page.places.map((at) => [over(page, at), at.place.line]),
      [
        ['unit-tests #5', undefined],
        ['9', 8],
        ['41', 40],
      ],
    );
    assert.deepEqual(page.parts, [{ name: 'unit-tests #5', first: 3, last: 7 }]);
  });

  it('shows which results are of a downstream pipeline, and links to its project', () => {
    const key = { base: 'https://sy.example', project: 'acme/docs', job: 5 };
    const below = { ...result, key, below: 12 };
    const page = searchPage(search({ results: [below], end: { ...ended, below: 2, notBelow: 3 } }));
    assert.match(page.text, /^unit-tests #5 · failed · pipeline #12 · test · 2 matching lines$/m);
    assert.match(page.text, /^2 downstream pipelines were also searched\.$/m);
    assert.match(page.text, /^3 downstream pipelines weren't searched because /m);
    assert.ok(page.places.every(({ place }) => place.project === 'acme/docs'));
  });

  it('shows the progress and the end of the search', () => {
    const line = (facts: Partial<SearchState>): string => searchPage(search(facts)).text;
    assert.match(line({ logs: undefined }), /No results so far · finding logs…/);
    assert.match(line({}), /2 of 3 logs searched so far…/);
    assert.match(
      line({ end: { ...ended, how: 'stopped' } }),
      /The search was canceled before all logs were searched\./,
    );
    assert.match(line({ end: { ...ended, how: 'most' } }), /Only some of the results are shown/);
    assert.match(line({ end: { ...ended, withoutLog: 2 } }), /2 jobs have no log/);
    assert.match(
      line({ end: { ...ended, failed: [{ job: result.job, error: new Error('x') }] } }),
      /Couldn't load the logs of these jobs: unit-tests #5\.\n/,
    );
    assert.match(
      line({ end: { ...ended, slow: [result.job] } }),
      /took too long to search:\sunit-tests\s#5\./,
    );
  });
});

describe('text page', () => {
  it('has the given number of lines for any text of a server', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        const page = textPage([{ lines: texts.map((text) => [text, { text, style: 'hit' }]) }]);
        assert.equal(page.text.split(/\r\n|[\n\r\u2028\u2029]/).length, Math.max(1, texts.length));
      }),
    );
  });

  it('clips text to a width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, columns) => {
        assert.ok(textWidth(clipped(text, columns)) <= columns);
      }),
    );
  });
});

describe('tool URIs', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  const inProject = fc.record({
    base: fc.constantFrom('https://host.example', 'http://127.0.0.1:8080/gitlab'),
    project: fc.oneof(fc.integer({ min: 1, max: 1e9 }), fc.constant('group/sub project')),
  });

  it('are read back as created', () => {
    fc.assert(
      fc.property(inProject, names, names, fc.integer({ min: 1, max: 1e9 }), (of, name, label, id) => {
        const compared = { ...of, job: id, form: 'raw' } as const;
        assert.deepEqual(readCompareAddress(compareAddress(compared, label)), compared);
        const searched = { ...of, pipeline: id, typed: name };
        assert.deepEqual(readSearchAddress(searchAddress(searched, label)), searched);
        for (const ref of [undefined, 'main', 'a/b c']) {
          const shown = { ...of, name, ref };
          assert.deepEqual(readHistoryAddress(historyAddress(shown, label)), shown);
        }
      }),
    );
  });

  it('are read only if they have the expected scheme and parameters', () => {
    const parts = {
      scheme: 'file',
      authority: '',
      path: '/1/switchyard-report/1/x',
      query: JSON.stringify({ typed: 'x', base: 'https://h' }),
    };
    assert.equal(readSearchAddress(parts), undefined);
    assert.equal(
      readSearchAddress({ ...parts, scheme: 'switchyard-search', query: '{"typed":"x"}' }),
      undefined,
    );
    assert.equal(
      readSearchAddress({ ...parts, scheme: 'switchyard-search', path: '/%/switchyard-report/1/x' }),
      undefined,
    );
    assert.ok(readSearchAddress({ ...parts, scheme: 'switchyard-search' }));
  });
});
