import assert from 'node:assert/strict';
import { getPipeline, listPipelines } from '../../../../src/api/endpoints/pipelines';
import { NotifiedPipelines } from '../../../../src/app/branch/notified-pipelines';
import {
  type NotifyLevel,
  type PipelineNotification,
  PipelineNotifications,
  type PipelineNotificationsDeps,
} from '../../../../src/app/branch/pipeline-notifications';
import type { PipelineKey } from '../../../../src/app/shared/keys';
import { isEnded } from '../../../../src/domain/jobs/status';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { clientOf, closeAll } from '../../../api/helpers/client';
import { PassingClock } from '../../../api/helpers/clocks';
import { heldMemory } from '../../../builders/stores';

export const LONG_MS = 11 * 60_000;

/** Sets up windows that notify about finished pipelines. */
export function withNotices() {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(closeAll);
  after(() => sandbox.close());

  const clientAs = (role: keyof Sandbox['tokens']) => {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens[role]);
    return clientOf(sandbox.url, { credential: { kind: 'personal', token } }).client;
  };

  /** Returns the notifications of a window. Windows with the same stores share them. */
  function aWindow(
    given: Partial<PipelineNotificationsDeps> & { level?: () => NotifyLevel } = {},
    shared = heldMemory(),
    name = 'one',
  ) {
    const clock = new PassingClock();
    const client = clientAs('maintainer');
    const received: PipelineNotification[] = [];
    const memory = heldMemory();
    const deps: PipelineNotificationsDeps = {
      clientFor: () => client,
      clock,
      memory,
      notified: new NotifiedPipelines(shared, clock, name),
      level: () => 'failures',
      usernameOn: () => undefined,
      fresh: () => undefined,
      isVisible: () => false,
      ...given,
    };
    const notices = new PipelineNotifications(deps);
    notices.onDidEnd((notice) => received.push(notice));
    const poll = async (): Promise<void> => {
      clock.time += LONG_MS;
      await notices.poll();
    };
    return { notices, received, clock, client, memory, deps, look: poll };
  }

  async function aPipelineThatIs(status: 'running' | 'failed' | 'success'): Promise<PipelineKey> {
    const { items } = await clientAs('maintainer').page(listPipelines, { id: 1, status });
    assert.ok(items[0], `a pipeline that is ${status}`);
    return { base: sandbox.url, project: 1, pipeline: items[0].id };
  }

  const statusOf = async ({ pipeline }: PipelineKey): Promise<string> =>
    (await clientAs('maintainer').call(getPipeline, { id: 1, pipeline_id: pipeline })).status;

  /** Advances the sandbox until the pipeline has finished, and returns its status. */
  async function untilOver(key: PipelineKey): Promise<string> {
    for (let tries = 0; tries < 400; tries++) {
      const status = await statusOf(key);
      if (isEnded(status)) return status;
      sandbox.advance(30_000);
    }
    throw new Error('it does not end');
  }

  return {
    get sandbox() {
      return sandbox;
    },
    clientAs,
    aWindow,
    aPipelineThatIs,
    statusOf,
    untilOver,
  };
}
