import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { LogFeed } from '../../src/app/logs/feed';
import { clientOf } from '../api/helpers/client';
import { ManualClock } from '../api/helpers/clocks';
import { withSandbox } from './helpers/sandbox';

/** Parameters and headers that the three kinds of servers ignore. */
const KINDS = {
  'parts by byte_offset': ['range'],
  'parts by ranges': ['byte_offset', 'byte_limit'],
  'whole logs': ['byte_offset', 'byte_limit', 'range'],
} as const;

describe('parts of a job log', () => {
  const world = withSandbox();
  afterEach(() => world().sandbox.faults.clear());

  /** A finished job, and its log. */
  async function aLog(): Promise<{ readonly path: string; readonly id: number; readonly log: string }> {
    const [job] = await world().jobs('scope[]=success');
    const id = job?.id ?? 0;
    return { path: `/projects/1/jobs/${id}/trace`, id, log: await world().trace(id) };
  }

  it('begin at byte_offset, have at most byte_limit bytes, and are plain 200 responses', async () => {
    const { path, log } = await aLog();
    const bytes = Buffer.from(log);
    for (const [query, expected] of [
      ['byte_offset=100', bytes.subarray(100)],
      ['byte_offset=100&byte_limit=50', bytes.subarray(100, 150)],
      ['byte_limit=7', bytes.subarray(0, 7)],
      [`byte_offset=${bytes.length}`, Buffer.alloc(0)],
      [`byte_offset=${bytes.length + 9}`, Buffer.alloc(0)],
    ] as const) {
      const response = await world().ask(`${path}?${query}`);
      assert.equal(response.status, 200, query);
      assert.equal(response.headers.get('content-range'), null);
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), expected, query);
    }
  });

  it('are also sent for ranges, without the parameters', async () => {
    const { path, log } = await aLog();
    const bytes = Buffer.from(log);
    const ask = (range: string) => world().ask(path, { headers: { range } });
    const part = await ask('bytes=100-');
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), `bytes 100-${bytes.length - 1}/${bytes.length}`);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(100));
    const beyond = await ask(`bytes=${bytes.length}-`);
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${bytes.length}`]);
    assert.equal((await ask('bytes=5-9')).status, 200);
  });

  for (const [name, fields] of Object.entries(KINDS))
    it(`let a running log be followed on servers with ${name}`, async () => {
      world().sandbox.faults.add({
        kind: 'ignore',
        path: '/api/v4/projects/*/jobs/*/trace',
        fields: [...fields],
      });
      const { sandbox } = world();
      const retried = await world().post(`/projects/1/jobs/${(await aLog()).id}/retry`);
      const { id } = z.parse(z.looseObject({ id: z.number() }), await retried.json());
      const notices = { before: () => '', between: () => '' };
      const clock = new ManualClock();
      const credential = {
        kind: 'personal',
        token: () => Promise.resolve(sandbox.tokens.maintainer),
      } as const;
      const feed = new LogFeed(
        { base: sandbox.url, project: 1, job: id },
        { client: clientOf(sandbox.url, { credential }).client, clock, notices, largest: () => 20_000_000 },
      );
      feed.wanted = true;
      const poke = setInterval(() => {
        sandbox.advance(1_000);
        clock.advance(60_000);
      }, 1);
      while (feed.state.kind !== 'lines' || feed.state.following)
        await new Promise<void>((resolve) => feed.onDidUpdate(() => resolve()));
      clearInterval(poke);
      assert.equal(feed.read, Buffer.byteLength(await world().trace(id)));
      feed.dispose();
    });
});
