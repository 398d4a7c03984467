import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { getApprovalState } from '../../src/api/endpoints/approvals';
import { withMergeRequests } from '../app/merge-requests/helpers/acting';
import { actingOn } from '../builders/acting';

const GIFT_CARDS = { id: 1, merge_request_iid: 12 };

describe('code owners in the sandbox', () => {
  const world = withMergeRequests();

  it('are the users of the last matching pattern in each section', async () => {
    const url = new URL(`${world.sandbox.url}/acme/storefront.git`);
    [url.username, url.password] = ['olivia', world.sandbox.tokens.owner];
    await world.git('clone', '--quiet', url.href, '.');
    await mkdir(world.inFolder('.gitlab'));
    const owners = [
      '# Owners',
      '* @olivia',
      '/docs/ @marek # guides',
      '[Checkout]',
      '/src/checkout/*.ts @marek @dana',
      '*.css @ravi',
    ];
    await writeFile(world.inFolder('.gitlab/CODEOWNERS'), owners.join('\n'));
    await world.git('add', '--all');
    await world.git('commit', '--quiet', '--message', 'Code owners');
    await world.git('push', '--quiet');
    const { client } = actingOn(world.sandbox);
    const { rules } = await client.call(getApprovalState, GIFT_CARDS);
    assert.deepEqual(
      rules
        ?.filter(({ rule_type: type }) => type === 'code_owner')
        .map(({ name, section, approvals_required: required, eligible_approvers: users }) => [
          name,
          section,
          required,
          users?.map(({ username }) => username),
        ]),
      [
        ['/docs/', 'codeowners', 0, ['marek']],
        ['*', 'codeowners', 0, ['olivia']],
        // The author of the merge request can't approve.
        ['/src/checkout/*.ts', 'Checkout', 0, ['marek']],
      ],
    );
  });
});
