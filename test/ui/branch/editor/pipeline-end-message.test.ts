import assert from 'node:assert/strict';
import { showPipelineEnd } from '../../../../src/ui/branch/editor/pipeline-end-message';
import type { MessageAction } from '../../../../src/ui/shared/editor/prompts';
import { aJob, aPipeline } from '../../../builders/jobs';

const key = { base: 'https://git.example.com', project: 1, pipeline: 11 };

/** Shows the message about a pipeline. Returns it with the effects of its buttons. */
function messageOf(status: string, jobs: readonly string[], failing = false, title?: string) {
  const done: unknown[] = [];
  const shown: { severity: string; message: string; actions: readonly MessageAction[] }[] = [];
  const work = async (...what: readonly unknown[]): Promise<void> => {
    done.push(what);
    await Promise.resolve();
    if (failing) throw new Error('no network');
  };
  const failed = jobs.map((name, index) => aJob({ id: index + 1, name, status: 'failed' }));
  showPipelineEnd(
    {
      prompts: { showMessage: (severity, message, actions) => shown.push({ severity, message, actions }) },
      openLog: (job, name) => work(job, name),
      showPipeline: (pipeline) => work(pipeline),
      titleOf: () => title,
      report: (what) => done.push(what),
    },
    { key, pipeline: aPipeline({ id: 11, status }), failed },
  );
  const [message] = shown;
  assert.ok(message);
  const press = async (title: string): Promise<void> => {
    await message.actions.find((action) => action.title === title)?.run();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ...message, titles: message.actions.map(({ title }) => title), press, done };
}

describe('message about a finished pipeline', () => {
  it('opens the log of the first failed job', async () => {
    const { severity, message, titles, press, done } = messageOf('failed', ['unit-tests', 'lint']);
    assert.deepEqual([severity, titles], ['error', ['Open Failed Job Log', 'Show Pipeline']]);
    assert.equal(message, 'Pipeline #11 failed for main: unit-tests and lint.');
    await press('Open Failed Job Log');
    assert.deepEqual(done, [[{ ...key, job: 1 }, 'unit-tests']]);
  });

  it('contains the title of the pipeline, if known', () => {
    const { message } = messageOf('failed', ['lint'], false, 'Round half cents up');
    assert.equal(message, 'Pipeline #11 “Round half cents up” failed for main: lint.');
  });

  it('selects the pipeline', async () => {
    const { severity, titles, press, done } = messageOf('success', []);
    assert.deepEqual([severity, titles], ['info', ['Show Pipeline']]);
    await press('Show Pipeline');
    assert.deepEqual(done, [[key]]);
  });

  it('reports the errors of its buttons', async () => {
    const { press, done } = messageOf('failed', ['unit-tests'], true);
    await press('Open Failed Job Log');
    await press('Show Pipeline');
    assert.deepEqual(
      done.filter((each) => typeof each === 'string'),
      ["Couldn't open the log.", "Couldn't show the pipeline."],
    );
  });
});
