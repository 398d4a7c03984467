import assert from 'node:assert/strict';
import { mergePlan } from '../../../src/domain/merge-requests/merge-plan';
import { mergeDescription, mergeDetail } from '../../../src/presentation/merge-requests/merge-options';
import {
  mergePlanSentence,
  squashRuleLabel,
} from '../../../src/presentation/merge-requests/merge-plan-messages';

describe('sentence about a merge', () => {
  for (const [method, squash, commits, sentence] of [
    ['merge', false, 3, 'Adds a merge commit to main'],
    ['merge', true, 3, 'Squashes 3 commits into one and adds a merge commit to main'],
    ['merge', true, undefined, 'Squashes the commits into one and adds a merge commit to main'],
    ['rebase_merge', false, 3, 'Adds a merge commit to main (semi-linear history)'],
    ['ff', false, 3, 'Fast-forwards main to the head of the source branch; no merge commit'],
    ['ff', true, 2, 'Squashes 2 commits into one and fast-forwards main to it; no merge commit'],
    ['ff', true, 1, 'Squashes 1 commit and fast-forwards main to it; no merge commit'],
    ['newer', true, 1, undefined],
  ] as const) {
    it(`is ${String(sentence)} for ${method}`, () => {
      const plan = mergePlan({ merge_method: method }, { squash });
      assert.equal(mergePlanSentence(plan, { target: 'main', commits }), sentence);
    });
  }

  it('is followed by the rules of the project', () => {
    const facts = {
      ...{ name: '!1', source: 'a', target: 'main', commits: 2 },
      ...{ closes: undefined, approvedBy: undefined, approvalsLeft: undefined },
    };
    const settings = { merge_method: 'ff', squash_option: 'never', merge_trains_enabled: true };
    const plan = mergePlan(settings, { squash: true });
    assert.equal(
      mergeDetail(plan, facts),
      'Fast-forwards main to the head of the source branch; no merge commit',
    );
    assert.equal(
      mergeDescription('train', plan),
      "Merged after the merge requests before it · Project doesn't allow squashing",
    );
    assert.equal(mergeDescription('now', mergePlan({}, { squash: true })), '');
    assert.equal(squashRuleLabel('free'), undefined);
  });
});
