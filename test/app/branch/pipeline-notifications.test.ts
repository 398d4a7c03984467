import assert from 'node:assert/strict';
import { getPipeline } from '../../../src/api/endpoints/pipelines';
import { type NotifyLevel, PipelineNotifications } from '../../../src/app/branch/pipeline-notifications';
import { clientOf } from '../../api/helpers/client';
import { heldMemory } from '../../builders/stores';
import { LONG_MS, withNotices } from './helpers/notices';

describe('pipeline notifications', () => {
  const world = withNotices();
  const { clientAs, aWindow, aPipelineThatIs, untilOver } = world;

  it('are shown once, when the pipeline has finished', async () => {
    const key = await aPipelineThatIs('running');
    const { notices, received, look: poll } = aWindow({ level: () => 'all' });
    notices.watch(key, 'started');
    await poll();
    assert.equal(received.length, 0, 'it still runs');
    const status = await untilOver(key);
    await poll();
    await poll();
    assert.deepEqual(
      received.map((notice) => [notice.pipeline.id, notice.pipeline.status]),
      [[key.pipeline, status]],
    );
    assert.equal(notices.isWatched(key), false);
  });

  it('contain the failed jobs in the order in which they finished', async () => {
    const key = await aPipelineThatIs('failed');
    const { notices, received, look: poll } = aWindow();
    notices.watch(key, 'started');
    await poll();
    const [{ failed } = { failed: [] }] = received;
    assert.ok(failed.length > 0);
    const ends = failed.map(({ finished_at: end }) => end ?? '');
    assert.deepEqual(ends, [...ends].sort());
  });

  it('are shown in one of several windows that watch the same pipeline', async () => {
    const key = await aPipelineThatIs('failed');
    const shared = heldMemory();
    const [one, two] = [aWindow({}, shared, 'one'), aWindow({}, shared, 'two')];
    one.notices.watch(key, 'mine');
    two.notices.watch(key, 'mine');
    await Promise.all([one.look(), two.look()]);
    assert.equal(one.received.length + two.received.length, 1);
    // A third window that starts watching later.
    const three = aWindow({}, shared, 'three');
    three.notices.watch(key, 'mine');
    await three.look();
    assert.deepEqual(three.received, []);
  });

  it('are shown again when the pipeline was restarted', async () => {
    const key = await aPipelineThatIs('failed');
    const { notices, received, look: poll } = aWindow();
    for (let round = 1; round <= 2; round++) {
      notices.watch(key, 'started');
      await poll();
      assert.equal(received.length, round);
    }
  });

  it('ignore the result from before a retry', async () => {
    const key = await aPipelineThatIs('failed');
    const { notices, received, client } = aWindow();
    const before = await client.call(getPipeline, { id: 1, pipeline_id: key.pipeline });
    notices.watch(key, 'started', before);
    notices.met(key, before);
    await new Promise(setImmediate);
    assert.equal(notices.isWatched(key), true);
    assert.deepEqual(received, []);
  });

  describe('of a passed pipeline', () => {
    async function passes(level: NotifyLevel, why: 'asked' | 'started'): Promise<number> {
      const { notices, received, look: poll } = aWindow({ level: () => level });
      const key = await aPipelineThatIs('success');
      notices.watch(key, why);
      await poll();
      return received.length;
    }

    it('are shown only if all results are requested', async () => {
      assert.equal(await passes('failures', 'started'), 0);
      assert.equal(await passes('all', 'started'), 1);
    });

    it('are shown if the user asked for them', async () => {
      assert.equal(await passes('failures', 'asked'), 1);
    });

    it('are never shown if notifications are off', async () => {
      assert.equal(await passes('off', 'asked'), 0);
      assert.equal(await passes('off', 'started'), 0);
    });
  });

  it('are shown at the next poll if the user asked for a pipeline that has ended', async () => {
    const key = await aPipelineThatIs('failed');
    const { notices, received } = aWindow();
    notices.watch(key, 'asked');
    // Without waiting: `look` advances the clock.
    await notices.poll();
    assert.equal(received.length, 1);
  });

  it("aren't shown while the result is visible", async () => {
    const key = await aPipelineThatIs('failed');
    const seen: number[] = [];
    const {
      notices,
      received,
      look: poll,
    } = aWindow({
      isVisible: ({ pipeline }, failed) => {
        seen.push(pipeline, failed.length);
        return true;
      },
    });
    notices.watch(key, 'asked');
    await poll();
    assert.deepEqual(received, []);
    assert.equal(seen[0], key.pipeline);
    assert.equal(notices.isWatched(key), false);
  });

  it("are shown for the user's pipelines, but not for those of other users", async () => {
    const key = await aPipelineThatIs('running');
    const { notices, client } = aWindow({ usernameOn: () => 'nobody' });
    const pipeline = await client.call(getPipeline, { id: 1, pipeline_id: key.pipeline });
    notices.met(key, pipeline);
    assert.equal(notices.isWatched(key), false);
    const own = aWindow({ usernameOn: () => pipeline.user?.username });
    own.notices.met(key, pipeline);
    assert.equal(own.notices.isWatched(key), true);
  });

  it("aren't shown for the user's pipeline after the user stopped watching it", async () => {
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

  it('send no requests if the pipeline is already kept up to date', async () => {
    const key = await aPipelineThatIs('running');
    const client = clientAs('maintainer');
    const pipeline = await client.call(getPipeline, { id: 1, pipeline_id: key.pipeline });
    const { notices, look: poll } = aWindow({ fresh: () => pipeline });
    notices.watch(key, 'asked');
    const before = world.sandbox.requests().length;
    await poll();
    assert.equal(world.sandbox.requests().length, before);
  });

  it('request a running pipeline at most four times a minute', async () => {
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

  it('are preserved when the window reloads', async () => {
    const key = await aPipelineThatIs('running');
    const { notices, memory } = aWindow();
    notices.watch(key, 'asked');
    const after = aWindow({ memory });
    assert.equal(after.notices.isWatched(key), true);
    after.notices.unwatch(key);
    assert.equal(aWindow({ memory }).notices.isWatched(key), false);
  });

  it('stop for a pipeline that no longer exists', async () => {
    const key = { base: world.sandbox.url, project: 1, pipeline: 999_999_999 };
    const { notices, look: poll, received } = aWindow();
    notices.watch(key, 'asked');
    await poll();
    assert.equal(notices.any, false);
    assert.deepEqual(received, []);
  });

  it("aren't shown again after an outdated response", async () => {
    const key = await aPipelineThatIs('failed');
    const over = await clientAs('maintainer').call(getPipeline, { id: 1, pipeline_id: key.pipeline });
    const { notices, received, look: poll } = aWindow({ usernameOn: () => over.user?.username });
    notices.watch(key, 'started');
    await poll();
    assert.equal(received.length, 1);
    notices.met(key, { ...over, status: 'running', updated_at: '2000-01-01T00:00:00.000Z' });
    assert.equal(notices.isWatched(key), false);
    notices.met(key, { ...over, status: 'running', updated_at: '2999-01-01T00:00:00.000Z' });
    assert.equal(notices.isWatched(key), true, 'it was set going again');
  });

  it("aren't shown in another window if the result was visible in this one", async () => {
    const key = await aPipelineThatIs('failed');
    const shared = heldMemory();
    const one = aWindow({ isVisible: () => true }, shared, 'one');
    const two = aWindow({}, shared, 'two');
    one.notices.watch(key, 'mine');
    two.notices.watch(key, 'mine');
    await one.look();
    await two.look();
    assert.deepEqual([one.received, two.received], [[], []]);
  });

  it('continue for other servers after signing out of one', async () => {
    const key = await aPipelineThatIs('failed');
    const { received, deps, clock } = aWindow();
    const token = (): Promise<string> => Promise.resolve('glpat-of-nobody');
    const nobody = clientOf(world.sandbox.url, { credential: { kind: 'personal', token } }).client;
    let isOut = true;
    const out = new PipelineNotifications({
      ...deps,
      clientFor: (base) => (isOut ? nobody : deps.clientFor(base)),
    });
    out.onDidEnd((notice) => received.push(notice));
    out.watch(key, 'asked');
    clock.time += LONG_MS;
    await out.poll();
    assert.equal(out.isWatched(key), true);
    isOut = false;
    clock.time += LONG_MS;
    await out.poll();
    assert.equal(received.length, 1);
  });

  it("are retried if the failed jobs couldn't be read", async () => {
    const key = await aPipelineThatIs('failed');
    const { notices, look: poll, received } = aWindow();
    notices.watch(key, 'asked');
    world.sandbox.faults.add({
      kind: 'status',
      path: '/api/v4/projects/1/pipelines/*/jobs',
      status: 403,
      next: 1,
    });
    await assert.rejects(poll());
    assert.equal(notices.isWatched(key), true);
    await poll();
    assert.equal(received.length, 1);
  });
});
