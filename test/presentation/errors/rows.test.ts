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

describe('error rows', () => {
  it('show the number of events and users and the last time, also in the accessible label', () => {
    const row = trackedErrorRow(anError(), now);
    assert.equal(row.label, '46× TypeError: no rate');
    assert.equal(row.description, '12 min · 17 users');
    assert.match(
      row.accessibleLabel,
      /^Error TypeError: no rate, 46 events, 17 users, last seen 12 minutes ago$/,
    );
    assert.equal(row.details?.map(({ name }) => name).join(), 'Error,Location,Count,Last seen,First seen,ID');
  });

  it('use the singular for one, and omit zero users', () => {
    const one = trackedErrorRow(anError({ count: 1, userCount: 1 }), now);
    assert.match(one.accessibleLabel, /, 1 event, 1 user, /);
    assert.equal(one.description, '12 min · 1 user');
    const many = trackedErrorRow(anError({ count: 12_345, userCount: 0 }), now);
    assert.deepEqual([many.label, many.description], ['12,345× TypeError: no rate', '12 min']);
    assert.equal(
      trackedErrorRow(anError({ count: null, userCount: null, lastSeen: null }), now).description,
      '',
    );
  });

  it('show the whole title after the count, and open the failing frame on a click', () => {
    const titles = [
      "TypeError: Cannot read properties of undefined (reading 'rate')",
      "TypeError: Cannot read properties of undefined (reading 'name')",
      "KeyError: 'a-very-long-name-of-a-key'",
    ];
    const rows = titles.map((title) => trackedErrorRow(anError({ title, count: 3 }), now));
    assert.deepEqual(
      rows.map(({ label }) => label),
      titles.map((title) => `3× ${title}`),
    );
    assert.equal(rows[0]?.onClick?.command, COMMAND.openFrame);
    assert.equal(lensLabel(anError(), now), 'TypeError: no rate · 46 events, last seen 12 minutes ago');
  });

  it('show the status as text and as a distinct icon', () => {
    const rows = ['UNRESOLVED', 'RESOLVED', 'IGNORED', 'A_NEWER_WORD'].map((status) =>
      trackedErrorRow(anError({ status, userCount: 0, count: 2 }), now),
    );
    assert.deepEqual(
      rows.map(({ icon, description }) => [icon.id, description?.split(' · ').at(-1)]),
      [
        ['bug', '12 min'],
        ['pass', 'resolved'],
        ['bell-slash', 'ignored'],
        ['bug', '12 min'],
      ],
    );
    assert.equal(trackedErrorRow(anError({ type: 'default' }), now).icon.id, 'comment');
  });

  it('show the frequency of a day, with an hour that has most of the events', () => {
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

  it('show events and age for a line of code', () => {
    assert.equal(occurrenceLabel(anError(), now), '46 events, last seen 12 minutes ago');
    assert.equal(occurrenceLabel(anError({ count: 1, lastSeen: null }), now), '1 event');
    assert.match(occurrenceLabel(anError({ count: null }), now), /^Error on this line, last seen 12 min/);
  });

  it("show a frame's function, the end of its path, and its line, and open it on a click", () => {
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

  it("show the end of a frame's name, and the full name in the tooltip and accessible label", () => {
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

  it('have specific labels for library frames, causes, the end of a list, and pasted traces', () => {
    assert.equal(libraryFramesRow(1).label, '1 library frame');
    assert.equal(libraryFramesRow(5).label, '5 library frames');
    assert.equal(causeRow(aTrace({ message: 'no rate\nat all' })).label, 'Caused by TypeError: no rate');
    assert.equal(moreErrorsRow(100).accessibleLabel, 'Load More Errors, 100 shown');
    const pasted = pastedRow(aTrace({ type: undefined }), now - 180_000, now);
    assert.deepEqual([pasted.label, pasted.description], ['no rate', '3 min']);
  });

  it('show the settings and the filter of a project', () => {
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

  it('explain each reason for an empty list, mostly with an action on a click', () => {
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

describe('error page', () => {
  const linkOf = (trace: number, frame: number) => ({
    command: COMMAND.openFrame,
    argument: [trace, frame],
    tooltip: '',
  });
  const page = (traces: readonly StackTrace[] | undefined, error: ErrorFacts | undefined = anError()) =>
    errorPage({ error, traces, pastedAt: now, problem: undefined, now, linkOf });

  it('contains its facts, each trace with its code, and a link from each frame', () => {
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

  it("highlights the frame's line, and shows names, surrounding code, and library frames in a muted style", () => {
    const library = aFrame({ file: 'node_modules/x/y.js', own: false, function: 'run' });
    const { text, styles } = page([aTrace({ frames: [aFrame(), library] })]);
    const lines = text.split('\n');
    const styled = styles.map((at) => [at.style, lines[at.line]?.slice(at.start, at.end).trim()]);
    for (const expected of [
      ['hit', '42    return rule.rate;'],
      ['quiet', '41    // half'],
      ['quiet', 'Location'],
      ['quiet', 'run'],
      ['quiet', 'node_modules/x/y.js:42:17'],
    ])
      assert.ok(
        styled.some((each) => each.join() === expected.join()),
        `${expected.join(' ')} is not among ${styled.join(' | ')}`,
      );
  });

  it('shows that the trace is loading or missing', () => {
    assert.match(page(undefined).text, /Loading stack trace…$/);
    assert.match(page([]).text, /The latest event has no stack trace$/);
  });

  it('is copied as Markdown with escaped text', () => {
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

  it('has no additional lines for any text of a server', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const lines = page([], anError({ title, message: '' })).text.split(/\r\n|\r|\n|\u2028|\u2029/);
        assert.equal(lines.length, page([], anError({ message: '' })).text.split('\n').length);
      }),
    );
  });
});
