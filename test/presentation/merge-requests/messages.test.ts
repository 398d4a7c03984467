import assert from 'node:assert/strict';
import { ApiError, type ErrorKind } from '../../../src/api/errors';
import {
  MergeRequestActionFailedError,
  MergeRequestBusyError,
  MergeRequestRefusedError,
} from '../../../src/domain/merge-requests/action-errors';
import { EditConflictError } from '../../../src/domain/merge-requests/edit';
import {
  MERGE_REQUEST_ACTIONS,
  type MergeRequestAction,
  type MergeRequestObstacle,
} from '../../../src/domain/merge-requests/rules';
import { explainMergeRequests } from '../../../src/presentation/merge-requests/errors';
import { movedSentence } from '../../../src/presentation/merge-requests/merge-options';
import { explain, isSilent, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';
import { closeAll } from '../../api/helpers/client';
import { actingOn, whyNot } from '../../builders/acting';

registerErrorMessages(explainMergeRequests);

const refused = (kind: ErrorKind, status: number | undefined, serverMessage?: string): ApiError =>
  new ApiError({ kind, status, serverMessage, endpoint: 'PUT /x', host: 'git.acme.example' });
const explanationOf = (action: MergeRequestAction, cause: ApiError) =>
  explain(new MergeRequestActionFailedError(action, 12, cause));

/** Each documented rejection of an action, and undocumented ones (server-behavior.md#errors). */
const ROWS: readonly [MergeRequestAction, ErrorKind, number, string, RegExp][] = [
  ['merge', 'unauthorized', 401, '401 Unauthorized', /^Merging !12 requires .*\(401\)\.$/],
  [
    'merge',
    'method-not-allowed',
    405,
    '405 Method Not Allowed',
    /^The server refused to merge !12 \(405\)\. Refresh to see what blocks it\.$/,
  ],
  [
    'merge',
    'conflict',
    409,
    'SHA does not match HEAD of source branch: abc',
    /has changed since .*\(409\)\. Review the latest changes first\.$/,
  ],
  [
    'merge',
    'unprocessable',
    422,
    'Branch cannot be merged',
    /\(422\)\. The server responded: Branch cannot be merged$/,
  ],
  [
    'setAutoMerge',
    'method-not-allowed',
    405,
    '405 Method Not Allowed',
    /^!12 can't be merged now, or its pipeline has already finished \(405\)\. Refresh and try again\.$/,
  ],
  [
    'cancelAutoMerge',
    'not-acceptable',
    406,
    "Can't cancel the automatic merge",
    /nothing to cancel \(406\)\.$/,
  ],
  [
    'rebase',
    'forbidden',
    403,
    '403 Forbidden - Cannot push to source branch',
    /^Rebasing !12 requires permission to push to its source branch, usually at least the Developer role/,
  ],
  ['rebase', 'forbidden', 403, '403 Forbidden - Source branch does not exist', /no longer exists/],
  ['rebase', 'forbidden', 403, 'Source branch is protected from force push', /protected from force pushes/],
  ['rebase', 'conflict', 409, 'Failed to enqueue the rebase operation', /may be blocking the rebase \(409\)/],
  [
    'previewMerge',
    'bad-request',
    400,
    'Merge request is not mergeable',
    /^!12 must be open and must not conflict with its target branch/,
  ],
  [
    'previewMerge',
    'bad-request',
    400,
    'Merge ref cannot be updated',
    /couldn't create the merge result of !12/,
  ],
  [
    'previewMerge',
    'bad-request',
    400,
    'Unsupported operation',
    /The server's database is currently read-only/,
  ],
  ['approve', 'unauthorized', 401, '401 Unauthorized', /^You're the author of !12, .*\(401\)\.$/],
  [
    'approve',
    'conflict',
    409,
    'SHA does not match HEAD of source branch: abc',
    /\(409\)\. Review the latest changes first\.$/,
  ],
  ['unapprove', 'not-found', 404, '404 Not found', /^You haven't approved !12/],
  [
    'createPipeline',
    'method-not-allowed',
    405,
    '405 Method Not Allowed',
    /configuration for !12 might not have jobs for merge request pipelines/,
  ],
  ['delete', 'forbidden', 403, '403 Forbidden', /^Only administrators and users with the Owner role/],
  ['close', 'not-found', 404, '404 Not found', /^!12 no longer exists on git\.acme\.example/],
  [
    'close',
    'method-not-allowed',
    405,
    'Non GET methods are not allowed for moved projects',
    /moved to a different URL/,
  ],
];

const OBSTACLES: readonly MergeRequestObstacle[] = [
  'not-open',
  'archived',
  'not-closed',
  'merged',
  'may-not-merge',
  'draft',
  'not-draft',
  'conflicts',
  'blocked',
  'pipeline-running',
  'no-pipeline-running',
  'auto-merge-set',
  'no-auto-merge',
  'rebasing',
  'no-head',
  'already-so',
  'may-not-approve',
  'no-approvals',
];

describe('merge request messages', () => {
  for (const [action, kind, status, serverMessage, sentence] of ROWS) {
    it(`explain ${status} "${serverMessage}" for the action ${action}`, () => {
      const { why, steps } = explanationOf(action, refused(kind, status, serverMessage));
      assert.match(why, sentence);
      assert.deepEqual(steps, []);
    });
  }

  for (const action of MERGE_REQUEST_ACTIONS) {
    it(`name the permission that the token lacks for the action ${action}`, () => {
      const { why, steps } = explanationOf(
        action,
        refused(
          'forbidden',
          403,
          'Access denied: This operation requires a fine-grained personal access token with the following project permissions: [Merge Request: Delete, Code: Push].',
        ),
      );
      assert.match(why, /fine-grained token with these permissions: Merge Request: Delete and Code: Push\./);
      assert.deepEqual(steps, ['another-token', 'show-output']);
    });

    it(`contain the reason of the server for refusing the action ${action}`, () => {
      const cause = refused('forbidden', 403, 'Your IP address is blocked');
      assert.equal(explanationOf(action, cause).why, 'The server responded: Your IP address is blocked');
    });
  }

  it('leave the explanation of an expired token to the general messages', () => {
    const { why, steps } = explanationOf('merge', refused('unauthorized', 401, 'Token is expired.'));
    assert.match(why, /rejected the token: Token is expired\./);
    assert.ok(steps.includes('sign-in'));
  });

  it("contain the server's message if there is no better explanation", () => {
    const cause = refused('bad-request', 400, 'title: is too long');
    assert.equal(explanationOf('edit', cause).why, 'The server responded: title: is too long');
  });

  it('describe an unknown outcome, and offer a refresh instead of a retry', () => {
    const facts = {
      endpoint: 'PUT /projects/:id/merge_requests/:merge_request_iid/merge',
      host: 'git.acme.example',
    };
    const cause = new ApiError({ kind: 'timeout', ...facts, sent: true, outcomeUnknown: true });
    const { why, steps, check } = explanationOf('merge', cause);
    assert.equal(
      why,
      "git.acme.example didn't confirm the request. It may have succeeded. Refresh to check.",
    );
    assert.deepEqual(steps, ['refresh', 'show-output']);
    assert.equal(check, 'switchyard.refreshMergeRequests');
    assert.equal(explanationOf('merge', refused('forbidden', 403)).check, undefined);
  });

  it('are different for each obstacle and name the merge request', () => {
    const all = OBSTACLES.map((obstacle) => explain(new MergeRequestRefusedError('edit', 12, obstacle)).why);
    assert.equal(new Set(all).size, OBSTACLES.length);
    for (const why of all) assert.match(why, /!12/);
  });

  it('contain the status that blocks a merge', () => {
    assert.equal(
      explain(new MergeRequestRefusedError('merge', 12, 'blocked', 'not_approved')).why,
      'Merge blocked: all required approvals must be given.',
    );
  });

  it('contain the action in progress', () => {
    for (const action of MERGE_REQUEST_ACTIONS) {
      assert.match(
        explain(new MergeRequestBusyError(12, action)).why,
        /^(?:!12 is being |Another action on !12 is in progress)/,
      );
    }
  });

  it('describe a concurrent edit', () => {
    const current = mergeRequestSchema.parse({ id: 1, iid: 12, project_id: 1, title: 'a', state: 'opened' });
    assert.equal(
      explain(new EditConflictError(current)).why,
      '!12 was changed on the server after you opened it. Try again.',
    );
  });

  it('are omitted for actions that the user canceled', () => {
    assert.ok(isSilent(new MergeRequestActionFailedError('previewMerge', 12, refused('aborted', undefined))));
    assert.ok(!isSilent(new MergeRequestActionFailedError('merge', 12, refused('conflict', 409))));
  });

  it('count the added commits', () => {
    const moved = { name: '!12', expected: 'a'.repeat(40), head: 'b'.repeat(40), count: 1, rewritten: false };
    assert.equal(movedSentence(moved), "Couldn't merge !12. 1 commit was added after you viewed aaaaaaaa.");
    assert.match(movedSentence({ ...moved, count: 3 }), /3 commits were added after you viewed aaaaaaaa/);
    assert.match(movedSentence({ ...moved, count: 0 }), /is now bbbbbbbb/);
    assert.match(movedSentence({ ...moved, rewritten: true }), /was force-pushed/);
  });

  describe('for rejections by the sandbox', () => {
    let sandbox: Sandbox;
    before(async () => {
      sandbox = await startSandbox({ still: true });
    });
    after(async () => {
      await closeAll();
      await sandbox.close();
    });

    it('are the same as for simulated rejections', async () => {
      const reporter = actingOn(sandbox, 'reporter');
      const at = reporter.key(4, 2);
      const { sha } = await reporter.tested(at);
      assert.match(
        await whyNot(reporter.actions.merge(at, { sha: sha ?? '' })),
        /^Merging !4 requires permission to merge/,
      );
      assert.match(await whyNot(reporter.actions.rebase(at, { skipCi: false })), /^Rebasing !4 requires/);
      assert.match(await whyNot(reporter.actions.run('approve', at)), /^You're the author of !4, /);
      const developer = actingOn(sandbox, 'developer');
      assert.match(await whyNot(developer.actions.run('delete', at)), /^Only administrators and users/);
      const conflicting = developer.key(16);
      await developer.tested(conflicting);
      assert.match(await whyNot(developer.actions.previewMerge(conflicting)), /conflict/);
    });
  });
});
