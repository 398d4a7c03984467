import assert from 'node:assert/strict';
import type { CallOptions } from '../../../src/api/client';
import { Pipelines } from '../../../src/app/pipelines/pipelines';
import type { PipelineKey, ProjectKey } from '../../../src/app/shared/keys';
import { Poller } from '../../../src/app/shared/poller';
import { abortReason } from '../../../src/base/abort';
import type { Clock } from '../../../src/base/clock';
import type { Disposable } from '../../../src/base/disposable';
import { isLive } from '../../../src/domain/jobs/status';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A clock on which every wait ends immediately. Reports each wait, to advance the sandbox. */
class WorldsClock implements Clock {
  #time = Date.now();
  readonly #end = this.#time + HOUR;
  readonly #passed: (ms: number) => void;
  /** Called after an hour. */
  over: () => void = () => undefined;

  constructor(passed: (ms: number) => void) {
    this.#passed = passed;
  }

  now(): number {
    return this.#time;
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(abortReason(signal));
    this.#time += ms;
    this.#passed(ms);
    if (this.#time >= this.#end) this.over();
    return Promise.resolve();
  }
}

describe('pipeline polling', () => {
  let sandbox: Sandbox;
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  /** Returns the stores with a clock for one hour. `goes` also advances the sandbox. */
  function anHour(goes: boolean, at = 'acme/storefront') {
    const clock = new WorldsClock((ms) => {
      if (goes) sandbox.advance(ms);
    });
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const pipelines = new Pipelines(() => client, clock);
    const times: number[] = [];
    const options = (signal: AbortSignal): CallOptions => ({ signal, priority: 'background' });
    const poller = new Poller({
      clock,
      poll: async (signal, all) => {
        const before = sandbox.requests().length;
        await pipelines.poll(options(signal), all);
        for (let i = before; i < sandbox.requests().length; i++) times.push(clock.now());
      },
      pace: () => pipelines.pace(),
      requests: () => pipelines.requests,
    });
    const [first] = sandbox.projects.filter(({ path }) => path === at);
    assert.ok(first);
    const project: ProjectKey = { base: sandbox.url, project: first.id };
    /** Polls for the rest of the hour, and returns the number of all requests, including the initial ones. */
    const watch = (): Promise<number> =>
      new Promise((resolve) => {
        clock.over = () => {
          poller.on = false;
          resolve(sandbox.requests().length);
        };
        poller.on = true;
      });
    return { pipelines, poller, project, clock, times, watch };
  }

  type Hour = ReturnType<typeof anHour>;

  /** Expands the newest running pipeline, and the next one whenever it has finished. */
  function followRunning({ pipelines, project, poller }: Hour): Disposable {
    let hold: Disposable | undefined;
    let opened: PipelineKey | undefined;
    const open = async (): Promise<void> => {
      if (opened !== undefined && isLive(pipelines.details(opened)?.status ?? '')) return;
      const running = pipelines.peekList(project)?.pipelines.find(({ status }) => isLive(status));
      if (running === undefined) return;
      hold?.dispose();
      opened = { ...project, pipeline: running.id };
      hold = pipelines.retainPipeline(opened);
      await pipelines.content(opened);
    };
    void open();
    return poller.onDidPoll(() => void open());
  }

  it('sends at most 70 requests per hour while nothing is running, with an expanded pipeline', async () => {
    sandbox = await startSandbox({ still: true, seed: 'large' });
    const hour = anHour(false, 'acme/monolith');
    const { pipelines, project } = hour;
    pipelines.retainProject(project);
    const [newest] = (await pipelines.list(project)).pipelines;
    assert.ok(newest);
    pipelines.retainPipeline({ ...project, pipeline: newest.id });
    await pipelines.content({ ...project, pipeline: newest.id });
    const requests = await hour.watch();
    assert.ok(requests <= 70, `${requests} requests`);
    assert.ok(requests >= 60, 'and it did look');
  }).timeout(20_000);

  it('sends at most 1,500 requests per hour while an expanded pipeline is running and others start', async () => {
    sandbox = await startSandbox({ still: true });
    const hour = anHour(true);
    hour.pipelines.retainProject(hour.project);
    await hour.pipelines.list(hour.project);
    const follow = followRunning(hour);
    const requests = await hour.watch();
    follow.dispose();
    assert.ok(requests <= 1_500, `${requests} requests`);
    assert.ok(requests >= 300, `${requests} requests are too few to be live`);
  }).timeout(60_000);

  it('sends no requests while the view is hidden', async () => {
    sandbox = await startSandbox({ still: true });
    const hour = anHour(true);
    hour.pipelines.retainProject(hour.project);
    await hour.pipelines.list(hour.project);
    hour.poller.on = true;
    hour.poller.on = false;
    const before = sandbox.requests().length;
    await hour.clock.wait(HOUR);
    assert.equal(sandbox.requests().length, before);
  });

  it('stays below the limit per minute with all pipelines expanded', async () => {
    sandbox = await startSandbox({ still: true });
    const hour = anHour(true);
    const { pipelines, project, times } = hour;
    pipelines.retainProject(project);
    for (const { id } of (await pipelines.list(project)).pipelines) {
      const pipeline = { ...project, pipeline: id };
      pipelines.retainPipeline(pipeline);
      await pipelines.content(pipeline);
    }
    await hour.watch();
    const worst = Math.max(
      ...times.map((from) => times.filter((time) => time >= from && time < from + MINUTE).length),
    );
    assert.ok(worst <= 300, `${worst} requests in one minute`);
  }).timeout(60_000);
});
