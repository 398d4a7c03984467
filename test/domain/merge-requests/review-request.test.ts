import assert from 'node:assert/strict';
import { canRequestAgain, reviewRequestText } from '../../../src/domain/merge-requests/review-request';

describe('requesting another review', () => {
  const can = (state: string, username = 'dana', mergeRequest = 'opened'): boolean =>
    canRequestAgain({ state, user: { username } }, { state: mergeRequest });

  it('is possible after a review, while the merge request is open', () => {
    for (const state of ['reviewed', 'approved', 'requested_changes', 'unapproved'])
      assert.ok(can(state), state);
    for (const state of ['unreviewed', 'review_started', 'moon_phase']) assert.ok(!can(state), state);
    assert.ok(!can('reviewed', 'dana', 'merged') && !can('reviewed', 'dana', 'closed'));
  });

  it("isn't possible for names that could add other quick actions to the text", () => {
    for (const username of ['dana\n/merge', 'dana @marek', '', 'dana\n'])
      assert.ok(!can('reviewed', username));
    assert.ok(can('reviewed', 'dana.lindqvist-2_x'));
    assert.equal(reviewRequestText('dana'), '/request_review @dana');
  });
});
