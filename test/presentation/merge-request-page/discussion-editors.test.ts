import assert from 'node:assert/strict';
import { discussionsSection } from '../../../src/presentation/merge-request-page/discussion';
import type { DiscussionModel } from '../../../src/presentation/merge-request-page/discussion-model';
import { editorPlaceOf, formOfPlace } from '../../../src/presentation/merge-request-page/editor-places';
import type { MergeRequestPageModel } from '../../../src/presentation/merge-request-page/model';
import { markdown } from '../../../src/presentation/shared/markdown/markdown';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';

const BASE = 'https://git.example.com';
const MAKERS = { mergeRequest: () => BASE, issue: () => BASE, user: () => BASE };

const note = (id: number, username: string) => ({
  ...{ id, system: false, resolvable: true, resolved: false, body: `Note ${id}` },
  author: { name: username, username },
});
const THREADS = [{ id: 'abc', notes: [note(1, 'dana'), note(2, 'marek')] }];
const NONE = { text: '', previewed: undefined, uploads: [] };
const NOTHING = {
  comment: NONE,
  replies: new Map(),
  edits: new Map(),
  drafts: new Map(),
  internal: false,
  reacting: undefined,
};

function render(
  discussions: Partial<DiscussionModel> = {},
  rest: Partial<MergeRequestPageModel> & { readonly locked?: boolean } = {},
): string {
  const mergeRequest = mergeRequestSchema.parse({
    ...{ id: 1, iid: 42, project_id: 1, title: 'Add price rounding', state: 'opened' },
    ...{ discussion_locked: rest.locked ?? false, web_url: `${BASE}/acme/front/-/merge_requests/42` },
  });
  return discussionsSection({
    ...{ base: BASE, mergeRequest, parts: {}, doing: undefined, errorMessage: undefined, now: 0 },
    ...{ me: 'marek', actions: [] },
    discussions: {
      known: { threads: THREADS, drafts: [], cut: false, missing: undefined },
      ...{ errorMessage: undefined, unsent: [], settling: [], reactions: new Map(), editing: NOTHING },
      write: (text) => markdown(text, { base: BASE, ...MAKERS }),
      ...discussions,
    },
    ...rest,
  }).toString();
}

const has = (page: string, act: string, value = ''): boolean =>
  new RegExp(`data-act="${act}"[^>]*value="${value}`).test(page);

describe('text boxes and buttons of comments', () => {
  it('offer to edit and delete only own comments', () => {
    const page = render();
    assert.ok(has(page, 'editComment', '2"') && has(page, 'deleteComment', '2"'));
    assert.ok(!has(page, 'editComment', '1"') && !has(page, 'deleteComment', '1"'));
    assert.doesNotMatch(render({}, { me: undefined }), /editComment|deleteComment/);
  });

  it('link to each comment', () => {
    for (const act of ['copy', 'open-link'])
      for (const id of [1, 2])
        assert.ok(has(render(), act, `${BASE}/acme/front/-/merge_requests/42#note_${id}"`));
  });

  it("aren't offered to users who can't comment", () => {
    const page = render({}, { locked: true, access: 0 });
    assert.doesNotMatch(page, /<textarea|editComment|deleteComment|openReply|openReactions/);
    assert.match(render({}, { locked: true, access: 10 }), /<textarea/);
    assert.match(render({}, { locked: true }), /<textarea/);
  });

  it('offer reactions only if the server returns them', () => {
    assert.ok(has(render(), 'openReactions', '1"'));
    assert.doesNotMatch(render({ reactions: undefined }), /openReactions/);
    const given = new Map([[1, [{ name: 'tada', emoji: '🎉', by: [{ username: 'marek', name: 'Marek' }] }]]]);
    const page = render({ reactions: given, editing: { ...NOTHING, reacting: 2 } });
    assert.match(page, /value="1 tada" aria-pressed="true"/);
    assert.match(page, /value="2 thumbsup" aria-pressed="false"/);
    assert.match(page, /data-escapes="react-2"/);
  });

  it('offer to start a review with a reply, or to add the reply to it', () => {
    const replies = new Map([['abc', { text: 'Half', previewed: undefined, uploads: [] }]]);
    const editing = { ...NOTHING, replies };
    assert.match(render({ editing }), /<textarea[^>]*>\nHalf<\/textarea>[^]*Start a Review/);
    const known = { threads: THREADS, drafts: [{ id: 1, note: 'x' }], cut: false, missing: undefined };
    assert.match(render({ editing, known }), /Add to Review/);
    assert.doesNotMatch(render({ editing, known: { ...known, drafts: undefined } }), /addToReview/);
    const count = (page: string): number => page.split('data-act="addToReview"').length - 1;
    assert.equal(count(render({ editing, known })), 2);
    const comment = { ...known, threads: THREADS.map((each) => ({ ...each, individual_note: true })) };
    assert.equal(count(render({ editing, known: comment })), 1, 'only a new comment');
    assert.doesNotMatch(render({ editing }), /openReply/);
  });

  it('offer to resolve an unresolved thread with the reply, and state that a reply starts a thread', () => {
    const editing = { ...NOTHING, replies: new Map([['abc', NONE]]) };
    const pageOf = (threads: NonNullable<DiscussionModel['known']>['threads']): string =>
      render({ editing, known: { threads, drafts: undefined, cut: false, missing: undefined } });
    assert.match(pageOf(THREADS), /data-act="replyAndResolve"[^>]*>Reply and Resolve</);
    assert.doesNotMatch(pageOf(THREADS), /turns this comment into a thread/);
    const resolved = THREADS.map((each) => ({
      ...each,
      notes: each.notes.map((one) => ({ ...one, resolved: true })),
    }));
    assert.doesNotMatch(pageOf(resolved), /replyAndResolve/);
    const plain = pageOf(THREADS.map((each) => ({ ...each, individual_note: true })));
    assert.doesNotMatch(plain, /replyAndResolve/);
    assert.match(plain, /Your reply turns this comment into a thread\./);
  });

  it('preview the text, and keep the typed text exactly', () => {
    const text = '</textarea><b>x</b>\u202e **bold**';
    const page = render({ editing: { ...NOTHING, comment: { ...NONE, text, previewed: text } } });
    assert.ok(page.includes('\n&lt;/textarea&gt;&lt;b&gt;x&lt;/b&gt;\u202e **bold**</textarea>'));
    assert.match(page, /editor-preview[^]*<strong>bold<\/strong>/);
    assert.match(page, /editor-text suggests"[^>]* hidden\s*>/);
    const empty = render({ editing: { ...NOTHING, comment: { ...NONE, previewed: ' ' } } });
    assert.match(empty, /Nothing to preview/);
  });

  it('offer internal notes to members, and mark them', () => {
    const page = render({}, { access: 20 });
    assert.match(page, /type="checkbox"[^>]*data-act="toggleInternal"/);
    assert.doesNotMatch(page, /checked|internal<\/span>/);
    assert.doesNotMatch(render({}, { access: 10 }), /toggleInternal/);
    const chosen = render({ editing: { ...NOTHING, internal: true } });
    assert.match(chosen, /checked[^]*Add Internal Note[^]*Start Internal Thread/);
    assert.doesNotMatch(chosen, /addToReview/);
    const threads = [{ id: 'abc', notes: [{ ...note(1, 'dana'), internal: true }] }];
    const known = { threads, cut: false, missing: undefined };
    assert.match(render({ known }), /<span class="badge">internal<\/span>/);
  });

  it('offer to edit and discard pending comments, and edit them in place', () => {
    const known = { threads: THREADS, cut: false, missing: undefined };
    const drafts = [{ id: 5, note: 'Pending **text**' }];
    const page = render({ known: { ...known, drafts } });
    assert.ok(has(page, 'editDraft', '5"') && has(page, 'discardDraft', '5"'));
    const editor = { ...NONE, text: 'Changed' };
    const editing = { ...NOTHING, drafts: new Map([[5, editor]]) };
    assert.match(
      render({ known: { ...known, drafts }, editing }),
      /data-form="draft 5"[^]*Changed<\/textarea>[^]*data-act="saveComment"/,
    );
    assert.doesNotMatch(render({ known: { ...known, drafts }, editing: undefined }), /editDraft/);
  });

  it('show files that are being uploaded, and send the text only afterward', () => {
    const uploads = [{ number: 7, name: '<shot>.png' }];
    const page = render({ editing: { ...NOTHING, comment: { ...NONE, uploads } } });
    assert.match(page, /Uploading &lt;shot&gt;\.png…[^]*data-act="cancelUpload"[^>]*value="7"/);
    const sending = (html: string): readonly string[] =>
      [...html.matchAll(/data-(?:act|command)="(?:switchyard\.)?(\w+)"[^>]*aria-disabled="true"/g)].map(
        ([, act = '']) => act,
      );
    assert.deepEqual(sending(page), ['postComment', 'addToReview', 'startThread']);
    assert.deepEqual(sending(render()), []);
  });

  it("have form names that texts on the page can't imitate", () => {
    for (const place of [
      { kind: 'comment' },
      { kind: 'reply', discussion: 'a b' },
      { kind: 'edit', note: 7 },
      { kind: 'draft', draft: 7 },
    ] as const)
      assert.deepEqual(editorPlaceOf(formOfPlace(place)), place);
    for (const form of [undefined, '', 'comment x', 'reply', 'reply ', 'edit x', 'edit 1e9', 'constructor'])
      assert.equal(editorPlaceOf(form), undefined);
  });
});
