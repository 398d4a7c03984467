import assert from 'node:assert/strict';
import fc from 'fast-check';
import { KNOWN_MERGE_STATUSES } from '../../../src/domain/merge-requests/merge-status';
import {
  type MergeRequestStep,
  NEXT_STEPS,
  type NextStepFacts,
  nextStepFor,
} from '../../../src/domain/merge-requests/next-step';

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

const TABLE: readonly [string, MergeRequestStep, Partial<NextStepFacts>, string?][] = [
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
  ['that the person has approved', 'reviewed', { review: 'approved' }, 'marek'],
  ['that the person has reviewed', 'reviewed', { review: 'reviewed', has_conflicts: true }, 'marek'],
  ['that the person has asked changes of', 'author', { review: 'requested_changes' }, 'marek'],
  [
    'that the person has approved, with later commits',
    'review',
    { review: 'approved', sha: 'b', reviewedHead: 'a' },
    'marek',
  ],
  [
    'whose changes the person has asked for, with later commits',
    'review',
    { review: 'requested_changes', sha: 'b', reviewedHead: 'a' },
    'marek',
  ],
  [
    'that the person has reviewed, without later commits',
    'reviewed',
    { review: 'reviewed', sha: 'a', reviewedHead: 'a' },
    'marek',
  ],
  [
    'that is a draft, reviewed before, with later commits',
    'others',
    { draft: true, review: 'reviewed', sha: 'b', reviewedHead: 'a' },
    'marek',
  ],
  ['whose review was begun', 'review', { review: 'review_started' }, 'marek'],
  ['that asks for another review', 'review', { review: 'unreviewed' }, 'marek'],
  ['whose review is in a state that is not known', 'review', { review: 'moon_phase' }, 'marek'],
  ['that is a draft, reviewed before', 'others', { draft: true, review: 'reviewed' }, 'marek'],
  ['that the person owns and has reviewed', 'merge', { review: 'approved', reviewers: [dana] }],
  [
    'with conflicts, being tested again',
    'conflicts',
    {
      detailed_merge_status: 'checking',
      settled: { detailed_merge_status: 'conflict', has_conflicts: true },
    },
  ],
  [
    'without conflicts any more',
    'merge',
    { settled: { detailed_merge_status: 'conflict', has_conflicts: true } },
  ],
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
  ['that the user has no permission to merge', 'others', { user: { can_merge: false } }],
  ['with conflicts, in an archived project', 'others', { archived: true, has_conflicts: true }],
  ['of an archived project, to its reviewer', 'others', { archived: true }, 'marek'],
  ['that waits for an approval', 'others', { detailed_merge_status: 'not_approved' }],
  ['with a status that is not known', 'others', { detailed_merge_status: 'moon_phase' }],
];

describe('next step of a merge request', () => {
  for (const [what, step, facts, who = 'dana'] of TABLE) {
    it(`for a merge request ${what} is "${step}"`, () => {
      assert.equal(nextStepFor(who, { ...MINE, ...facts }), step);
    });
  }

  it('is one of the defined steps for any facts', () => {
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
      review: fc.constantFrom('approved', 'unreviewed', 'moon_phase', undefined),
      sha: fc.constantFrom('a', 'b', null, undefined),
      reviewedHead: fc.constantFrom('a', undefined),
      head_pipeline: fc.constantFrom({ status: 'failed' }, { status: 'success' }, null, undefined),
    });
    fc.assert(
      fc.property(facts, (some) => {
        assert.ok(NEXT_STEPS.includes(nextStepFor('dana', some)));
      }),
    );
  });
});
