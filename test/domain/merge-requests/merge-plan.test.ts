import assert from 'node:assert/strict';
import { plannedOptions, waysToMerge } from '../../../src/domain/merge-requests/merge-options';
import { mergePlan } from '../../../src/domain/merge-requests/merge-plan';

describe('merge plan', () => {
  it('creates a merge commit unless the project fast-forwards', () => {
    const made = (method: string | null) =>
      mergePlan({ merge_method: method }, { squash: false }).hasMergeCommit;
    assert.deepEqual(['merge', 'rebase_merge', 'ff', 'newer', null].map(made), [
      true,
      true,
      false,
      true,
      true,
    ]);
    assert.equal(mergePlan(undefined, { squash: false }).method, undefined);
    assert.equal(mergePlan({ merge_method: 'newer' }, { squash: false }).method, undefined);
  });

  for (const [option, wanted, squash, squashRule] of [
    ['always', false, true, 'always'],
    ['never', true, false, 'never'],
    ['default_on', false, false, 'free'],
    ['default_off', true, true, 'free'],
    [null, true, true, 'free'],
  ] as const) {
    it(`follows the squash option ${String(option)}`, () => {
      const plan = mergePlan({ squash_option: option }, { squash: wanted });
      assert.deepEqual([plan.squash, plan.squashRule], [squash, squashRule]);
    });
  }

  it('leaves out messages of commits that are not created', () => {
    const options = {
      ...{ sha: 'a', squash: true, removeSourceBranch: false },
      ...{ mergeMessage: 'M', squashMessage: 'S' },
    };
    assert.deepEqual(
      plannedOptions(options, mergePlan({ merge_method: 'ff', squash_option: 'never' }, { squash: true })),
      {
        ...options,
        ...{ squash: false, mergeMessage: undefined, squashMessage: undefined },
      },
    );
    assert.deepEqual(plannedOptions(options, mergePlan({}, { squash: true })), options);
  });

  it('prefers the merge train, or auto-merge while a pipeline is running', () => {
    const facts = {
      ...{ state: 'opened', draft: false, detailed_merge_status: 'mergeable', sha: 'a' },
      ...{ merge_when_pipeline_succeeds: false, has_conflicts: false, rebase_in_progress: false },
      discussion_locked: false,
    };
    assert.deepEqual(waysToMerge(facts, { hasTrain: true }), ['train', 'now']);
    const running = { ...facts, head_pipeline: { status: 'running' } };
    assert.deepEqual(waysToMerge(running, { hasTrain: true }), ['auto', 'now']);
    assert.equal(waysToMerge({ ...facts, draft: true }, { hasTrain: true }), 'draft');
  });
});
