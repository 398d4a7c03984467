import assert from 'node:assert/strict';
import { mergeRequestActions } from '../../../src/domain/merge-requests/rules';
import type { MergeRequestPageModel } from '../../../src/presentation/merge-request-page/model';
import { pageBar } from '../../../src/presentation/merge-request-page/page';
import { html } from '../../../src/presentation/shared/html';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';

const bar = (
  facts: Readonly<Record<string, unknown>> = {},
  rest: Partial<MergeRequestPageModel> = {},
): string => {
  const mergeRequest = mergeRequestSchema.parse({
    ...{ id: 1, iid: 42, project_id: 1, title: 'Add <b>rounding', state: 'opened', sha: 'a'.repeat(40) },
    ...{ source_branch: 'rounding', target_branch: 'main', detailed_merge_status: 'mergeable', ...facts },
  });
  return pageBar({
    base: 'https://git.example.com',
    mergeRequest,
    parts: {},
    discussions: {
      ...{ known: undefined, errorMessage: undefined, unsent: [], settling: [] },
      write: (text) => html`${text}`,
    },
    actions: mergeRequestActions(mergeRequest),
    ...{ doing: undefined, errorMessage: undefined, now: 0, ...rest },
  }).toString();
};
const acts = (text: string): readonly string[] =>
  [...text.matchAll(/data-(?:act|command)="(?:switchyard\.)?(\w+)"/g)].map(([, act = '']) => act);

describe('bar of the merge request page', () => {
  it('shows number, title, and state as text', () => {
    assert.match(bar(), /<span class="badge good">Open<\/span>/);
    assert.match(bar(), /!42 Add &lt;b&gt;rounding/);
    assert.match(bar({ draft: true, title: 'Draft: Add rounding' }), />Draft<[^]*!42 Add rounding/);
  });

  it('offers only the next step', () => {
    assert.deepEqual(acts(bar()), ['mergeMergeRequest']);
    assert.deepEqual(acts(bar({ draft: true, detailed_merge_status: 'draft_status' })), ['markReady']);
    for (const state of ['merged', 'closed']) assert.deepEqual(acts(bar({ state })), [], state);
  });

  it('offers neither waiting nor the browser as the next step', () => {
    for (const status of [
      'checking',
      'unchecked',
      'preparing',
      'approvals_syncing',
      'policies_denied',
      'locked_paths',
    ])
      assert.deepEqual(acts(bar({ detailed_merge_status: status })), [], status);
  });

  describe('while requested changes block the merge', () => {
    const me = 'dana';
    const author = { id: 2, username: 'dana', name: 'Dana' };
    const marek = { id: 3, username: 'marek', name: 'Marek' };
    const reviewers = { items: [{ user: marek, state: 'requested_changes' }], cut: false };
    const known = { threads: [], cut: false, drafts: [], missing: undefined };
    const rest = (user: string): Partial<MergeRequestPageModel> => ({
      me: user,
      parts: { reviewers },
      discussions: {
        known,
        errorMessage: undefined,
        unsent: [],
        settling: [],
        write: (text) => html`${text}`,
      },
    });
    const blocked = { detailed_merge_status: 'requested_changes', author };

    it('lets the author request another review', () => {
      const text = bar(blocked, rest(me));
      assert.deepEqual(acts(text), ['requestReviewAgain']);
      assert.match(text, /Request Review Again from Marek/);
    });

    it('lets the reviewer submit another review', () => {
      assert.deepEqual(acts(bar(blocked, rest('marek'))), ['submitReview']);
    });

    it('offers nothing to others', () => {
      assert.deepEqual(acts(bar(blocked, rest('olivia'))), []);
    });
  });

  it('waits for the pipeline while the merge request is set to auto-merge', () => {
    const set = { merge_when_pipeline_succeeds: true, detailed_merge_status: 'ci_still_running' };
    const pipeline = { id: 7, iid: 1, project_id: 1, sha: 'a', ref: 'x' };
    const running = { head_pipeline: { ...pipeline, status: 'running' } };
    assert.deepEqual(acts(bar({ ...set, ...running })), []);
    const failed = { head_pipeline: { ...pipeline, status: 'failed' } };
    assert.deepEqual(acts(bar({ ...set, ...failed, detailed_merge_status: 'ci_must_pass' })), [
      'showPipeline',
    ]);
  });

  it('marks the running action', () => {
    assert.match(bar({}, { doing: 'merge' }), /id="bar-act"[^>]*disabled[^>]*aria-busy="true"/);
  });
});
