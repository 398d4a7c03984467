import assert from 'node:assert/strict';
import { unknownUsers } from '../../../src/app/merge-requests/unknown-users';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import type { QueryFilters } from '../../../src/schemas/merge-request-query';
import { clientOf, closeAll } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';

describe('usernames in the filters of a query', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(closeAll);
  after(() => sandbox.close());

  const unknownOn = (url: string, filters: QueryFilters) => {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.developer);
    const { client } = clientOf(url, { credential: { kind: 'personal', token } });
    return unknownUsers(client, filters);
  };

  it('are unknown if no user of the server has the name', async () => {
    const filters = {
      author_username: 'Lind',
      reviewer_username: 'Any',
      merge_user_username: 'Dana',
      approved_by_usernames: ['olivia', 'nobody'],
      not: { author_username: 'marek', assignee_username: 'no-one' },
    };
    assert.deepEqual(await unknownOn(sandbox.url, filters), [
      { field: 'approved_by_usernames', username: 'nobody' },
      { field: 'author_username', username: 'Lind' },
      { field: 'not.assignee_username', username: 'no-one' },
    ]);
  });

  it('count as known if the server does not return users, or ignores the name', async () => {
    const forbidden = await startServer((_request, response) => {
      sendJson(response, { message: '403 Forbidden' }, 403);
    });
    assert.deepEqual(await unknownOn(forbidden.url, { author_username: 'Lind' }), []);
    const ignoring = await startServer((_request, response) => {
      sendJson(response, [{ id: 1, username: 'root', name: 'Root' }]);
    });
    assert.deepEqual(await unknownOn(ignoring.url, { author_username: 'Lind' }), []);
  });

  it('are not requested without such filters', async () => {
    const server = await startServer((_request, response) => {
      sendJson(response, []);
    });
    assert.deepEqual(await unknownOn(server.url, { state: 'opened', labels: ['Lind'] }), []);
    assert.equal(server.requests.length, 0);
  });
});
