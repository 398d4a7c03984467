import assert from 'node:assert/strict';
import { orderedThreads, walkThreads } from '../../../src/domain/discussions/threads';
import {
  commentNotFound,
  commentsMissing,
  outboxMessage,
} from '../../../src/presentation/discussions/comment-messages';
import {
  draftsRow,
  outboxRow,
  type ThreadOf,
  threadRow,
  threadsRow,
} from '../../../src/presentation/discussions/thread-rows';

const NOW = Date.UTC(2026, 10, 5, 12);
const at = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

interface Facts {
  readonly resolvable?: boolean;
  readonly resolved?: boolean;
  readonly system?: boolean;
  readonly path?: string;
  readonly line?: number;
  readonly replies?: number;
}

function thread(id: string, body: string, facts: Facts = {}): ThreadOf {
  const { resolvable = true, resolved = false, system = false, path, line, replies = 0 } = facts;
  const note = {
    system,
    resolvable,
    resolved,
    body,
    author: { name: 'Dana', username: 'dana' },
    created_at: at(50),
    ...(path === undefined ? {} : { position: { new_path: path, new_line: line } }),
  };
  const reply = { ...note, body: 'Yes.', created_at: at(5) };
  return { id, notes: [note, ...Array.from({ length: replies }, () => reply)] };
}

describe('thread rows', () => {
  it('show the first comment, author, position, time, and state', () => {
    const row = threadRow(thread('1', 'Is it **so**?', { path: 'src/pay.ts', line: 5, replies: 2 }), NOW);
    assert.deepEqual(
      [row.label, row.description, row.icon.id, row.contextTokens],
      ['Is it so?', 'Dana · pay.ts:5 · 5 min · 2 replies', 'comment-unresolved', ['thread', 'canResolve']],
    );
    assert.equal(
      row.accessibleLabel,
      'Thread, unresolved, Is it so?, by Dana, at src/pay.ts:5, 5 minutes ago, 2 replies',
    );
    const [note] = thread('1', 'So', { path: 'media/logo.png' }).notes;
    const place = { position_type: 'image', x: 120, y: 80, width: 640, height: 480 };
    const notes = note === undefined ? [] : [{ ...note, position: { ...note.position, ...place } }];
    const image = threadRow({ id: '1', notes }, NOW);
    assert.equal(image.description, 'Dana · logo.png at 120, 80 of 640 × 480 · 50 min');
    assert.match(image.accessibleLabel, /, at media\/logo\.png at 120, 80 of 640 × 480, /);
    const done = threadRow(thread('1', 'So', { resolved: true }), NOW);
    assert.deepEqual([done.icon.id, done.contextTokens[1]], ['pass', 'canReopen']);
    const gone = threadRow(thread('1', 'So', { path: 'src/pay.ts', line: 5 }), NOW, 'outdated');
    assert.match(gone.description ?? '', /^outdated · Dana/);
    assert.match(
      gone.accessibleLabel,
      /, created on an older version; the lines no longer exist, 50 minutes ago$/,
    );
    const moved = threadRow(thread('1', 'So', { path: 'src/pay.ts', line: 5 }), NOW, 'older');
    assert.match(moved.description ?? '', /^older version · Dana/);
    const plain = threadRow(thread('1', '', { resolvable: false }), NOW);
    assert.deepEqual([plain.label, plain.icon.id, plain.contextTokens[1]], ['(empty)', 'comment', 'plain']);
  });

  it('list unresolved threads first, without system notes', () => {
    const threads = [
      thread('done', 'a', { resolved: true }),
      thread('plain', 'b', { resolvable: false }),
      thread('system', 'c', { system: true, resolvable: false }),
      thread('open', 'd'),
    ];
    assert.deepEqual(
      orderedThreads(threads).map(({ id }) => id),
      ['open', 'plain', 'done'],
    );
    const { description, accessibleLabel } = threadsRow({ threads, cut: true }, { drafts: 1, unsent: 2 });
    assert.equal(description, '1+ unresolved · 3+ total · 1 pending · 2 not sent');
    assert.match(accessibleLabel, /^Discussions, 1\+ unresolved/);
    assert.equal(threadsRow(undefined, { drafts: 0, unsent: 0 }).description, undefined);
    const early = { drafts: 0, unsent: 0, comments: 4 };
    assert.equal(threadsRow(undefined, early).description, '4 comments', 'from the server, until loaded');
    assert.doesNotMatch(threadsRow({ threads, cut: false }, early).description ?? '', /4 comments/);
  });

  it('are ordered by file and line for navigation, with general threads last', () => {
    const threads = [
      thread('general', 'a'),
      thread('b9', 'b', { path: 'b.ts', line: 9 }),
      thread('b2', 'c', { path: 'b.ts', line: 2 }),
      thread('gone', 'd', { path: 'old.ts', line: 1 }),
      thread('a', 'e', { path: 'a.ts', line: 4 }),
      thread('done', 'f', { path: 'a.ts', line: 1, resolved: true }),
    ];
    assert.deepEqual(
      walkThreads(threads, ['b.ts', 'a.ts']).map(({ id }) => id),
      ['b2', 'b9', 'a', 'gone', 'general'],
    );
  });

  it("show the state of a comment that wasn't sent", () => {
    const item = { body: 'Why?', at: NOW, state: 'failed', why: 'network' } as const;
    const row = outboxRow(item, NOW);
    assert.deepEqual([row.label, row.description], ['Why?', 'Not sent: connection failed · now']);
    const unconfirmed = outboxRow({ ...item, unconfirmed: true }, NOW);
    assert.equal(unconfirmed.description, 'May have been sent. Refresh to check. · now');
    // A click on a row sends nothing; its buttons do.
    for (const each of [row, unconfirmed]) assert.equal(each.onClick, undefined);
    assert.equal(draftsRow(2).onClick?.command, 'switchyard.submitReview');
    assert.equal(outboxMessage({ state: 'failed', why: 'server' }), 'Not sent');
    const counts = { drafts: 0, unsent: 1, unconfirmed: 2 };
    assert.equal(threadsRow(undefined, counts).description, '1 not sent · 2 unconfirmed');
  });

  it('explain in a sentence why there are no comments', () => {
    assert.equal(
      commentsMissing('forbidden', 'https://git.example/x'),
      "git.example doesn't allow you to view the comments on this merge request.",
    );
    assert.match(commentsMissing('not-found', 'https://git.example'), /^git\.example has no comments/);
  });

  it('explain why the comment of a link is not shown', () => {
    const why = (...known: readonly Parameters<typeof commentNotFound>[2][]) =>
      known.map((each) => commentNotFound(7, 'https://git.example', each));
    assert.deepEqual(why({ cut: true }, { cut: false }, { cut: true, missing: 'forbidden' }), [
      "Couldn't find the comment in !7. The server has more comments, which aren't loaded.",
      "Couldn't find the comment in !7. It may have been deleted, or you don't have access to it.",
      commentsMissing('forbidden', 'https://git.example'),
    ]);
  });
});
