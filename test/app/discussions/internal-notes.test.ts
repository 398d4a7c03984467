import assert from 'node:assert/strict';
import { getUser } from '../../../src/api/endpoints/server';
import { InternalNotes } from '../../../src/app/discussions/internal-notes';
import { InternalNotesMissingError } from '../../../src/domain/discussions/internal-notes';
import { explainMergeRequests } from '../../../src/presentation/merge-requests/errors';
import { explain, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { PageComments } from '../../../src/ui/discussions/commands/page-comments';
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
      assert.ok(error instanceof InternalNotesMissingError);
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

  it('report that the server published them', async () => {
    const server = await alteredServer(world.sandbox.url, (path, value) => {
      if (!/\/(?:notes|discussions)$/.test(path)) return value;
      return JSON.parse(JSON.stringify(value).replaceAll('"internal":true', '"internal":false')) as unknown;
    });
    try {
      const { discussionActions, key, discussions } = world.person('maintainer', undefined, undefined, {
        url: server.url,
      });
      const noteIn = (body: string) =>
        discussions
          .peek(key)
          ?.threads.flatMap(({ notes }) => notes)
          .find((each) => each.body === body)?.id;
      await discussions.get(key);
      const plain = await discussionActions.post(key, { kind: 'comment', body: 'A note', internal: true });
      assert.deepEqual(plain, { kind: 'sent', exposed: { key, note: noteIn('A note') } });
      const thread = await discussionActions.post(key, {
        kind: 'thread',
        body: 'A thread',
        internal: true,
      });
      assert.deepEqual(thread, { kind: 'sent', exposed: { key, note: noteIn('A thread') } });
      assert.deepEqual(await discussionActions.post(key, { kind: 'comment', body: 'For all' }), {
        kind: 'sent',
      });
    } finally {
      await server.close();
    }
  });

  it('are deleted on request after the server published them, and reported if they are not found', async () => {
    const server = await alteredServer(world.sandbox.url, (path, value) =>
      path.endsWith('/notes')
        ? (JSON.parse(JSON.stringify(value).replace('"internal":true', '"internal":false')) as unknown)
        : value,
    );
    try {
      const { discussionActions, key, discussions, client } = world.person(
        'maintainer',
        undefined,
        undefined,
        {
          url: server.url,
        },
      );
      await discussions.get(key);
      const shown: { readonly message: string; readonly run: (() => unknown) | undefined }[] = [];
      const statuses: string[] = [];
      const reactions = { toggle: () => assert.fail('no reaction was changed') };
      const comments = new PageComments({
        ...{ discussions, discussionActions, reactions },
        userOf: () => client.call(getUser, {}),
        report: (what) => assert.fail(what),
        prompts: {
          confirm: () => Promise.resolve(true),
          showStatus: (text: string) => {
            statuses.push(text);
          },
          showMessage: (_severity, message, [action]) => {
            shown.push({ message, run: action?.run });
          },
        },
      });
      await comments.post(key, { kind: 'comment', body: 'A note', internal: true }, () => undefined);
      assert.match(shown[0]?.message ?? '', /added your internal note to !12 as a regular comment/);
      const bodies = async (): Promise<readonly string[]> =>
        (await discussions.refresh(key)).threads.flatMap(({ notes }) => notes.map(({ body }) => body));
      assert.ok((await bodies()).includes('A note'));
      await shown[0]?.run?.();
      assert.ok(!(await bodies()).includes('A note'));
      assert.deepEqual(statuses, ['Comment deleted.']);
      // Another user may have deleted it, or the list may be incomplete.
      await shown[0]?.run?.();
      assert.deepEqual(statuses, ['Comment deleted.']);
      assert.match(shown[1]?.message ?? '', /^Couldn't find the comment/);
    } finally {
      await server.close();
    }
  });

  it('can be read by members with at least the Reporter role only', async () => {
    const { discussionActions, key } = world.person();
    assert.deepEqual(
      await discussionActions.post(key, { kind: 'comment', body: 'Only for us', internal: true }),
      {
        kind: 'sent',
      },
    );
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
    const query = `{ project(fullPath: "acme/storefront") {
      mergeRequest(iid: "${key.iid}") { notes(first: 100) { nodes { body } } }
    } }`;
    const asked = async (headers: Record<string, string>): Promise<string> => {
      const body = JSON.stringify({ query });
      const given = { 'content-type': 'application/json', ...headers };
      const url = `${world.sandbox.url}/api/graphql`;
      return (await fetch(url, { method: 'POST', headers: given, body })).text();
    };
    assert.match(await asked({ 'private-token': world.sandbox.tokens.reporter }), /Only for us/);
    const everyone = await asked({});
    assert.match(everyone, /"body"/);
    assert.doesNotMatch(everyone, /Only for us/);
  });
});
