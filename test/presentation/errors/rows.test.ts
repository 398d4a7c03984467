import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { StackFrame, StackTrace } from '../../../src/domain/errors/stack-trace';
import {
  type ErrorFacts,
  filterLabel,
  frequencyLabel,
  lensLabel,
  occurrenceLabel,
} from '../../../src/presentation/errors/labels';
import { errorMarkdown } from '../../../src/presentation/errors/markdown';
import { errorPage } from '../../../src/presentation/errors/page';
import {
  causeRow,
  errorProjectRow,
  frameRow,
  libraryFramesRow,
  moreErrorsRow,
  pastedRow,
  trackedErrorRow,
} from '../../../src/presentation/errors/rows';
import { errorNoteRow } from '../../../src/presentation/errors/state-rows';
import { COMMAND } from '../../../src/presentation/shared/command-ids';

const now = Date.parse('2026-11-05T12:00:00Z');

const anError = (facts: Partial<ErrorFacts> = {}): ErrorFacts => ({
  sentryId: '7',
  title: 'TypeError: no rate',
  type: 'error',
  culprit: 'POST /cart',
  count: 46,
  userCount: 17,
  firstSeen: '2026-11-01T08:00:00Z',
  lastSeen: '2026-11-05T11:48:00Z',
  status: 'UNRESOLVED',
  shortId: 'STORE-7',
  ...facts,
});
const aFrame = (facts: Partial<StackFrame> = {}): StackFrame => ({
  file: 'src/cart/price.ts',
  function: 'priceOf',
  line: 42,
  column: 17,
  own: true,
  context: [
    { line: 41, code: '  // half' },
    { line: 42, code: '  return rule.rate;' },
  ],
  ...facts,
});
const aTrace = (facts: Partial<StackTrace> = {}): StackTrace => ({
  language: 'nodejs',
  type: 'TypeError',
  message: 'no rate',
  frames: [aFrame()],
  ...facts,
});

describe('rows of errors', () => {
  it('an error tells how often it happened, to how many and when last, and the same as a sentence', () => {
    const row = trackedErrorRow(anError(), now);
    assert.equal(row.label, '46× TypeError: no rate');
    assert.equal(row.description, '12 min ago · 17 users');
    assert.equal(row.accessibleLabel, 'Error TypeError: no rate, 46 events, 17 users, last seen 12 min ago');
    const names = row.details?.map(({ name }) => name);
    assert.deepEqual(names, ['Error', 'Location', 'Events', 'Users', 'Last seen', 'First seen', 'ID']);
  });

  it('one of anything is not told as several, and nobody is not told as users', () => {
    const one = trackedErrorRow(anError({ count: 1, userCount: 1 }), now);
    assert.match(one.accessibleLabel, /, 1 event, 1 user, /);
    assert.equal(one.description, '12 min ago · 1 user');
    const many = trackedErrorRow(anError({ count: 12_345, userCount: 0 }), now);
    assert.deepEqual([many.label, many.description], ['12,345× TypeError: no rate', '12 min ago']);
    assert.equal(
      trackedErrorRow(anError({ count: null, userCount: null, lastSeen: null }), now).description,
      '',
    );
  });

  it('two errors of a type differ where a row is narrow, and a click opens the failing frame', () => {
    const titles = [
      "TypeError: Cannot read properties of undefined (reading 'rate')",
      "TypeError: Cannot read properties of undefined (reading 'name')",
      "KeyError: 'a-very-long-name-of-a-key'",
    ];
    const rows = titles.map((title) => trackedErrorRow(anError({ title, count: 3 }), now));
    assert.deepEqual(
      rows.map(({ label }) => label),
      ["3× Cannot re…'rate')", "3× Cannot re…'name')", "3× KeyError:…f-a-key'"],
    );
    assert.equal(rows[0]?.onClick?.command, COMMAND.openFrame);
    assert.equal(lensLabel(anError(), now), 'TypeError: no rate · 46 events, last seen 12 min ago');
  });

  it('what is done about it is told in words and by a shape of its own', () => {
    const rows = ['UNRESOLVED', 'RESOLVED', 'IGNORED', 'A_NEWER_WORD'].map((status) =>
      trackedErrorRow(anError({ status, userCount: 0, count: 2 }), now),
    );
    assert.deepEqual(
      rows.map(({ icon, description }) => [icon.id, description?.split(' · ').at(-1)]),
      [
        ['bug', '12 min ago'],
        ['pass', 'resolved'],
        ['bell-slash', 'ignored'],
        ['bug', '12 min ago'],
      ],
    );
    assert.equal(trackedErrorRow(anError({ type: 'default' }), now).icon.id, 'comment');
  });

  it('how often in a day is told by its hour where there is one that stands out', () => {
    const at = (...counts: readonly number[]): string | undefined =>
      frequencyLabel(
        anError({ frequency: counts.map((count, hour) => ({ time: `2026-11-05T0${hour}:00:00`, count })) }),
      );
    assert.equal(at(0, 0), 'none in the last 24 hours');
    assert.equal(at(1, 1, 1), '3 in the last 24 hours');
    assert.equal(
      at(1, 9, 1)?.replace('\u202f', ' '),
      '11 in the last 24 hours, most of them (9) in the hour after 01:00 AM',
    );
    assert.equal(at(), undefined);
    assert.equal(
      frequencyLabel(anError({ frequency: [{ time: 'soon', count: 2 }] })),
      '2 in the last 24 hours',
    );
  });

  it('a line of code tells events and age', () => {
    assert.equal(occurrenceLabel(anError(), now), '46 events, last seen 12 min ago');
    assert.equal(occurrenceLabel(anError({ count: 1, lastSeen: null }), now), '1 event');
    assert.equal(occurrenceLabel(anError({ count: null }), now), 'Error on this line, last seen 12 min ago');
  });

  it('a call tells its function, the end of its path and its line; a click opens it', () => {
    const row = frameRow(aFrame({ file: '/srv/app/releases/9/src/cart/price.ts' }));
    assert.deepEqual([row.label, row.description], ['priceOf', '…/src/cart/price.ts:42']);
    assert.equal(row.accessibleLabel, 'Frame priceOf, at …/src/cart/price.ts:42');
    assert.equal(row.onClick?.command, COMMAND.openFrame);
    assert.deepEqual(
      row.details?.map(({ value }) => value),
      ['priceOf', '/srv/app/releases/9/src/cart/price.ts:42:17', 'return rule.rate;'],
    );
    const nameless = frameRow(
      aFrame({ function: undefined, own: false, line: undefined, file: 'C:\\a\\b.rb' }),
    );
    assert.deepEqual([nameless.label, nameless.description], ['(anonymous)', 'C:/a/b.rb']);
    assert.match(nameless.accessibleLabel, /, library code$/);
  });

  it('a call has the end of its name in a row, and all of it in the tooltip and as a sentence', () => {
    const names = [
      ['com.acme.cart.Price.of', 'Price.of'],
      ['acme.example/store/cart.(*Cart).Total', 'cart.(*Cart).Total'],
      ['storefront::cart::total::{{closure}}', 'storefront::cart::total::{{closure}}'],
      ['storefront::cart::total', 'cart::total'],
      ['Acme\\Cart\\Price->of', 'Price->of'],
      ['Object.<anonymous>', 'Object.<anonymous>'],
      ['new Price', 'new Price'],
      ['block in total', 'block in total'],
    ] as const;
    for (const [name, short] of names) {
      const row = frameRow(aFrame({ function: name }));
      assert.equal(row.label, short);
      assert.equal(row.details?.[0]?.value, name);
      assert.equal(row.accessibleLabel, `Frame ${name}, at src/cart/price.ts:42`);
    }
  });

  it('calls of libraries, causes, the rest of a list and pasted traces have words of their own', () => {
    assert.equal(libraryFramesRow(1).label, '1 library frame');
    assert.equal(libraryFramesRow(5).label, '5 library frames');
    assert.equal(causeRow(aTrace({ message: 'no rate\nat all' })).label, 'Caused by TypeError: no rate');
    assert.equal(moreErrorsRow(100).accessibleLabel, 'Load more errors, 100 shown');
    const pasted = pastedRow(aTrace({ type: undefined }), now - 180_000, now);
    assert.deepEqual([pasted.label, pasted.description], ['no rate', 'pasted 3 min ago']);
  });

  it('a project tells the state of its settings, and what its list is narrowed to', () => {
    const row = (settings: Parameters<typeof errorProjectRow>[0]['settings'], filter = '') =>
      errorProjectRow({
        path: 'acme/store',
        base: 'https://h',
        open: true,
        settings,
        filter,
        hasErrors: true,
      });
    assert.equal(row('integrated').description, 'integrated backend');
    assert.equal(
      row('external', filterLabel({ search: 'x', order: 'frequency' })).description,
      'external backend · "x" · most frequent first',
    );
    assert.equal(row('unknown').description, '');
    assert.ok(
      !row('unknown').contextTokens.includes('settings') &&
        row('inactive').contextTokens.includes('settings'),
    );
  });

  it('every reason for an empty list says what helps, and most do it on a click', () => {
    const clicks = (
      ['off', 'disabled', 'pending', 'unseen', 'no-list', 'nothing-found', 'none', 'paste'] as const
    ).map((note) => [note, errorNoteRow(note, 'x').onClick?.command]);
    assert.deepEqual(clicks, [
      ['off', COMMAND.errorSettings],
      ['disabled', COMMAND.errorSettings],
      ['pending', COMMAND.refreshErrors],
      ['unseen', COMMAND.refreshErrors],
      ['no-list', undefined],
      ['nothing-found', COMMAND.searchErrors],
      ['none', undefined],
      ['paste', COMMAND.readStackTrace],
    ]);
    assert.match(errorNoteRow('off', '').accessibleLabel, /Settings > Monitor > Error Tracking/);
  });
});

describe('an error to read and to copy', () => {
  const linkOf = (trace: number, frame: number) => ({
    command: COMMAND.openFrame,
    argument: [trace, frame],
    tooltip: '',
  });
  const page = (traces: readonly StackTrace[] | undefined, error: ErrorFacts | undefined = anError()) =>
    errorPage({ error, traces, pastedAt: now, problem: undefined, now, linkOf });

  it('has its facts, each trace with its code, and a link from each call', () => {
    const library = aFrame({ file: 'node_modules/x/y.js', own: false, function: 'run' });
    const { text, links, parts } = page([aTrace({ frames: [aFrame(), library] }), aTrace({ type: 'Cause' })]);
    assert.match(text, /^TypeError: no rate\n\nLocation +POST \/cart\nEvents +46\nUsers +17\n/);
    assert.match(
      text,
      /\n {2}priceOf {2}src\/cart\/price\.ts:42:17\n {6}41 {4}\/\/ half\n {4}> 42 {4}return rule\.rate;\n/,
    );
    assert.match(text, /\n {2}run {2}node_modules\/x\/y\.js:42:17\n\nCaused by Cause: no rate\n/);
    assert.deepEqual(
      links.map(({ link }) => link.argument),
      [
        [0, 0],
        [0, 1],
        [1, 0],
      ],
    );
    assert.deepEqual(
      parts.map(({ name }) => name),
      ['Stack trace (most recent call first)', 'Caused by Cause: no rate'],
    );
  });

  it('says that the trace is still being read, or that there is none', () => {
    assert.match(page(undefined).text, /Loading stack trace…$/);
    assert.match(page([]).text, /The latest event has no stack trace$/);
  });

  it('is Markdown in which nothing of a program is markup', () => {
    const hostile = '](https://evil.example) ```\n# <b>';
    const text = errorMarkdown(
      anError({ title: hostile, culprit: '`x`' }),
      [aTrace({ message: hostile, frames: [aFrame({ file: 'a```b', function: '<i>' })] })],
      'https://h/acme/store/-/error_tracking/7/details',
    );
    assert.match(text, /^\*\*\[\\\]\\\(https:/);
    assert.match(text, /\n- Location: \\`x\\`\n- Events: 46\n- Users: 17\n/);
    assert.match(text, /\n````text\n[^]*\n````\n$/);
  });

  it('never gets a line of its own from what a server says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const lines = page([], anError({ title, message: '' })).text.split(/\r\n|\r|\n|\u2028|\u2029/);
        assert.equal(lines.length, page([], anError({ message: '' })).text.split('\n').length);
      }),
    );
  });
});
