import assert from 'node:assert/strict';
import { mergeRequestActions } from '../../../src/domain/merge-requests/rules';
import { discussionsSection } from '../../../src/presentation/merge-request-page/discussion';
import { codePositions } from '../../../src/presentation/merge-request-page/discussion-code';
import type {
  DiscussionModel,
  DiscussionThread,
  UnsentOf,
} from '../../../src/presentation/merge-request-page/discussion-model';
import { noteOfElement, threadElement } from '../../../src/presentation/merge-request-page/discussion-shown';
import type { MergeRequestPageModel } from '../../../src/presentation/merge-request-page/model';
import { mergeRequestPageBody } from '../../../src/presentation/merge-request-page/page';
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

function thread(id: string, body: string, facts: Facts = {}): DiscussionThread {
  const { resolvable = true, resolved = false, system = false, path, replies = [] } = facts;
  const { author = 'Dana' } = facts;
  const note = (text: string) => ({
    ...{ id: ++ids, system, resolvable, resolved, body: text },
    author: { name: author, username: author },
    created_at: new Date(NOW - 50 * 60_000).toISOString(),
    ...(path === undefined ? {} : { position: { new_path: path, new_line: 5 } }),
  });
  return { id, notes: [note(body), ...replies.map(note)] };
}

const many = (count: number, textOf: (index: number) => string): readonly DiscussionThread[] =>
  Array.from({ length: count }, (_, index) => thread(`t${index}`, textOf(index)));

function model(
  threads: readonly DiscussionThread[] | undefined,
  rest: Partial<DiscussionModel> = {},
): MergeRequestPageModel {
  const mergeRequest = mergeRequestSchema.parse({
    ...{ id: 1, iid: 42, project_id: 1, title: 'Add price rounding', state: 'opened', user_notes_count: 7 },
    ...{
      detailed_merge_status: 'discussions_not_resolved',
      web_url: `${BASE}/acme/front/-/merge_requests/42`,
    },
  });
  return {
    ...{ base: BASE, mergeRequest, parts: {}, doing: undefined, errorMessage: undefined, now: NOW },
    actions: mergeRequestActions(mergeRequest),
    discussions: {
      known: threads && { threads, cut: false, missing: undefined },
      ...{ errorMessage: undefined, unsent: [], settling: [] },
      editing: EDITING,
      write: (text) => markdown(text, { base: BASE, ...MAKERS }),
      ...rest,
    },
  };
}
const EDITING = {
  comment: { text: '', previewed: undefined, uploads: [] },
  ...{ replies: new Map(), edits: new Map(), drafts: new Map(), internal: false, reacting: undefined },
};
const LOADED = { cut: false, missing: undefined };
const MAKERS = { mergeRequest: () => BASE, issue: () => BASE, user: () => BASE };

const render = (...given: Parameters<typeof model>): string => discussionsSection(model(...given)).toString();
const read = (text: string): string =>
  text
    .replace(/<span class="avatar"[^>]*>[^<]*<\/span>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#39;', "'")
    .trim();
const buttons = (text: string): readonly string[] =>
  [...text.matchAll(/<button[^>]*data-(?:act|command)="(?:switchyard\.)?(\w+)"[^>]*>([^<]*)</g)].map(
    ([, act, label]) => `${act}: ${label}`,
  );

describe('discussions on the merge request page', () => {
  it('show author, time, thread state, and actions of each comment', () => {
    const text = render([
      thread('a', 'Is it **so**?', { replies: ['Yes.'] }),
      thread('b', 'Done', { resolved: true, author: 'Marek' }),
      thread('c', 'Fine.', { resolvable: false }),
      thread('s', 'changed the title', { system: true }),
    ]);
    assert.match(
      read(text),
      /4 comments · 1 unresolved thread Next Unresolved Thread .* Dana 50 minutes ago unresolved Is it so \? Dana 50 minutes ago Yes\. Reply/,
    );
    assert.match(text, /<strong>so<\/strong>/);
    assert.match(read(text), /Marek 50 minutes ago resolved Done/);
    assert.match(read(text), /Reply\.\.\. Dana changed the title 50 minutes ago/);
    assert.deepEqual(
      buttons(text).filter((button) => !/Lock|Activity|^copy|Text:/.test(button)),
      [
        'nextThread: Next Unresolved Thread',
        'openReply: Reply...',
        'resolveThread: Resolve Thread',
        'openReply: Reply...',
        'unresolveThread: Unresolve Thread',
        'openReply: Reply...',
        'postComment: Comment',
        'startThread: Start Thread',
      ],
    );
  });

  it("have buttons with specific labels and with IDs that don't change with the thread", () => {
    const open = thread('a', 'Is it so?');
    const text = render([open]);
    const name = `settle-${open.notes[0]?.id ?? ''}`;
    assert.match(
      text,
      new RegExp(
        `id="${name}" data-command="switchyard.resolveThread" value="[^"]*:&quot;a&quot;}" data-keeps`,
      ),
    );
    assert.match(text, /aria-label="Resolve Thread by Dana: Is it so\?"/);
    const resolved = { ...open, notes: open.notes.map((note) => ({ ...note, resolved: true })) };
    assert.match(render([resolved]), new RegExp(`id="${name}" data-command="switchyard.unresolveThread"`));
    assert.match(read(render([open], { settling: ['a'] })), /resolving…/);
    assert.match(read(render([resolved], { settling: ['a'] })), /unresolving…/);
  });

  it('show threads on code with their lines, and a button to open them in the diff', () => {
    const open = thread('a', 'Why five?', { path: 'src/pay.ts', replies: ['Because.'] });
    const codeAt = () =>
      [
        { number: 4, text: '  if (a < b) {', kind: 'same' },
        { number: 5, text: EVIL, kind: 'added' },
      ] as const;
    const text = render([thread('g', 'In general?'), open], { codeAt });
    assert.match(
      text,
      /data-command="switchyard.openThread"[^>]* value="[^"]*&quot;a&quot;}"[^>]* aria-label="Open Thread on src\/pay\.ts:5"/,
    );
    assert.match(text, /<article aria-labelledby="thread-\d+ at-\d+">/);
    assert.match(text, /<pre class="code"><span class="line same"><span class="number">4<\/span>/);
    assert.ok(text.includes('  if (a &lt; b) {'), 'spaces are kept');
    assert.doesNotMatch(text, /<img|<a href="javascript/);
    assert.match(
      read(text),
      /In general\? .*src\/pay\.ts:5 .*Why five\? .*Because\. Reply\.\.\. Resolve Thread/,
    );
    assert.match(read(text), /3 comments · 2 unresolved threads Next Unresolved Thread/);
    assert.doesNotMatch(render([open]), /<pre/, 'not loaded yet');
    assert.match(read(render([open], { codeAt: () => [] })), /src\/pay\.ts:5 Dana/);
  });

  it('show the place of a comment in an image', () => {
    const [note] = thread('a', 'Too small', { path: 'media/logo.png' }).notes;
    const place = {
      new_path: 'media/logo.png',
      position_type: 'image',
      x: 120,
      y: 80,
      width: 640,
      height: 480,
    };
    const notes = note === undefined ? [] : [{ ...note, position: place }];
    const text = render([{ id: 'a', notes }]);
    assert.match(
      read(text),
      /media\/logo\.png at 120, 80 of 640 × 480 .*Too small .*Reply\.\.\. Resolve Thread/,
    );
    assert.match(text, /aria-label="Open Thread on media\/logo\.png at 120, 80 of 640 × 480"/);
  });

  it('collapse resolved threads on code, without loading their code', () => {
    const resolved = thread('a', 'Why five?', { path: 'src/pay.ts', resolved: true });
    const text = render([resolved]);
    assert.match(text, /<details id="resolved-\d+">/);
    assert.match(read(text), /src\/pay\.ts:5 Dana: Why five\? .*Unresolve Thread/);
    assert.doesNotMatch(read(text), /Next Unresolved Thread/);
    const open = thread('b', 'And six?', { path: 'src/pay.ts' });
    assert.deepEqual(codePositions([resolved, open, thread('c', 'x')]), [
      { new_path: 'src/pay.ts', new_line: 5 },
    ]);
    assert.deepEqual(codePositions([open, open], { count: 1, search: 'six' }).length, 1);
    assert.deepEqual(codePositions([open], { count: 50, search: 'seven' }), []);
    assert.deepEqual(codePositions([open], { count: 0, search: '' }), []);
    const revealed = open.notes[0]?.id;
    for (const count of [0, 1])
      assert.equal(codePositions([open, thread('d', 'x')], { count, search: '', revealed }).length, 1);
  });

  it('lead from blocking threads to the next one', () => {
    const at = (id: string, resolved: boolean) => thread(id, 'x', { path: 'src/pay.ts', resolved });
    const page = (threads: readonly DiscussionThread[]) =>
      mergeRequestPageBody(model(threads), undefined).toString();
    const first = /<button[^>]*class="primary"[^>]*data-(?:act|command)="(?:switchyard\.)?(\w+)"/;
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
    assert.equal(first.exec(page([at('a', true)]))?.[1], 'postComment', 'the browser is not the next step');
  });

  it('show the latest fifty threads, and count the others', () => {
    const text = render(many(53, (index) => `number ${index}.`));
    assert.equal(text.match(/<article/g)?.length, 50);
    assert.match(read(text), /3 older entries aren't shown\. Load More .*number 3\./);
    assert.doesNotMatch(text, /number 2\./);
    const long = render(many(9, (index) => `${index}${' word'.repeat(20_000)}`));
    assert.match(read(long), /7 older entries|6 older entries/);
    assert.match(read(render(many(1, () => 'word '.repeat(90_000)))), /too long|very long/);
    const replies = Array.from({ length: 30 }, (_, index) => `answer ${index}.`);
    const withReplies = read(render([thread('a', 'So?', { replies })]));
    assert.match(withReplies, /So\? 10 earlier replies aren't shown\. .*answer 10\..*answer 29\./);
    assert.doesNotMatch(withReplies, /answer 9\./);
    const cut = { known: { threads: many(2, () => 'x'), cut: true, missing: undefined } };
    assert.match(
      read(render([], cut)),
      /7 comments .*Some activity on the server isn't loaded\. View all in the browser/,
    );
    assert.match(
      render([], cut),
      /<a href="https:\/\/git\.example\.com\/acme\/front\/-\/merge_requests\/42" data-act="open-link">/,
    );
  });

  it('show pending comments at their final position, marked, with a button to submit them', () => {
    const question = thread('t1', 'Why?');
    const drafts = [
      { id: 1, note: 'Because.', discussion_id: 't1' },
      { id: 2, note: 'In **general**', discussion_id: null },
      { id: 3, note: 'At a line', position: { new_path: 'src/pay.ts', new_line: 7 } },
    ];
    const page = render([question], { known: { threads: [question], drafts, ...LOADED } });
    assert.match(page, /class="replies"[^]*pending[^]*Because\.[^]*<\/article>/);
    assert.match(page, /aria-label="Pending comments"[^]*<strong>general<\/strong>/);
    assert.match(
      page,
      /data-command="switchyard.openThread"[^>]*value="[^"]*&quot;draft&quot;:3}"[^]*src\/pay\.ts:7[^]*At a line/,
    );
    assert.match(page, /3 pending comments\. Only you can see them until you submit your review\./);
    assert.ok(
      page.includes('data-command="switchyard.submitReview"') && !render([question]).includes('submitReview'),
    );
  });

  it('show pending replies to threads on code at their thread', () => {
    const question = thread('t1', 'Why?', { path: 'src/pay.ts' });
    const position = { new_path: 'src/pay.ts' };
    const drafts = [
      { id: 1, note: 'Because.', discussion_id: 't1', position },
      { id: 2, note: 'At a line', position },
    ];
    const page = render([question], { known: { threads: [question], drafts, ...LOADED } });
    assert.match(page, /class="replies"[^]*pending[^]*Because\.[^]*<\/article>/);
    assert.match(page, /aria-label="Pending comments"[^]*At a line[^]*2 pending comments\./);
  });

  it('show reactions to a comment and their authors', () => {
    const question = thread('t1', 'Why?', { author: 'Dana' });
    const given = { name: 'tada', emoji: '🎉', by: [{ username: 'tom', name: 'Tom & Co' }] };
    const page = render([question], { reactions: new Map([[question.notes[0]?.id ?? 0, [given]]]) });
    assert.match(page, /<ul\s+class="reactions"[^]*🎉 1<span class="visually-hidden"> tada: Tom &amp; Co</);
    assert.ok(!render([question]).includes('class="reactions"'));
  });

  it('have element IDs from which the comment follows', () => {
    const ids = [
      threadElement(7),
      'reply-to-7-text',
      'thread-07',
      'thread-',
      'new-comment-text',
      'thread-7x',
    ];
    assert.deepEqual(ids.map(noteOfElement), [7, 7, ...ids.slice(2).map(() => undefined)]);
  });

  it('have thread headings that can be focused', () => {
    const question = thread('t1', 'Why?');
    const id = threadElement(question.notes[0]?.id ?? 0);
    assert.match(render([question]), new RegExp(`id="${id}" tabindex="-1"`));
  });

  it('show unsent comments and offer to send them again', () => {
    const item = (rest: Partial<UnsentOf>): UnsentOf => ({
      ...{ id: 'u1', kind: 'comment', body: 'And **refunds**?', state: 'failed', why: 'network', at: NOW },
      ...rest,
    });
    const one = render([thread('a', 'Is it so?')], { unsent: [item({ kind: 'reply', discussion: 'a' })] });
    assert.match(
      read(one),
      /Unsent Comments Not sent: connection failed Reply to Dana: Is it so\? · just now And refunds \? Send Again Discard/,
    );
    assert.match(
      one,
      /data-command="switchyard.sendCommentAgain" value="[^"]*&quot;u1&quot;}" data-keeps aria-label="Send Again: And refunds\?"/,
    );
    const kinds = [
      { kind: 'edit', discussion: 'a' } as const,
      { kind: 'reply', discussion: 'gone' } as const,
      { kind: 'pending' } as const,
      {},
    ].map(
      (rest) =>
        / (?:signed in|failed|again) ([^·]*) · /.exec(read(render([], { unsent: [item(rest)] })))?.[1],
    );
    assert.deepEqual(kinds, ['Comment edit', 'Reply', 'Pending comment', 'Comment']);
    const unconfirmed = read(render([], { unsent: [item({ unconfirmed: true })] }));
    assert.match(unconfirmed, /Unconfirmed Comments May have been sent\. Refresh to check\./);
    assert.doesNotMatch(unconfirmed, /not sent/i);
    const placed = render([], { unsent: [item({ kind: 'thread', position: { new_path: 'src/pay.ts' } })] });
    assert.match(placed, /Comment on src\/pay\.ts/);
    const sending = render([], { unsent: [item({ state: 'sending' })] });
    assert.match(read(sending), /Sending…/);
    assert.doesNotMatch(sending, /<h3>|sendCommentAgain|discardComment/);
  });

  it('explain why there are no comments, or that they are loading', () => {
    assert.match(read(render(undefined)), /7 comments .*Loading…/);
    assert.doesNotMatch(render(undefined), /postComment/);
    assert.match(read(render([])), /No comments .*No activity yet Write Preview .*Comment Start Thread/);
    for (const missing of ['not-found', 'forbidden'] as const) {
      const text = render([], { known: { threads: [], cut: false, missing } });
      assert.match(read(text), /git\.example\.com (has no|doesn't allow you to view the) comments/);
      assert.doesNotMatch(text, /postComment/);
    }
    const failed = render(undefined, { errorMessage: "Couldn't load the comments. Nothing answers." });
    assert.match(failed, /role="alert".*Nothing answers\..*data-act="refresh"/s);
  });

  it('have escaped markup, URLs, and element IDs from a server', () => {
    const evil = (facts: Facts) => thread(EVIL, EVIL, { author: EVIL, replies: [EVIL], ...facts });
    const text = render([evil({}), evil({ resolved: true }), evil({ path: EVIL })], {
      errorMessage: EVIL,
      settling: [EVIL],
      unsent: [
        { kind: 'reply', id: EVIL, body: EVIL, state: 'failed', why: EVIL, at: NOW, discussion: EVIL },
      ],
    });
    assert.doesNotMatch(text, /<img|<a [^>]*(?:javascript|command):/i);
    for (const [, id] of text.matchAll(/ id="([^"]*)"/g))
      assert.match(id ?? '', /^[a-zA-Z]+(-([a-z]+|\d+))*$/);
    assert.doesNotMatch(text.replace(/(?:value|datetime)="[^"]*"/g, ''), /\u202e/);
  });
});
