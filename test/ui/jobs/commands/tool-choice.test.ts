import assert from 'node:assert/strict';
import type { RecentJob } from '../../../../src/app/pipelines/job-lookup';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type HistoryCommandDeps, historyCommands } from '../../../../src/ui/jobs/commands/history-commands';
import { type CompareCommandDeps, compareCommands } from '../../../../src/ui/logs/commands/compare-commands';
import { aJob } from '../../../builders/jobs';
import { only, runCommand } from '../../../builders/run-command';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

const recent = (id: number, name: string, retried = false): RecentJob => ({
  key: { base: 'https://host', project: 7, job: id },
  kind: 'job',
  job: aJob({ id, name, status: 'failed', started_at: '2026-01-01T00:00:00Z' }),
  path: undefined,
  retried,
});

const JOBS = [recent(4, 'unit-tests'), recent(3, 'lint', true), recent(2, 'unit-tests'), recent(1, 'lint')];

const none = (): Promise<boolean> => Promise.resolve(false);

function choosing(prompts: ScriptedPrompts) {
  const lookup = {
    recent: () => Promise.resolve(JOBS),
    read: () => assert.fail('nothing is read'),
    ofTarget: () => undefined,
  };
  return { prompts, lookup, activeJob: () => undefined, now: () => 0 };
}

describe('job choices of tools', () => {
  it('lists each job name once for the history', async () => {
    const prompts = new ScriptedPrompts();
    const opened: unknown[] = [];
    const history = {
      open: (of: unknown) => {
        opened.push(of);
        return Promise.resolve();
      },
      ...{ older: none, refresh: none, toggleRef: none },
    };
    prompts.choose((labels) => labels.indexOf('unit-tests'));
    const rows = historyCommands(only<HistoryCommandDeps>({ ...choosing(prompts), tools: { history } }));
    await runCommand(rows, COMMAND.showJobHistory);
    assert.deepEqual(
      prompts.offered.flat().map(({ label }) => label),
      ['lint', 'unit-tests'],
    );
    assert.deepEqual(opened, [{ base: 'https://host', project: 7, name: 'unit-tests' }]);
  });

  it('lists jobs with a previous attempt for the comparison with it', async () => {
    const prompts = new ScriptedPrompts();
    const rows = compareCommands(only<CompareCommandDeps>(choosing(prompts)));
    await runCommand(rows, COMMAND.compareLogEarlier);
    assert.deepEqual(
      prompts.offered.flat().map(({ label }) => label),
      ['lint'],
    );
  });
});
