import assert from 'node:assert/strict';
import type { PipelineKey } from '../../../../src/app/shared/keys';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { mergeRequestSchema } from '../../../../src/schemas/merge-request';
import { overviewActions } from '../../../../src/ui/merge-request-page/panel/overview-actions';
import { aPipeline } from '../../../builders/jobs';

const key = { base: 'https://git.example.com', project: 1, iid: 7 };
const shown = mergeRequestSchema.parse({
  ...{ id: 1_007, iid: 7, project_id: 1, title: 'Seven', state: 'opened', sha: 'a'.repeat(40) },
  head_pipeline: aPipeline({ id: 11 }),
});

function page(showPipeline: (key: PipelineKey) => Promise<void> = () => Promise.resolve()) {
  const executed: unknown[] = [];
  const opened: PipelineKey[] = [];
  const reported: string[] = [];
  const actions = overviewActions({
    mergeRequests: {
      peekPart: () => ({ items: [aPipeline({ id: 12, project_id: 2 })] }),
    },
    showPipeline: (pipeline) => {
      opened.push(pipeline);
      return showPipeline(pipeline);
    },
    execute: (...command) => {
      executed.push(command);
      return Promise.resolve();
    },
    background: () => undefined,
    report: (what) => reported.push(what),
  });
  return { actions, executed, opened, reported };
}

describe('buttons of the merge request page', () => {
  it('run commands with the commit that the page shows', () => {
    const { actions, executed } = page();
    actions.act('merge', key, shown, undefined);
    const target = { kind: 'merge-request', mergeRequest: key };
    assert.deepEqual(executed, [[COMMAND.mergeMergeRequest, { target, sha: shown.sha }]]);
  });

  it('show a commit', () => {
    const { actions, executed } = page();
    actions.act('showCommit', key, shown, 'abc');
    const target = { kind: 'commit', mergeRequest: key, sha: 'abc' };
    assert.deepEqual(executed, [[COMMAND.showCommit, { target, sha: shown.sha }]]);
  });

  it('compare the versions before and after a push', () => {
    const { actions, executed } = page();
    actions.compare(key, { id: 7, startSha: 'b'.repeat(40) });
    const target = { kind: 'merge-request', mergeRequest: key };
    const version = { id: 7, startSha: 'b'.repeat(40) };
    assert.deepEqual(executed, [[COMMAND.compareVersions, { target, version, open: true }]]);
  });

  it('show the latest pipeline or a listed one, also in a fork', () => {
    const { actions, opened } = page();
    actions.act('showPipeline', key, shown, undefined);
    actions.act('showPipeline', key, shown, '12');
    assert.deepEqual(opened, [
      { base: key.base, project: 1, pipeline: 11 },
      { base: key.base, project: 2, pipeline: 12 },
    ]);
  });

  it("report a pipeline that couldn't be shown", async () => {
    const { actions, reported } = page(() => Promise.reject(new Error('no network')));
    actions.act('showPipeline', key, shown, '12');
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(reported, ["Couldn't show pipeline #12."]);
  });
});
