import assert from 'node:assert/strict';
import { mergeRequestActions } from '../../../src/domain/merge-requests/rules';
import { mergeSection } from '../../../src/presentation/merge-request-page/merge-box';
import { mergeChecks } from '../../../src/presentation/merge-request-page/merge-checks';
import type { MergeRequestPageModel } from '../../../src/presentation/merge-request-page/model';
import { html } from '../../../src/presentation/shared/html';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';

/** The page of a draft with conflicts, unresolved threads, and missing approvals. */
function modelOf(facts: object): MergeRequestPageModel {
  const mergeRequest = mergeRequestSchema.parse({
    ...{ id: 1, iid: 42, project_id: 1, title: 'Draft: Round prices', state: 'opened', draft: true },
    ...{ has_conflicts: true, blocking_discussions_resolved: false, detailed_merge_status: 'draft_status' },
    ...facts,
  });
  return {
    ...{ base: 'https://git.example.com', mergeRequest, doing: undefined, errorMessage: undefined, now: 0 },
    parts: { approvals: { approved: false, approvals_left: 2 } },
    discussions: {
      ...{ known: undefined, errorMessage: undefined, unsent: [], settling: [] },
      write: () => html``,
    },
    actions: mergeRequestActions(mergeRequest),
  };
}

/** Returns the checks as text, and their buttons. */
function checks(facts: object): { readonly text: string; readonly acts: readonly (string | undefined)[] } {
  const content = html`${mergeChecks(modelOf(facts))}`.toString();
  return {
    text: content
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    acts: [...content.matchAll(/data-(?:act|command)="(?:switchyard\.)?(\w+)"/g)].map(([, act]) => act),
  };
}

describe('merge checks of the page', () => {
  it('list each obstacle besides the reported one, with its remedy', () => {
    const { text, acts } = checks({});
    assert.match(
      text,
      /^✗ Merge blocked: merge conflicts .* Resolve Conflicts\.\.\. ✗ .*threads.* Next Unresolved Thread ✗ Requires 2 more/,
    );
    assert.deepEqual(acts, ['resolveConflicts', 'nextThread', 'approveMergeRequest']);
  });

  it('have no remedy that the user has no permission for', () => {
    const facts = { detailed_merge_status: 'ci_must_pass', user: { can_merge: false } };
    assert.ok(!checks(facts).acts.includes('markReady'));
    assert.ok(checks({ detailed_merge_status: 'ci_must_pass' }).acts.includes('markReady'));
  });

  it('are absent if nothing blocks the merge', () => {
    assert.equal(checks({ detailed_merge_status: 'mergeable' }).text, '');
  });

  it('are replaced with the commits of the merge after the merge', () => {
    const shas = { merge_commit_sha: 'a'.repeat(40), squash_commit_sha: 'b'.repeat(40) };
    const text = mergeSection(modelOf({ ...shas, state: 'merged' })).toString();
    assert.match(text, /Merge commit: <code>aaaaaaaa<\/code> <button[^>]* value="a{40}"/);
    assert.match(text, /Squash commit: <code>bbbbbbbb<\/code>/);
    assert.doesNotMatch(mergeSection(modelOf(shas)).toString(), /Merge commit/);
  });

  it('are followed by a button that submits a review, except for the author', () => {
    const author = { id: 1, name: 'Dana', username: 'dana' };
    const known = { threads: [], cut: false, missing: undefined };
    const page = (me: string | undefined): string => {
      const model = modelOf({ author });
      return mergeSection({ ...model, me, discussions: { ...model.discussions, known } }).toString();
    };
    assert.deepEqual(
      ['marek', 'dana', undefined].map((me) => page(me).includes('data-command="switchyard.submitReview"')),
      [true, false, false],
    );
  });

  it("don't offer an approval that requires the password", () => {
    const model = modelOf({});
    const approvals = { approved: false, approvals_left: 2, require_password_to_approve: true };
    const content = html`${mergeChecks({ ...model, parts: { approvals } })}`.toString();
    assert.ok(!content.includes('data-command="switchyard.approveMergeRequest"'));
  });
});
