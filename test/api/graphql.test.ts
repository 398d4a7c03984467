import assert from 'node:assert/strict';
import { listSentryErrors } from '../../src/api/queries/sentry-errors';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { sendJson, startServer } from './helpers/loopback';

/** Returns the message of the error for a response with errors. */
async function messageFor(errors: readonly unknown[]): Promise<string | undefined> {
  const { url } = await startServer((_, response) => sendJson(response, { data: { project: null }, errors }));
  const asked = clientOf(url).client.query(listSentryErrors, { fullPath: 'acme/shop' });
  return (await errorOf(asked, 'bad-request')).serverMessage;
}

describe('errors in responses to GraphQL queries', () => {
  afterEach(closeAll);

  it('contain only the messages, without paths and extensions', async () => {
    assert.equal(
      await messageFor([
        {
          message: "Field 'nope' doesn't exist on type 'Project'",
          locations: [{ line: 1, column: 2 }],
          path: ['query', 'project', 'nope'],
          extensions: { code: 'undefinedField', typeName: 'Project', fieldName: 'nope' },
        },
        { message: 'Access denied', path: ['project'] },
      ]),
      "Field 'nope' doesn't exist on type 'Project'; Access denied",
    );
  });

  it('are accepted as texts and without a message', async () => {
    assert.equal(await messageFor(['Too complex', { path: ['project'] }]), 'Too complex');
    assert.equal(await messageFor([{ path: ['project'] }]), undefined);
  });
});
