import assert from 'node:assert/strict';
import { InternalNotes } from '../../../src/app/review/internal-notes';
import { InternalNotesMissing } from '../../../src/domain/review/internal-notes';
import { explainMergeRequests } from '../../../src/presentation/merge-requests/errors';
import { explain, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { clientOf } from '../../api/helpers/client';
import { alteredServer } from '../../builders/altered-server';
import { commenting } from './helpers/commenting';

describe('internal notes', () => {
  const world = commenting();
  registerErrorMessages(explainMergeRequests);

  it("aren't sent to a server that would publish them", async () => {
    const server = await alteredServer(world.sandbox.url, (path, value) =>
      path.endsWith('/version') ? { version: '16.8.5-ee' } : value,
    );
    try {
      const token = () => Promise.resolve(world.sandbox.tokens.maintainer);
      const { client } = clientOf(server.url, { credential: { kind: 'personal', token } });
      const notes = new InternalNotes(() => client);
      const error: unknown = await notes.check(server.url).catch((reason: unknown) => reason);
      assert.ok(error instanceof InternalNotesMissing);
      assert.match(
        explain(error).why,
        /^127\.0\.0\.1:\d+ has no internal notes on merge requests, so everyone could read the comment\.$/,
      );
    } finally {
      await server.close();
    }
  });

  it('are checked once per server', async () => {
    const { client } = world.person();
    const notes = new InternalNotes(() => client);
    await notes.check(world.sandbox.url);
    await notes.check(world.sandbox.url);
    assert.equal(world.sandbox.requests().filter(({ path }) => path.endsWith('/version')).length, 1);
  });

  it('can be read by members with at least the Reporter role only', async () => {
    const { talk, key } = world.person();
    assert.deepEqual(await talk.post(key, { body: 'Only for us', draft: false, internal: true }), {
      kind: 'sent',
    });
    const { pathname } = new URL(
      `/api/v4/projects/1/merge_requests/${key.iid}/discussions`,
      world.sandbox.url,
    );
    const read = async (headers: Record<string, string>): Promise<string> =>
      (await fetch(`${world.sandbox.url}${pathname}`, { headers })).text();
    assert.match(await read({ 'private-token': world.sandbox.tokens.reporter }), /Only for us/);
    const anonymous = await read({});
    assert.match(anonymous, /"body"/);
    assert.doesNotMatch(anonymous, /Only for us/);
  });
});
