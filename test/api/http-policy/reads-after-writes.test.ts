import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createClient } from '../../../src/api/create-client';
import { createNote, editNote } from '../../../src/api/endpoints/discussions';
import { getMergeRequest, updateMergeRequest } from '../../../src/api/endpoints/merge-requests';
import { createPolicyTransport } from '../../../src/api/http-policy/policy-transport';
import type { Transport, WireRequest, WireResponse } from '../../../src/api/transport';
import { WriteNumbers } from '../../../src/api/write-numbers';
import { KeyedResource } from '../../../src/app/shared/keyed-resource';
import { systemClock } from '../../../src/base/clock';
import { silentLog } from '../../../src/base/log';
import { isRecord } from '../../../src/base/record';
import { nextTurn } from '../../../src/base/slices';
import { mergeRequest } from '../helpers/builders';
import { address, clientOf, closeAll } from '../helpers/client';
import { sendJson, startServer } from '../helpers/loopback';

const at = { id: 1, merge_request_iid: 12 };

/** A request at a server: it takes effect when `commit` is called, and its response is sent by `respond`. */
interface Arrived {
  readonly request: WireRequest;
  /** The title that the server had when the request was processed. */
  title: string | undefined;
  readonly respond: (response: WireResponse) => void;
}

const jsonOf = (body: unknown): WireResponse => ({
  status: 200,
  header: (name) => (name.toLowerCase() === 'content-type' ? 'application/json' : undefined),
  body: once(JSON.stringify(body)),
  cancel: () => undefined,
});

/** Returns the title that a write sets. */
function titleIn({ body = '' }: WireRequest): number {
  const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
  return isRecord(sent) ? Number(sent['title']) : assert.fail();
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

describe('reads after writes', () => {
  afterEach(closeAll);

  it("don't get the response of a read that began before the write", async () => {
    let state = 'opened';
    const held: (() => void)[] = [];
    const server = await startServer((request, response) => {
      if (request.method === 'PUT') state = 'closed';
      const answer = mergeRequest(12, { state });
      const send = (): void => {
        sendJson(response, answer);
      };
      if (request.method === 'GET' && held.length === 0) held.push(send);
      else send();
    });
    const { client } = clientOf(server.url, { policy: true });
    const before = client.call(getMergeRequest, at);
    while (held.length === 0) await nextTurn();
    await client.call(updateMergeRequest, { ...at, state_event: 'close' });
    const after = await client.call(getMergeRequest, at);
    held[0]?.();
    assert.deepEqual([(await before).state, after.state], ['opened', 'closed']);
  });

  it('share a response only with reads since the last write, in any order of requests and responses', async () => {
    const act = fc.oneof(
      { weight: 4, arbitrary: fc.constant('read' as const) },
      { weight: 2, arbitrary: fc.constant('write' as const) },
      { weight: 3, arbitrary: fc.record({ process: fc.nat(9) }) },
      { weight: 4, arbitrary: fc.record({ respond: fc.nat(9) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const arrived: Arrived[] = [];
        const wire: Transport = {
          send: (request) => new Promise((respond) => arrived.push({ request, title: undefined, respond })),
        };
        const clock = systemClock;
        const limits = { inFlight: 1_000, perMinute: 1_000_000 };
        const transport = createPolicyTransport(wire, { clock, limits });
        const client = createClient({
          base: address('https://gitlab.example'),
          transport,
          clock,
          log: silentLog,
        });
        const store = new KeyedResource<'it', string>({ idOf: (key) => key, serverOf: () => client, max: 1 });
        let [now, written, confirmed] = [0, 0, 0];
        const process = (each: Arrived): void => {
          if (each.title !== undefined) return;
          if (each.request.method !== 'GET') now = Math.max(now, titleIn(each.request));
          each.title = String(now);
        };
        const respond = (each: Arrived): void => {
          process(each);
          arrived.splice(arrived.indexOf(each), 1);
          each.respond(jsonOf(mergeRequest(12, { title: each.title })));
        };
        const problems: string[] = [];
        let shown = 0;
        store.onDidChange(() => {
          const title = Number(store.peek('it'));
          if (title < shown) problems.push(`${title} was shown after ${shown}`);
          shown = Math.max(shown, title);
        });
        const read = async (): Promise<void> => {
          const atLeast = confirmed;
          await store.share('it', (signal) =>
            store.read(
              'it',
              async () => {
                const { title } = await client.call(getMergeRequest, at, { signal });
                if (Number(title) < atLeast) problems.push(`read ${title} after ${atLeast} was written`);
                return title;
              },
              (title) => title,
            ),
          );
          if (Number(store.peek('it')) < atLeast)
            problems.push(`showed ${store.peek('it')} after ${atLeast}`);
        };
        const write = async (): Promise<void> => {
          const title = ++written;
          await client.call(updateMergeRequest, { ...at, title: String(title) });
          confirmed = Math.max(confirmed, title);
        };
        const running: Promise<void>[] = [];
        for (const each of acts) {
          if (each === 'read') running.push(read());
          else if (each === 'write') running.push(write());
          else if (arrived.length > 0) {
            const number = 'process' in each ? each.process : each.respond;
            const found = arrived[number % arrived.length] ?? assert.fail();
            if ('process' in each) process(found);
            else respond(found);
          }
          for (let turns = 0; turns < 3; turns++) await nextTurn();
        }
        while (arrived.length > 0) {
          respond(arrived[0] ?? assert.fail());
          for (let turns = 0; turns < 3; turns++) await nextTurn();
        }
        await Promise.all(running);
        transport.dispose();
        store.dispose();
        assert.deepEqual(problems, []);
      }),
      { numRuns: 150, examples: [[['write', 'read', 'write', 'read', { process: 7 }]]] },
    );
  });

  it('take into account writes that failed or were aborted', async () => {
    const server = await startServer((request, response) => {
      if (request.method === 'PUT') response.destroy();
      else if (request.method === 'GET') sendJson(response, mergeRequest(12));
    });
    const { client } = clientOf(server.url, { policy: true });
    const numbers = [client.writeNumber];
    await assert.rejects(client.call(editNote, { ...at, discussion_id: 'a', note_id: 1, body: 'a' }));
    numbers.push(client.writeNumber);
    const abort = new AbortController();
    const posting = client.call(createNote, { ...at, body: 'a' }, { signal: abort.signal });
    while (server.requests.length < 2) await nextTurn();
    numbers.push(client.writeNumber);
    abort.abort();
    await assert.rejects(posting);
    numbers.push(client.writeNumber);
    await client.call(getMergeRequest, at);
    assert.deepEqual([...numbers, client.writeNumber], [0, 2, 3, 4, 4]);
  });

  it('start again on all servers if git pushes or fetches meanwhile', async () => {
    const writes = new WriteNumbers();
    writes.raise('https://one.example');
    const numbers = () => ['https://one.example', 'https://two.example'].map((server) => writes.of(server));
    const before = numbers();
    const during = await writes.aroundAll(() => Promise.resolve(numbers()));
    await assert.rejects(writes.aroundAll(() => Promise.reject(new Error('refused'))));
    const after = numbers();
    for (const index of [0, 1])
      assert.equal(new Set([before, during, after].map((all) => all[index])).size, 3);
  });
});
