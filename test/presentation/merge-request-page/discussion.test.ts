import assert from 'node:assert/strict';
import { mergeRequestActions } from '../../../src/domain/merge-requests/rules';
import { overviewTalk } from '../../../src/presentation/merge-request-page/discussion';
import type {
  TalkModel,
  TalkThread,
  UnsentOf,
} from '../../../src/presentation/merge-request-page/discussion-model';
import { threadElement } from '../../../src/presentation/merge-request-page/discussion-shown';
import type { OverviewModel } from '../../../src/presentation/merge-request-page/model';
import { overviewPage } from '../../../src/presentation/merge-request-page/page';
import { markdown } from '../../../src/presentation/shared/markdown/markdown';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';

const NOW = Date.UTC(2026, 10, 5, 12);
const BASE = 'https://git.example.com';
const EVIL = '"><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>[y](command:z) \u202etxt';
let ids = 0;

interface Facts {
  readonly resolvable?: boolean;
  readonly resolved?: boolean;
  readonly system?: boolean;
  readonly path?: string;
  readonly replies?: readonly string[];
  readonly author?: string;
}

function thread(id: string, body: string, facts: Facts = {}): TalkThread {
  const { resolvable = true, resolved = false, system = false, path, replies = [] } = facts;
  const { author = 'Dana' } = facts;
  const note = (said: string) => ({
    ...{ id: ++ids, system, resolvable, resolved, body: said },
    author: { name: author, username: author },
    created_at: new Date(NOW - 50 * 60_000).toISOString(),
    ...(path === undefined ? {} : { position: { new_path: path, new_line: 5 } }),
  });
  return { id, notes: [note(body), ...replies.map(note)] };
}

const many = (count: number, words: (index: number) => string): readonly TalkThread[] =>
  Array.from({ length: count }, (_, index) => thread(`t${index}`, words(index)));

function model(threads: readonly TalkThread[] | undefined, rest: Partial<TalkModel> = {}): OverviewModel {
  const mergeRequest = mergeRequestSchema.parse({
    ...{ id: 1, iid: 42, project_id: 1, title: 'Add price rounding', state: 'opened', user_notes_count: 7 },
    ...{
      detailed_merge_status: 'discussions_not_resolved',
      web_url: `${BASE}/acme/front/-/merge_requests/42`,
    },
  });
  return {
    ...{ base: BASE, mergeRequest, parts: {}, doing: undefined, trouble: undefined, now: NOW },
    actions: mergeRequestActions(mergeRequest),
    talk: {
      known: threads && { threads, cut: false, missing: undefined },
      ...{ trouble: undefined, unsent: [], settling: [] },
      write: (text) => markdown(text, { base: BASE, ...MAKERS }),
      ...rest,
    },
  };
}
const MAKERS = { mergeRequest: () => BASE, issue: () => BASE, user: () => BASE };

const talk = (...given: Parameters<typeof model>): string => overviewTalk(model(...given)).toString();
const read = (text: string): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#39;', "'")
    .trim();
const buttons = (text: string): readonly string[] =>
  [...text.matchAll(/<button[^>]*data-act="(\w+)"[^>]*>([^<]*)</g)].map(
    ([, act, words]) => `${act}: ${words}`,
  );

describe('what is said, on the page of a merge request', () => {
  it('stands with who said it, when, how the thread stands, and what answers it', () => {
    const text = talk([
      thread('a', 'Is it **so**?', { replies: ['Yes.'] }),
      thread('b', 'Done', { resolved: true, author: 'Marek' }),
      thread('c', 'Fine.', { resolvable: false }),
      thread('s', 'changed the title', { system: true }),
    ]);
    assert.match(read(text), /4 comments Dana 50 min ago unresolved Is it so \? Dana 50 min ago Yes\. Reply/);
    assert.match(text, /<strong>so<\/strong>/);
    assert.match(read(text), /Marek 50 min ago resolved Done/);
    assert.doesNotMatch(text, /changed the title/);
    assert.deepEqual(
      buttons(text).filter((button) => !button.includes('Lock')),
      [
        'replyToThread: Reply...',
        'resolveThread: Resolve Thread',
        'replyToThread: Reply...',
        'reopenThread: Unresolve Thread',
        'replyToThread: Reply...',
        'addComment: Add Comment...',
        'startThread: Start Thread...',
      ],
    );
  });

  it('has buttons that say what they are about, and that keep their names when the thread changes', () => {
    const open = thread('a', 'Is it so?');
    const text = talk([open]);
    const name = `settle-${open.notes[0]?.id ?? ''}`;
    assert.match(text, new RegExp(`id="${name}" data-act="resolveThread" data-keeps value="a"`));
    assert.match(text, /aria-label="Resolve Thread by Dana: Is it so\?"/);
    const resolved = { ...open, notes: open.notes.map((note) => ({ ...note, resolved: true })) };
    assert.match(talk([resolved]), new RegExp(`id="${name}" data-act="reopenThread"`));
    assert.match(read(talk([open], { settling: ['a'] })), /resolving…/);
    assert.match(read(talk([resolved], { settling: ['a'] })), /unresolving…/);
  });

  it('tells threads at lines in one line, with the way to them', () => {
    const at = (id: string, resolved: boolean) => thread(id, 'x', { path: 'src/pay.ts', resolved });
    const some = talk([at('a', false), at('b', true), at('c', false)]);
    assert.match(read(some), /3 threads on the diff · 2 unresolved Next Unresolved Thread/);
    assert.doesNotMatch(some, /<article/);
    assert.match(read(talk([at('a', true)])), /1 thread on the diff · all resolved Open Thread\.\.\./);
    const page = (threads: readonly TalkThread[]) => overviewPage(model(threads), undefined).toString();
    const first = /<button[^>]*class="primary"[^>]*data-act="(\w+)"/;
    assert.equal(
      first.exec(page([at('a', false)]))?.[1],
      'nextThread',
      'what stands in the way is reached here',
    );
    assert.equal(
      first.exec(page([thread('g', 'Why?')]))?.[1],
      'nextThread',
      'the thread is on this very page',
    );
    assert.equal(first.exec(page([at('a', true)]))?.[1], 'openInBrowser');
  });

  it('shows the newest fifty, and tells the rest by number', () => {
    const text = talk(many(53, (index) => `number ${index}.`));
    assert.equal(text.match(/<article/g)?.length, 50);
    assert.match(read(text), /3 older threads aren't shown\. View all in the browser .*number 3\./);
    assert.doesNotMatch(text, /number 2\./);
    assert.match(
      text,
      /<a href="https:\/\/git\.example\.com\/acme\/front\/-\/merge_requests\/42" data-act="open-link">/,
    );
    const long = talk(many(9, (index) => `${index}${' word'.repeat(20_000)}`));
    assert.match(read(long), /7 older threads|6 older threads/);
    assert.match(read(talk(many(1, () => 'word '.repeat(90_000)))), /too long|very long/);
    const replies = Array.from({ length: 30 }, (_, index) => `answer ${index}.`);
    const answered = read(talk([thread('a', 'So?', { replies })]));
    assert.match(answered, /So\? 10 earlier replies aren't shown\. .*answer 10\..*answer 29\./);
    assert.doesNotMatch(answered, /answer 9\./);
    const cut = { known: { threads: many(2, () => 'x'), cut: true, missing: undefined } };
    assert.match(read(talk([], cut)), /7 comments .*Some threads on the server aren't loaded\./);
  });

  it('shows own drafts where they will stand, marked, and how to publish them', () => {
    const asked = thread('t1', 'Why?');
    const drafts = [
      { id: 1, note: 'Because.', discussion_id: 't1' },
      { id: 2, note: 'In **general**', discussion_id: null },
      { id: 3, note: 'At a line', position: { new_path: 'src/pay.ts' } },
    ];
    const known = { threads: [asked], drafts, cut: false, missing: undefined };
    const page = talk([asked], { known });
    assert.match(page, /class="replies"[^]*pending[^]*Because\.[^]*<\/article>/);
    assert.match(page, /aria-label="Pending comments"[^]*<strong>general<\/strong>/);
    assert.ok(!page.includes('At a line'));
    assert.match(
      page,
      /3 pending comments\. Only you can see them until you submit your review\.[^]*1 pending comment is on the diff\./,
    );
    assert.match(page, /data-act="publishReview"/);
    assert.ok(!talk([asked]).includes('publishReview'));
  });

  it('counts drafts that answer a thread at lines among those at lines', () => {
    const asked = thread('t1', 'Why?');
    const [first] = asked.notes;
    assert.ok(first);
    const there = { ...asked, notes: [{ ...first, position: { new_path: 'src/pay.ts' } }] };
    const drafts = [
      { id: 1, note: 'Because.', discussion_id: 't1' },
      { id: 2, note: 'At a line', position: { new_path: 'src/pay.ts' } },
    ];
    const known = { threads: [there], drafts, cut: false, missing: undefined };
    assert.match(talk([there], { known }), /2 pending comments\.[^]*2 pending comments are on the diff\./);
  });

  it('shows what was given to a comment, and tells who gave it', () => {
    const asked = thread('t1', 'Why?', { author: 'Dana' });
    const given = { name: 'tada', emoji: '🎉', by: [{ username: 'tom', name: 'Tom & Co' }] };
    const page = talk([asked], { reactions: new Map([[asked.notes[0]?.id ?? 0, [given]]]) });
    assert.match(page, /<ul class="reactions"[^]*aria-label="tada: Tom &amp; Co"[^]*🎉 1</);
    assert.ok(!talk([asked]).includes('reactions'));
  });

  it('has headings of threads that can be brought into sight with the focus', () => {
    const asked = thread('t1', 'Why?');
    const id = threadElement(asked.notes[0]?.id ?? 0);
    assert.match(talk([asked]), new RegExp(`id="${id}" tabindex="-1"`));
  });

  it('says what was not sent, and offers to send it again', () => {
    const item = (rest: Partial<UnsentOf>): UnsentOf => ({
      ...{ id: 'u1', body: 'And **refunds**?', draft: false, state: 'failed', why: 'network', at: NOW },
      ...rest,
    });
    const one = talk([thread('a', 'Is it so?')], { unsent: [item({ discussion: 'a' })] });
    assert.match(
      read(one),
      /Unsent Comments Not sent: connection failed Reply to Dana: Is it so\? · just now And refunds \? Send Again Discard\.\.\./,
    );
    assert.match(
      one,
      /data-act="sendCommentAgain" data-keeps value="u1" aria-label="Send Again: And refunds\?"/,
    );
    const kinds = [{ note: 5, discussion: 'a' }, { discussion: 'gone' }, { draft: true }, {}].map(
      (rest) => / (?:signed in|failed|again) ([^·]*) · /.exec(read(talk([], { unsent: [item(rest)] })))?.[1],
    );
    assert.deepEqual(kinds, ['Comment edit', 'Reply', 'Pending comment', 'Comment']);
    const unconfirmed = read(talk([], { unsent: [item({ unconfirmed: true })] }));
    assert.match(unconfirmed, /Unconfirmed Comments May have been sent\. Refresh to check\./);
    assert.doesNotMatch(unconfirmed, /not sent/i);
    const placed = talk([], { unsent: [item({ position: { new_path: 'src/pay.ts' } })] });
    assert.match(placed, /Comment on src\/pay\.ts/);
    const sending = talk([], { unsent: [item({ state: 'sending' })] });
    assert.match(read(sending), /Sending…/);
    assert.doesNotMatch(sending, /<h3>/);
    assert.doesNotMatch(sending, /sendCommentAgain|discardComment/);
  });

  it('says why there are no comments, or not yet', () => {
    assert.match(read(talk(undefined)), /7 comments Loading…/);
    assert.doesNotMatch(talk(undefined), /addComment/);
    assert.match(read(talk([])), /No comments Add Comment/);
    for (const missing of ['not-found', 'forbidden'] as const) {
      const text = talk([], { known: { threads: [], cut: false, missing } });
      assert.match(read(text), /git\.example\.com (has no|doesn't allow you to view the) comments/);
      assert.doesNotMatch(text, /addComment/);
    }
    const failed = talk(undefined, { trouble: "Couldn't load the comments. Nothing answers." });
    assert.match(failed, /role="alert".*Nothing answers\..*data-act="refresh"/s);
    assert.doesNotMatch(failed, /Loading/);
  });

  it('holds no markup, no address and no name of an element that a server gave', () => {
    const evil = (facts: Facts) => thread(EVIL, EVIL, { author: EVIL, replies: [EVIL], ...facts });
    const text = talk([evil({}), evil({ resolved: true }), evil({ path: EVIL })], {
      trouble: EVIL,
      settling: [EVIL],
      unsent: [{ id: EVIL, body: EVIL, draft: false, state: 'failed', why: EVIL, at: NOW, discussion: EVIL }],
    });
    assert.doesNotMatch(text, /<img|<a [^>]*(?:javascript|command):/i);
    for (const [, id] of text.matchAll(/ id="([^"]*)"/g)) assert.match(id ?? '', /^[a-z]+(-\d+)?$/);
    assert.doesNotMatch(text.replace(/(?:value|datetime)="[^"]*"/g, ''), /\u202e/);
  });
});
