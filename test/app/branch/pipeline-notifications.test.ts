import assert from 'node:assert/strict';
import { getPipeline } from '../../../src/api/endpoints/pipelines';
import { type NotifyLevel, PipelineNotifications } from '../../../src/app/branch/pipeline-notifications';
import { clientOf } from '../../api/helpers/client';
import { heldMemory } from '../../builders/stores';
import { LONG_MS, withNotices } from './helpers/notices';

describe('notices of pipelines that are over', () => {
  const world = withNotices();
  const { clientAs, aWindow, aPipelineThatIs, untilOver } = world;

  it('come when it is over, not before, and once', async () => {
    const key = await aPipelineThatIs('running');
    const { notices, told, look } = aWindow({ level: () => 'all' });
    notices.watch(key, 'started');
    await look();
    assert.equal(told.length, 0, 'it still runs');
    const status = await untilOver(key);
    await look();
    await look();
    assert.deepEqual(
      told.map((notice) => [notice.pipeline.id, notice.pipeline.status]),
      [[key.pipeline, status]],
    );
    assert.equal(notices.isWatched(key), false);
  });

  it('name the jobs that failed, the first one first', async () => {
    const key = await aPipelineThatIs('failed');
    const { notices, told, look } = aWindow();
    notices.watch(key, 'started');
    await look();
    const [{ failed } = { failed: [] }] = told;
    assert.ok(failed.length > 0);
    const ends = failed.map(({ finished_at: end }) => end ?? '');
    assert.deepEqual(ends, [...ends].sort());
  });

  it('are told by one of two windows that watch the same', async () => {
    const key = await aPipelineThatIs('failed');
    const shared = heldMemory();
    const [one, two] = [aWindow({}, shared, 'one'), aWindow({}, shared, 'two')];
    one.notices.watch(key, 'mine');
    two.notices.watch(key, 'mine');
    await Promise.all([one.look(), two.look()]);
    assert.equal(one.told.length + two.told.length, 1);
    // A third one comes late.
    const three = aWindow({}, shared, 'three');
    three.notices.watch(key, 'mine');
    await three.look();
    assert.deepEqual(three.told, []);
  });

  it('are told again when it was set going again', async () => {
    const key = await aPipelineThatIs('failed');
    const { notices, told, look } = aWindow();
    for (let round = 1; round <= 2; round++) {
      notices.watch(key, 'started');
      await look();
      assert.equal(told.length, round);
    }
  });

  it('do not take the end before a retry for the one that is waited for', async () => {
    const key = await aPipelineThatIs('failed');
    const { notices, told, client } = aWindow();
    const before = await client.call(getPipeline, { id: 1, pipeline_id: key.pipeline });
    notices.watch(key, 'started', before);
    notices.met(key, before);
    await new Promise(setImmediate);
    assert.equal(notices.isWatched(key), true);
    assert.deepEqual(told, []);
  });

  describe('of one that passes', () => {
    async function passes(level: NotifyLevel, why: 'asked' | 'started'): Promise<number> {
      const { notices, told, look } = aWindow({ level: () => level });
      const key = await aPipelineThatIs('success');
      notices.watch(key, why);
      await look();
      return told.length;
    }

    it('are quiet unless all ends are wanted', async () => {
      assert.equal(await passes('failures', 'started'), 0);
      assert.equal(await passes('all', 'started'), 1);
    });

    it('are told to whoever asked for it', async () => {
      assert.equal(await passes('failures', 'asked'), 1);
    });

    it('are never told where they are switched off', async () => {
      assert.equal(await passes('off', 'asked'), 0);
      assert.equal(await passes('off', 'started'), 0);
    });
  });

  it('are not needed by whoever looks at the log', async () => {
    const key = await aPipelineThatIs('failed');
    const seen: number[] = [];
    const { notices, told, look } = aWindow({
      isVisible: ({ pipeline }, failed) => {
        seen.push(pipeline, failed.length);
        return true;
      },
    });
    notices.watch(key, 'asked');
    await look();
    assert.deepEqual(told, []);
    assert.equal(seen[0], key.pipeline);
    assert.equal(notices.isWatched(key), false);
  });

  it('come of one’s own pipelines by themselves, and of nobody else’s', async () => {
    const key = await aPipelineThatIs('running');
    const { notices, client } = aWindow({ usernameOn: () => 'nobody' });
    const pipeline = await client.call(getPipeline, { id: 1, pipeline_id: key.pipeline });
    notices.met(key, pipeline);
    assert.equal(notices.isWatched(key), false);
    const own = aWindow({ usernameOn: () => pipeline.user?.username });
    own.notices.met(key, pipeline);
    assert.equal(own.notices.isWatched(key), true);
  });

  it('do not come of one’s own pipeline that one stopped watching', async () => {
    const key = await aPipelineThatIs('running');
    const pipeline = await clientAs('maintainer').call(getPipeline, { id: 1, pipeline_id: key.pipeline });
    const { notices } = aWindow({ usernameOn: () => pipeline.user?.username });
    notices.met(key, pipeline);
    notices.unwatch(key);
    notices.met(key, pipeline);
    assert.equal(notices.isWatched(key), false);
    notices.watch(key, 'asked');
    assert.equal(notices.isWatched(key), true);
  });

  it('cost nothing where somebody else keeps the pipeline up to date', async () => {
    const key = await aPipelineThatIs('running');
    const client = clientAs('maintainer');
    const pipeline = await client.call(getPipeline, { id: 1, pipeline_id: key.pipeline });
    const { notices, look } = aWindow({ fresh: () => pipeline });
    notices.watch(key, 'asked');
    const before = world.sandbox.requests().length;
    await look();
    assert.equal(world.sandbox.requests().length, before);
  });

  it('ask about a pipeline that runs four times a minute at the most', async () => {
    const key = await aPipelineThatIs('running');
    const { notices, clock } = aWindow();
    notices.watch(key, 'asked');
    const before = world.sandbox.requests().length;
    for (let second = 0; second < 60; second += 5) {
      clock.time += 5_000;
      await notices.poll();
    }
    assert.ok(world.sandbox.requests().length - before <= 4);
  });

  it('survive that the window is loaded anew', async () => {
    const key = await aPipelineThatIs('running');
    const { notices, memory } = aWindow();
    notices.watch(key, 'asked');
    const after = aWindow({ memory });
    assert.equal(after.notices.isWatched(key), true);
    after.notices.unwatch(key);
    assert.equal(aWindow({ memory }).notices.isWatched(key), false);
  });

  it('forget what is not there any more', async () => {
    const key = { base: world.sandbox.url, project: 1, pipeline: 999_999_999 };
    const { notices, look, told } = aWindow();
    notices.watch(key, 'asked');
    await look();
    assert.equal(notices.any, false);
    assert.deepEqual(told, []);
  });

  it('are not told again because of an answer from before the end', async () => {
    const key = await aPipelineThatIs('failed');
    const over = await clientAs('maintainer').call(getPipeline, { id: 1, pipeline_id: key.pipeline });
    const { notices, told, look } = aWindow({ usernameOn: () => over.user?.username });
    notices.watch(key, 'started');
    await look();
    assert.equal(told.length, 1);
    notices.met(key, { ...over, status: 'running', updated_at: '2000-01-01T00:00:00.000Z' });
    assert.equal(notices.isWatched(key), false);
    notices.met(key, { ...over, status: 'running', updated_at: '2999-01-01T00:00:00.000Z' });
    assert.equal(notices.isWatched(key), true, 'it was set going again');
  });

  it('are not told in another window of what was looked at in this one', async () => {
    const key = await aPipelineThatIs('failed');
    const shared = heldMemory();
    const one = aWindow({ isVisible: () => true }, shared, 'one');
    const two = aWindow({}, shared, 'two');
    one.notices.watch(key, 'mine');
    two.notices.watch(key, 'mine');
    await one.look();
    await two.look();
    assert.deepEqual([one.told, two.told], [[], []]);
  });

  it('of a server that nobody is signed in to any more hold up no others', async () => {
    const key = await aPipelineThatIs('failed');
    const { told, deps, clock } = aWindow();
    const token = (): Promise<string> => Promise.resolve('glpat-of-nobody');
    const nobody = clientOf(world.sandbox.url, { credential: { kind: 'personal', token } }).client;
    let isOut = true;
    const out = new PipelineNotifications({
      ...deps,
      clientFor: (base) => (isOut ? nobody : deps.clientFor(base)),
    });
    out.onDidEnd((notice) => told.push(notice));
    out.watch(key, 'asked');
    clock.time += LONG_MS;
    await out.poll();
    assert.equal(out.isWatched(key), true);
    isOut = false;
    clock.time += LONG_MS;
    await out.poll();
    assert.equal(told.length, 1);
  });

  it('are tried again where the failed jobs could not be read', async () => {
    const key = await aPipelineThatIs('failed');
    const { notices, look, told } = aWindow();
    notices.watch(key, 'asked');
    world.sandbox.faults.add({
      kind: 'status',
      path: '/api/v4/projects/1/pipelines/*/jobs',
      status: 403,
      next: 1,
    });
    await assert.rejects(look());
    assert.equal(notices.isWatched(key), true);
    await look();
    assert.equal(told.length, 1);
  });
});
