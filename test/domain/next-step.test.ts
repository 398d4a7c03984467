import assert from 'node:assert/strict';
import fc from 'fast-check';
import { KNOWN_MERGE_STATUSES } from '../../src/domain/merge-status';
import { NEXT_STEPS, nextStepFor, type NextStep, type NextStepFacts } from '../../src/domain/next-step';

const dana = { username: 'dana' };
const marek = { username: 'marek' };
const MINE: NextStepFacts = {
  state: 'opened',
  draft: false,
  detailed_merge_status: 'mergeable',
  has_conflicts: false,
  blocking_discussions_resolved: true,
  merge_when_pipeline_succeeds: false,
  author: dana,
  reviewers: [marek],
};

const TABLE: readonly [string, NextStep, Partial<NextStepFacts>, string?][] = [
  ['that can be merged', 'merge', {}],
  [
    'that can be merged, assigned to the person',
    'merge',
    { author: marek, reviewers: [], assignees: [dana] },
  ],
  ['that one should review', 'review', {}, 'marek'],
  ['that one should review, with conflicts', 'review', { has_conflicts: true }, 'marek'],
  ['that is a draft, to its reviewer', 'others', { draft: true }, 'marek'],
  ['that is reviewed by its author too', 'merge', { reviewers: [dana] }],
  ['of people that one does not know', 'others', {}, 'ravi'],
  ['with conflicts', 'conflicts', { has_conflicts: true }],
  [
    'with conflicts by its status, and open threads',
    'conflicts',
    { detailed_merge_status: 'broken_status', blocking_discussions_resolved: false },
  ],
  ['with open threads', 'threads', { detailed_merge_status: 'discussions_not_resolved' }],
  ['with open threads that do not block', 'threads', { blocking_discussions_resolved: false }],
  ['whose changes were asked for', 'threads', { detailed_merge_status: 'requested_changes' }],
  ['whose pipeline has to pass', 'ci', { detailed_merge_status: 'ci_must_pass' }],
  ['whose pipeline failed', 'ci', { head_pipeline: { status: 'failed' } }],
  ['that is a draft', 'finish', { draft: true, detailed_merge_status: 'draft_status' }],
  ['that merges by itself', 'others', { merge_when_pipeline_succeeds: true }],
  ['that is being tested', 'others', { detailed_merge_status: 'checking' }],
  ['that waits for an approval', 'others', { detailed_merge_status: 'not_approved' }],
  ['with a status that is not known', 'others', { detailed_merge_status: 'moon_phase' }],
];

describe('the next step', () => {
  for (const [what, step, facts, who = 'dana'] of TABLE) {
    it(`for one ${what} is "${step}"`, () => {
      assert.equal(nextStepFor(who, { ...MINE, ...facts }), step);
    });
  }

  it('is one of the list, whatever is known', () => {
    const people = fc.array(fc.constantFrom(dana, marek), { maxLength: 2 });
    const facts = fc.record({
      state: fc.constantFrom('opened', 'merged', 'odd'),
      draft: fc.boolean(),
      detailed_merge_status: fc.constantFrom(...KNOWN_MERGE_STATUSES, 'moon_phase', null, undefined),
      has_conflicts: fc.boolean(),
      blocking_discussions_resolved: fc.constantFrom(true, false, null, undefined),
      merge_when_pipeline_succeeds: fc.boolean(),
      author: fc.constantFrom(dana, marek, null, undefined),
      assignees: fc.option(people, { nil: null }),
      reviewers: fc.option(people, { nil: undefined }),
      head_pipeline: fc.constantFrom({ status: 'failed' }, { status: 'success' }, null, undefined),
    });
    fc.assert(
      fc.property(facts, (some) => {
        assert.ok(NEXT_STEPS.includes(nextStepFor('dana', some)));
      }),
    );
  });
});
