import assert from 'node:assert/strict';
import type { ChangeEvent } from '../../../src/domain/discussions/activity';
import { mergeRequestActions } from '../../../src/domain/merge-requests/rules';
import { type ActivityModel, NO_ACTIVITY } from '../../../src/presentation/merge-request-page/activity-model';
import { discussionsSection } from '../../../src/presentation/merge-request-page/discussion';
import type { DiscussionThread } from '../../../src/presentation/merge-request-page/discussion-model';
import { markdown } from '../../../src/presentation/shared/markdown/markdown';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';

const NOW = Date.UTC(2026, 10, 5, 12);
const BASE = 'https://git.example.com';
const EVIL = '"><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>[y](command:z) \u202etxt';
const HEAD = 'a'.repeat(40);
const at = (minute: number): string => new Date(NOW - 3_600_000 + minute * 60_000).toISOString();
const author = { name: 'Ada', username: 'ada' };

let ids = 0;
function note(
  body: string,
  minute: number,
  facts: { system?: boolean; by?: typeof author } = {},
): DiscussionThread {
  const { system = true, by = author } = facts;
  const id = ++ids;
  const content = {
    id,
    body,
    system,
    resolvable: false,
    resolved: false,
    author: by,
    created_at: at(minute),
  };
  return { id: `d${id}`, individual_note: true, notes: [content] };
}
const comment = (body: string, minute: number, by = author) => note(body, minute, { system: false, by });
const notes = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => note(`changed number ${index}.`, from + index));

function render(
  threads: readonly DiscussionThread[],
  activity: Partial<ActivityModel> = {},
  me = 'me',
): string {
  const mergeRequest = mergeRequestSchema.parse({
    ...{
      id: 1,
      iid: 42,
      project_id: 1,
      title: 'T',
      state: 'opened',
      web_url: `${BASE}/a/b/-/merge_requests/42`,
    },
  });
  return discussionsSection({
    ...{ base: BASE, mergeRequest, parts: {}, doing: undefined, errorMessage: undefined, now: NOW, me },
    actions: mergeRequestActions(mergeRequest),
    discussions: {
      known: { threads, cut: false, missing: undefined },
      ...{ errorMessage: undefined, unsent: [], settling: [] },
      write: (text) => markdown(text, { base: BASE }),
    },
    activity: { ...NO_ACTIVITY, ...activity },
  }).toString();
}
const read = (text: string): string =>
  text
    .replace(/<span class="avatar"[^>]*>[^<]*<\/span>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#39;', "'")
    .trim();
const label: ChangeEvent = {
  ...{ kind: 'label', id: 'label-1', author, at: at(2), action: 'add' },
  labels: [{ name: 'bug', color: '#ff0000' }, { name: 'docs' }],
};

describe('activity on the merge request page', () => {
  it('shows comments and changes by time', () => {
    const events: ChangeEvent[] = [
      label,
      { kind: 'milestone', id: 'milestone-1', author, at: at(3), action: 'remove', milestone: 'v1' },
      { kind: 'state', id: 'state-1', author: null, at: at(6), state: 'closed' },
    ];
    const text = render([note('marked this merge request as **draft**', 1), comment('Why?', 5)], { events });
    assert.match(
      read(text),
      /Ada marked this merge request as draft .* Ada added the labels bug docs .* Ada removed the milestone v1 .*Why\? .*Unknown user closed this merge request/,
    );
    assert.match(text, /fill="#ff0000"/);
  });

  it('shows the commits of a push, and a button that compares the versions', () => {
    const items = [1, 2, 3, 4, 5].map((each) => `<li>${String(each).repeat(8)} - Step ${each}</li>`).join('');
    const text = render([
      note(`added 5 commits\n\n<ul>${items}</ul>\n\n[Compare](/x/diffs?diff_id=7&start_sha=${HEAD})`, 1),
    ]);
    assert.match(
      read(text),
      /Ada added 5 commits .* Compare Versions 11111111 Step 1 .* 2 more commits 44444444/,
    );
    const [, value] = /data-command="switchyard.compareVersions" value="([^"]*)"/.exec(text) ?? [];
    const version = { id: 7, startSha: HEAD };
    assert.deepEqual(JSON.parse(value?.replaceAll('&quot;', '"') ?? ''), { kind: 'merge-request', version });
  });

  it('marks what differs in a changed title', () => {
    const text = render([note('changed title from **{-Old-} title** to **{+New+} title**', 1)]);
    assert.match(read(text), /changed the title from Old title to New title/);
    assert.match(text, /<del>Old<\/del> title.*<ins>New<\/ins> title/s);
  });

  it('collapses long runs of changes, except the latest ones', () => {
    const text = render([comment('First', 0), ...notes(9, 1), comment('Last', 20)]);
    assert.match(read(text), /First .* Show 7 events Hide 7 events Ada changed number 0\..*Last/);
    assert.doesNotMatch(/<details[^]*<\/details>/.exec(text)?.[0] ?? '', /number [78]\./);
    assert.doesNotMatch(render(notes(5, 1)), /Show 5 events/);
    assert.doesNotMatch(
      render(notes(9, 1), { view: { filter: 'history', order: 'oldest' } }),
      /Show \d+ events/,
    );
  });

  it('can be limited to comments or history, in both orders', () => {
    const threads = [note('changed one.', 1), comment('Two.', 2), note('changed three.', 3)];
    const shown = (view: ActivityModel['view']) =>
      [...read(render(threads, { view })).matchAll(/one\.|Two\.|three\./g)].map(([word]) => word);
    assert.deepEqual(shown({ filter: 'all', order: 'oldest' }), ['one.', 'Two.', 'three.']);
    assert.deepEqual(shown({ filter: 'all', order: 'newest' }), ['three.', 'Two.', 'one.']);
    assert.deepEqual(shown({ filter: 'comments', order: 'oldest' }), ['Two.']);
    assert.deepEqual(shown({ filter: 'history', order: 'newest' }), ['three.', 'one.']);
    const text = render(threads, { view: { filter: 'history', order: 'newest' } });
    assert.match(text, /value="history" aria-pressed="true"/);
    assert.match(text, /value="all" aria-pressed="false"/);
    assert.match(read(render([], { view: { filter: 'history', order: 'oldest' } })), /No recorded changes/);
  });

  it('has a divider before what others wrote since the last visit', () => {
    const bob = { name: 'Bob', username: 'bob' };
    const threads = [comment('Old.', 1), comment('Mine.', 5), comment('Fresh.', 6, bob)];
    const text = (since: number | undefined, order: 'oldest' | 'newest' = 'oldest'): string =>
      read(render(threads, { since, view: { filter: 'all', order } }, 'ada'));
    assert.match(text(Date.parse(at(4))), /Mine\. .*New since your last visit Bob .* Fresh\./);
    assert.match(text(Date.parse(at(4)), 'newest'), /Fresh\. .*Before your last visit .* Mine\./);
    assert.doesNotMatch(text(undefined), /last visit/);
    assert.doesNotMatch(text(Date.parse(at(6))), /last visit/);
    const [first] = comment('Old.', 1).notes;
    const [reply] = comment('Answer.', 9, bob).notes;
    const replied = { id: 'r', notes: [first, reply].flatMap((each) => each ?? []) };
    assert.match(read(render([replied], { since: Date.parse(at(4)) }, 'ada')), /Bob .* new Answer\./);
    assert.doesNotMatch(read(render([replied], { since: Date.parse(at(9)) }, 'ada')), / new Answer\./);
  });

  it('stays small with many entries, which can be loaded in pages', () => {
    const threads = Array.from({ length: 120 }, (_, index) => comment(`number ${index}.`, index % 60));
    const count = (pages: number) => render(threads, { pages }).match(/<article/g)?.length;
    assert.deepEqual([count(1), count(2), count(3)], [50, 100, 120]);
    const many = read(render(notes(1000, 0)));
    assert.match(many, /850 older entries aren't shown\. Load More/);
    assert.doesNotMatch(read(render(threads, { pages: 3 })), /Load More/);
  });

  it('shows only the threads that match a search, with their number, whatever the filter is', () => {
    const threads = [note('changed one.', 1), comment('Two.', 2), comment('Three.', 3), comment('Four.', 4)];
    const text = (search: string, filter: ActivityModel['view']['filter'] = 'all') =>
      read(render(threads, { search, view: { filter, order: 'oldest' } }));
    assert.match(text('t'), /2 of 3 threads match .*Two\. .*Three\./);
    assert.doesNotMatch(text('t'), /one\.|Four\./);
    assert.match(text('FOUR', 'history'), /1 of 3 threads matches .*Four\./);
    assert.match(text('one'), /None of 3 threads matches/);
    assert.doesNotMatch(text('one'), /No activity|one\.|Two\./);
    assert.doesNotMatch(text(' '), /threads match/);
    assert.match(text(' '), /one\. .*Two\. .*Three\. .*Four\./);
    assert.match(render(threads, { search: EVIL }), /role="status">None of 3 threads matches/);
    assert.doesNotMatch(render(threads, { search: EVIL }), /<img/);
    assert.doesNotMatch(render([note('changed one.', 1)]), /type="search"/);
  });

  it('finds threads among older entries, and replies among those that are left out', () => {
    const threads = Array.from({ length: 120 }, (_, index) => comment(`number ${index}.`, index % 60));
    assert.match(read(render(threads, { search: 'number 61.' })), /1 of 120 threads matches .*number 61\./);
    const all = render(threads, { search: 'number' });
    assert.equal(all.match(/<article/g)?.length, 50);
    assert.match(read(all), /120 of 120 threads match .*70 older entries aren't shown\. Load More/);
    const [first, ...replies] = Array.from({ length: 40 }, (_, index) => comment(`reply ${index}.`, index));
    const long = { id: 'long', notes: [first, ...replies].flatMap((each) => each?.notes ?? []) };
    assert.doesNotMatch(read(render([long])), /reply 5\./);
    const found = read(render([long], { search: 'reply 5.' }));
    assert.match(found, /17 earlier replies aren't shown\..*reply 5\. .*reply 39\./);
    assert.doesNotMatch(found, /reply 6\./);
  });

  it('finds resolved threads on code, and expands them', () => {
    const [first] = comment('Why five?', 1).notes;
    const position = { new_path: 'src/pay.ts', new_line: 5 };
    const notes = first === undefined ? [] : [{ ...first, resolvable: true, resolved: true, position }];
    assert.match(render([{ id: 'r', notes }]), /<details id="resolved-/);
    const found = render([{ id: 'r', notes }], { search: 'five' });
    assert.doesNotMatch(found, /<details/);
    assert.match(read(found), /1 of 1 threads matches .*src\/pay\.ts:5 .*Why five\? .*Unresolve Thread/);
  });

  it('shows a comment that a link leads to, also if it is older than the others, or a reply that is left out', () => {
    const threads = Array.from({ length: 120 }, (_, index) => comment(`number ${index}.`, index));
    const revealed = threads[7]?.notes[0]?.id;
    const shown = render(threads, { revealed });
    assert.match(shown, new RegExp(`id="thread-${revealed}" tabindex="-1"`));
    assert.match(
      read(shown),
      /number 7\. .*69 older entries aren't shown\. Load More .*number 70\. .*number 119\./,
    );
    assert.equal(shown.match(/<article/g)?.length, 51);
    const newestFirst = read(render(threads, { revealed, view: { filter: 'all', order: 'newest' } }));
    assert.match(newestFirst, /number 119\. .*69 older entries aren't shown\. Load More .*number 7\./);
    assert.equal(
      render(threads, { revealed, pages: 3 }).split(`id="thread-${revealed}"`).length,
      2,
      'is shown once',
    );
    assert.equal(render(threads, { revealed: 999_999 }), render(threads));
    const [first, ...replies] = Array.from({ length: 40 }, (_, index) => comment(`reply ${index}.`, index));
    const long = { id: 'long', notes: [first, ...replies].flatMap((each) => each?.notes ?? []) };
    const withReply = read(render([long], { revealed: long.notes[5]?.id }));
    assert.match(withReply, /18 earlier replies aren't shown\..*reply 5\. .*reply 20\./);
    const older = [long, ...threads.map((each) => each)];
    assert.match(read(render(older, { revealed: long.notes[5]?.id })), /reply 5\. .*number 70\./);
  });

  it('shows a change that a link leads to, whatever the filter is', () => {
    const threads = [comment('One.', 1), note('changed two.', 2), note('changed three.', 3)];
    const revealed = threads[1]?.notes[0]?.id;
    const shown = render(threads, { revealed, view: { filter: 'comments', order: 'oldest' } });
    assert.match(shown, new RegExp(`class="change" +id="thread-${revealed}" +tabindex="-1"`));
    assert.match(read(shown), /One\. .*two\./);
    assert.doesNotMatch(read(shown), /three\./);
  });

  it('shows errors with a button that tries again', () => {
    const text = render([comment('Still here.', 1)], { errorMessage: "Couldn't load the history. Offline." });
    assert.match(text, /role="alert"[^]*Couldn&#39;t load the history[^]*data-act="refresh"/);
    assert.match(read(text), /Still here\./);
  });

  it('escapes markup and URLs in changes', () => {
    const by = { name: EVIL, username: EVIL };
    const events: ChangeEvent[] = [
      {
        kind: 'label',
        id: 'label-1',
        author: by,
        at: EVIL,
        action: 'add',
        labels: [{ name: EVIL, color: EVIL }],
      },
      { kind: 'milestone', id: 'milestone-1', author: by, at: at(1), action: 'add', milestone: EVIL },
      { kind: 'state', id: 'state-1', author: by, at: at(1), state: EVIL },
      { kind: 'state', id: 'state-2', author: by, at: at(1), state: 'constructor' },
    ];
    const push = `added 1 commit\n\n<ul><li>11111111 - ${EVIL}</li></ul>`;
    const text = render(
      [note(EVIL, 1, { by }), note(push, 2), note(`changed title from **{-${EVIL}-}** to **${EVIL}**`, 3)],
      { events },
    );
    assert.doesNotMatch(text, /<img|<a [^>]*(?:javascript|command):/i);
    assert.doesNotMatch(text.replace(/(?:value|datetime)="[^"]*"/g, ''), /\u202e/);
  });
});
