import assert from 'node:assert/strict';
import { mergeRequestActions } from '../../../src/domain/merge-requests/rules';
import { pageSide } from '../../../src/presentation/merge-request-page/side';
import { html } from '../../../src/presentation/shared/html';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';

describe('reviewers on the merge request page', () => {
  const user = { id: 4, name: 'Dana', username: 'dana' };
  const buttons = (state: string, { of = 'opened', mayEdit = true } = {}) => {
    const request = { id: 1, iid: 42, project_id: 7, title: 'Add rounding', state: of };
    const mergeRequest = mergeRequestSchema.parse(request);
    const side = pageSide({
      base: 'https://git.example.com',
      mergeRequest,
      parts: { reviewers: { items: [{ user, state }], cut: false } },
      discussions: {
        ...{ known: undefined, errorMessage: undefined, unsent: [], settling: [] },
        write: (text) => html`${text}`,
      },
      actions: mayEdit ? mergeRequestActions(mergeRequest) : ['subscribe'],
      doing: undefined,
      errorMessage: undefined,
      now: 0,
    });
    return side.toString().match(/<button[^>]*data-command="switchyard.requestReviewAgain"[^>]*>/g) ?? [];
  };

  it('have a button for another review only if they have reviewed and the role allows it', () => {
    for (const state of ['reviewed', 'approved', 'requested_changes', 'unapproved']) {
      const [button = ''] = buttons(state);
      assert.match(button, /&quot;user&quot;:4}/);
      assert.match(button, /aria-label="Request Review Again from Dana"/);
    }
    for (const state of ['unreviewed', 'review_started', 'all_new']) assert.equal(buttons(state).length, 0);
    assert.equal(buttons('reviewed', { of: 'merged' }).length, 0);
    assert.equal(buttons('reviewed', { mayEdit: false }).length, 0);
  });
});
