import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { commentSuggestions } from '../../../../src/ui/discussions/editor/comment-suggestions';
import { clientOf, closeAll } from '../../../api/helpers/client';
import { ManualClock } from '../../../api/helpers/clocks';
import { sendJson, startServer } from '../../../api/helpers/loopback';

describe('suggestions in comments', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(closeAll);
  after(() => sandbox.close());

  const facts = {
    people: () => [{ name: 'Olivia Okafor', username: 'olivia' }],
    actions: () => ['close'] as const,
  };
  function setUp(base = sandbox.url) {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(base, { credential: { kind: 'personal', token } });
    const clock = new ManualClock();
    const key = { base, project: 1, iid: 12 };
    const ask = async (text: string, signal = new AbortController().signal, waited = 200) => {
      const query = { key, sign: text.charAt(0), typed: text.slice(1), facts };
      const asking = commentSuggestions({ clientFor: () => client, clock }, query, signal);
      clock.advance(waited);
      return asking;
    };
    const values = async (text: string) => (await ask(text))?.items.map(({ value }) => value);
    return { ask, values, clock };
  }

  it('come from the server for each kind of reference', async () => {
    const { values, ask } = setUp();
    assert.deepEqual(await values('#gift'), ['#4', '#3']);
    assert.deepEqual(await values('#6'), ['#6']);
    assert.deepEqual(await values('!12'), ['!12']);
    assert.deepEqual(await values('~des'), ['~"needs design"']);
    assert.deepEqual(await values('%1.3'), ['%v1.3']);
    assert.deepEqual(await values('@mar'), ['@marek']);
    const [issue] = (await ask('#6'))?.items ?? [];
    assert.deepEqual(issue, { value: '#6', label: '#6', detail: 'Search is slow with many facets' });
  });

  it('need no request for emojis, quick actions, and known people', async () => {
    const { values } = setUp();
    const before = sandbox.requests().length;
    assert.deepEqual(await values(':rocket'), [':rocket:']);
    assert.ok((await values('/cl'))?.includes('/close'));
    assert.equal(await values('x'), undefined);
    assert.equal(sandbox.requests().length, before);
    assert.deepEqual(await values('@oliv'), ['@olivia']);
  });

  it('send no request if the user types on', async () => {
    const { ask, clock } = setUp();
    const before = sandbox.requests().length;
    const typing = new AbortController();
    const asking = ask('#gift', typing.signal, 100);
    typing.abort();
    clock.advance(1_000);
    assert.equal(await asking, undefined);
    assert.equal(sandbox.requests().length, before);
  });

  it('are empty without issues on the server, and explain other failures', async () => {
    const server = await startServer((request, response) => {
      sendJson(response, {}, request.url.includes('/issues') ? 403 : 400);
    });
    const { ask } = setUp(server.url);
    assert.deepEqual(await ask('#1'), { items: [], note: undefined });
    const people = await ask('@oliv');
    assert.deepEqual(
      people?.items.map(({ value }) => value),
      ['@olivia'],
    );
    assert.match(people.note ?? '', /./);
  });
});
