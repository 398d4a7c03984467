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

  it('marks the running action', () => {
    assert.match(bar({}, { doing: 'merge' }), /id="bar-act"[^>]*disabled[^>]*aria-busy="true"/);
  });
});
