import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { explain } from '../../../src/presentation/shared/error-messages';
import { errorRow } from '../../../src/presentation/shared/error-row';

const anError = (facts: Partial<ConstructorParameters<typeof ApiError>[0]>): ApiError =>
  new ApiError({ kind: 'server', endpoint: 'GET /user', host: 'gitlab.example', ...facts });

describe('messages for refused requests', () => {
  it('offer to sign in with another token for a missing scope', () => {
    const refused = (serverMessage: string) =>
      explain(anError({ kind: 'forbidden', status: 403, serverMessage, base: 'https://gitlab.example/git' }));
    const { why, steps } = refused('It requires higher privileges. (scope: api read_api)');
    assert.equal(
      why,
      "The token for gitlab.example doesn't have the required scope (api or read_api). Sign in with a token that has it.",
    );
    assert.deepEqual(steps, ['another-token', 'show-output']);
    // Servers can omit the scope.
    for (const serverMessage of [
      'insufficient_scope',
      'The request requires higher privileges than provided by the access token.',
    ]) {
      assert.deepEqual(refused(serverMessage).steps, ['another-token', 'show-output']);
      assert.equal(
        refused(serverMessage).why,
        "The token for gitlab.example doesn't have a scope that this action requires. Sign in with a token that has it.",
      );
      assert.equal(refused(serverMessage).base, 'https://gitlab.example/git');
    }
    assert.deepEqual(refused('403 Forbidden - Job is not erasable!').steps, ['show-output']);
  });

  for (const [what, kind, serverMessage, why] of [
    [
      'a missing permission',
      'forbidden',
      'Access denied: This operation requires a fine-grained personal access token with the following project permissions: [Job: Delete]. (insufficient_granular_scope)',
      'gitlab.example requires a fine-grained token with this permission: Job: Delete. Sign in with a token that has it.',
    ],
    [
      'several missing permissions',
      'forbidden',
      'Access denied: This operation requires a fine-grained personal access token with the following group permissions: [Job: Read, Pipeline: Read].',
      'gitlab.example requires a fine-grained token with these permissions: Job: Read and Pipeline: Read. Sign in with a token that has them.',
    ],
    [
      'a missing permission for a query',
      'bad-request',
      'Access denied: This operation requires a fine-grained personal access token with the following project permissions: [Error Tracking: Read].',
      'gitlab.example requires a fine-grained token with this permission: Error Tracking: Read. Sign in with a token that has it.',
    ],
    [
      'an unnamed permission',
      'forbidden',
      'insufficient_granular_scope',
      'gitlab.example requires a fine-grained token with a permission for this action. Sign in with a token that has it.',
    ],
    [
      'an operation that fine-grained tokens can never use',
      'forbidden',
      "Access denied: This operation doesn't support fine-grained personal access tokens. (insufficient_granular_scope)",
      "gitlab.example doesn't accept fine-grained tokens for this action. Sign in with a token that isn't fine-grained.",
    ],
  ] as const)
    it(`offer to sign in with another token for ${what}`, () => {
      const error = anError({ kind, status: 403, serverMessage, base: 'https://gitlab.example/git' });
      assert.deepEqual(explain(error), {
        why,
        steps: ['another-token', 'show-output'],
        base: 'https://gitlab.example/git',
      });
      const { onClick } = errorRow({ what: "Couldn't load the jobs." }, error);
      assert.deepEqual(
        [onClick?.title, onClick?.account],
        ['Sign In with Another Token', { base: 'https://gitlab.example/git' }],
      );
    });

  it("don't attribute a refusal without a message to the role, because it can be from a proxy", () => {
    const endpoint = 'POST /projects/:id/jobs/:job_id/retry';
    assert.equal(
      explain(anError({ kind: 'forbidden', status: 403, endpoint })).why,
      'gitlab.example refused the request without a reason. Your role or a proxy may not allow it.',
    );
  });
});
