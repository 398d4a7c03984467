import assert from 'node:assert/strict';
import { signedIn } from '../../../src/presentation/accounts/sign-in-messages';
import { tokenSchema } from '../../../src/schemas/token';

describe('message after signing in', () => {
  const account = { base: 'https://gitlab.example', username: 'dana' };
  const token = (fields: Readonly<Record<string, unknown>>) =>
    tokenSchema.parse({ scopes: ['granular'], granular: true, ...fields });

  it('contains the scopes of a token', () => {
    assert.equal(signedIn(account, token({ scopes: ['api'] })), 'Signed in as @dana. Scopes: api.');
  });

  it("states for what a fine-grained token can't be used, and never calls it read-only", () => {
    const permissions = [
      'read_user',
      'read_project',
      'read_pipeline',
      'create_pipeline',
      'read_job',
      'update_job',
    ];
    const granular_scopes = [
      { access: 'selected_memberships', project_id: 1, group_id: null, permissions },
      { access: 'a kind of a newer server', permissions: 'unknown' },
      'unknown',
    ];
    assert.equal(
      signedIn(account, token({ granular_scopes })),
      'Signed in as @dana. The token is fine-grained, without permissions for: merge requests, changing merge requests, and code.',
    );
    assert.match(
      signedIn({ ...account, username: undefined }, token({ granular_scopes: [] })),
      /^Signed in to https:\/\/gitlab\.example\. Lists such as "Assigned to Me" require a token with the permission User: Read\. /,
    );
  });

  it("doesn't claim anything about permissions that the server doesn't report", () => {
    for (const granular_scopes of [undefined, null, 'unknown', { permissions: ['read_user'] }])
      assert.equal(
        signedIn(account, token({ granular_scopes })),
        'Signed in as @dana. The token is fine-grained; refused requests name the missing permission.',
      );
  });
});
