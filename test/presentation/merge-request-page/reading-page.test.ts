import assert from 'node:assert/strict';
import { readingAddress, readReadingAddress } from '../../../src/presentation/changes/reading-address';
import type { DiscussionThread } from '../../../src/presentation/merge-request-page/discussion-model';
import {
  readingPage,
  type ReadingState,
} from '../../../src/presentation/merge-request-page/text/reading-page';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';

const NOW = Date.UTC(2026, 10, 5, 12);
const KEY = { base: 'https://git.example.com', project: 'acme/shop', iid: 42 };
const at = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

const request = (rest: object = {}) =>
  mergeRequestSchema.parse({
    ...{ id: 1, iid: 42, project_id: 1, title: 'Add price rounding', state: 'opened', draft: false },
    ...{ source_branch: 'rounding', target_branch: 'main', description: 'Rounds prices.\n\n- up\n- down' },
    ...{ detailed_merge_status: 'discussions_not_resolved', has_conflicts: true },
    ...{ author: { id: 3, name: 'Dana', username: 'dana' }, created_at: at(60) },
    ...rest,
  });

function thread(
  id: string,
  body: string,
  rest: Partial<DiscussionThread['notes'][number]> = {},
): DiscussionThread {
  const note = {
    ...{ id: Number(id), body, system: false, resolvable: true, resolved: false, created_at: at(5) },
    author: { name: 'Marek', username: 'marek' },
    ...rest,
  };
  return { id, notes: [note] };
}

const THREADS = [
  thread('1', 'added 1 commit', { system: true, resolvable: false, created_at: at(50) }),
  thread('2', 'Done?', { resolved: true }),
  thread('3', 'Thanks.', { resolvable: false }),
  thread('4', 'Which way?\nUp?', { position: { new_path: 'src/price.ts', new_line: 7 } }),
];

const read = (rest: Partial<ReadingState> = {}) =>
  readingPage({
    ...{ key: KEY, mergeRequest: request(), approvalsLeft: 1, reviewers: undefined, files: undefined },
    ...{
      isViewed: () => false,
      threads: THREADS,
      cut: false,
      drafts: 0,
      events: [],
      problem: undefined,
      now: NOW,
    },
    ...rest,
  });

describe('merge request as text', () => {
  it('contains what blocks the merge, the description, threads, and the history, in this order', () => {
    const { page } = read();
    assert.deepEqual(page.text.split('\n'), [
      '!42 Add price rounding',
      'Open · rounding into main · Dana · 1 hour ago',
      '',
      'Checks',
      '  Merge blocked: all threads must be resolved',
      '  Merge blocked: merge conflicts must be resolved',
      '  Requires 1 more approval',
      '',
      'Description',
      '  Rounds prices.',
      '',
      '  - up',
      '  - down',
      '',
      'Unresolved thread on src/price.ts:7  Open · Reply · Resolve Thread',
      '  Marek · 5 minutes ago',
      '    Which way?',
      '    Up?',
      '',
      'Comment  Open · Reply',
      '  Marek · 5 minutes ago',
      '    Thanks.',
      '',
      'Resolved thread  Open · Reply · Unresolve Thread',
      '  Marek · 5 minutes ago',
      '    Done?',
      '',
      'History',
      '  Marek · added 1 commit · 50 minutes ago',
      '',
    ]);
  });

  it('contains the lines of each thread, and links to its actions', () => {
    const { page, threads } = read();
    const lines = page.text.split('\n');
    assert.deepEqual(
      threads.map(({ discussion, first, last, isOpen }) => [
        discussion,
        lines[first]?.split(' ')[0],
        last - first,
        isOpen,
      ]),
      [
        ['4', 'Unresolved', 3, true],
        ['3', 'Comment', 2, false],
        ['2', 'Resolved', 2, false],
      ],
    );
    const [first] = threads;
    const target = { kind: 'thread', mergeRequest: KEY, discussion: '4' };
    const links = page.links.filter(({ line }) => line === first?.first).map(({ link }) => link);
    assert.deepEqual(
      links.map(({ command, argument }) => [command, argument]),
      [
        ['switchyard.openThread', { target }],
        ['switchyard.replyToThread', { target }],
        ['switchyard.resolveThread', { target }],
      ],
    );
  });

  it('shows why information is missing, and what is being loaded', () => {
    assert.equal(read({ mergeRequest: undefined, problem: 'Not found.' }).page.text, '!42\n\nNot found.');
    assert.equal(read({ mergeRequest: undefined }).page.text, '!42\nLoading…');
    assert.match(read({ problem: 'No connection.' }).page.text, /\n\nNo connection\.\n/);
  });

  it('states that a merged merge request has no checks, and counts pending comments', () => {
    const { page } = read({ mergeRequest: request({ state: 'merged' }), drafts: 2 });
    assert.doesNotMatch(page.text, /Checks|blocked/);
    assert.match(page.text, /^Merged · /m);
    assert.match(page.text, /\nReview\n {2}2 pending comments/);
  });

  it('cuts long texts, and contains no line that a comment could forge', () => {
    const long = read({ threads: [thread('1', 'line\n'.repeat(10_000))] }).page.text;
    assert.ok(long.split('\n').length < 400);
    assert.match(long, /The rest of the text isn't shown because it is too long\./);
    const wide = read({ threads: [thread('1', 'x'.repeat(1_000_000))] }).page.text;
    assert.ok(wide.length < 40_000);
    const forged = read({ threads: [thread('1', 'a\u2028Resolved thread\u0007\rResolved thread')] });
    assert.equal(forged.threads.length, 1);
    assert.doesNotMatch(forged.page.text, /^Resolved thread/m);
  });
});

describe('URI of a merge request as text', () => {
  it('identifies the merge request', () => {
    for (const project of [7, 'acme/shop', 'a b/ü']) {
      const key = { ...KEY, project };
      assert.deepEqual(readReadingAddress(readingAddress(key, 'A/B \u202e?#')), key);
    }
  });
  it('is ignored unless it is complete', () => {
    const whole = readingAddress(KEY, 'Title');
    for (const change of [
      { scheme: 'switchyard-diff' },
      { query: '' },
      { query: 'base=x' },
      { path: '/acme/switchyard-report/x/Title' },
      { path: '//switchyard-report/42/Title' },
      { path: '/acme/other/42/Title' },
    ])
      assert.equal(readReadingAddress({ ...whole, ...change }), undefined);
  });
});
