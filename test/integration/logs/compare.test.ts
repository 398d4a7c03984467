import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { aJobThatIs, ask, jobNode, STORE, type WireJob } from '../helpers/product';
import { active, aJob, diffTab, documentWith, runTools } from './run-tools';

describe('log comparison', () => {
  const world = runTools();

  it('compares a failed log with the last passing one, normalized or raw', async () => {
    const job = await aJob('unit-tests', 'failed');
    const row = await jobNode(world.it, job.pipeline.id, 'unit-tests');
    await vscode.commands.executeCommand('switchyard.compareLogPassing', row);
    const diff = await until(diffTab, { description: 'the comparison' });
    const [left, right] = await Promise.all(
      [diff.original, diff.modified].map((uri) => vscode.workspace.openTextDocument(uri)),
    );
    assert.ok(left && right);
    assert.match(right.fileName, new RegExp(`unit-tests #${job.id}$`));
    assert.match(left.getText(), /15 passing \(<duration>\)/);
    assert.match(right.getText(), /Running with gitlab-runner .* on <runner>/);
    assert.match(right.getText(), /1 failing/);
    const [, passing] = /#(\d+)$/.exec(left.fileName) ?? [];
    const { status } = await ask<WireJob>(`${STORE}/jobs/${passing ?? ''}`);
    assert.equal(status, 'success');
    // The logs differ only in what the job did, not in times and runners.
    assert.equal(left.lineAt(0).text, right.lineAt(0).text);

    await vscode.commands.executeCommand('switchyard.toggleComparedText');
    const raw = await until(
      () => (diffTab()?.modified.query.includes('raw') === true ? diffTab() : undefined),
      {
        description: 'the raw comparison',
      },
    );
    const text = (await vscode.workspace.openTextDocument(raw.modified)).getText();
    assert.match(text, /1 failing/);
    assert.doesNotMatch(text, /<runner>/);
    assert.equal(vscode.window.tabGroups.activeTabGroup.tabs.length, 1, 'in the place of the other');

    // A kept tab is replaced in its group, even if another comparison is active.
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    await until(() => vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview === false, {
      description: 'the tab is kept',
    });
    const [one, other] = ['one', 'other'].map((name) => vscode.Uri.parse(`untitled:${name}`));
    await vscode.commands.executeCommand('vscode.diff', one, other, 'another', {
      viewColumn: vscode.ViewColumn.Beside,
    });
    await until(() => diffTab()?.modified.scheme === 'untitled', { description: 'the other comparison' });
    await vscode.commands.executeCommand('switchyard.toggleComparedText', raw.modified);
    const first = (): readonly vscode.Tab[] => vscode.window.tabGroups.all[0]?.tabs ?? [];
    await until(
      () => {
        const [tab] = first();
        return first().length === 1 && tab?.label.includes('(raw)') === false;
      },
      { description: 'the first one in its other form' },
    );
    assert.equal(first()[0]?.isPreview, false);
  }).timeout(180_000);

  it('restores the text of editors that were left open', async () => {
    const { base } = world.it.parts.accounts.list()[0] ?? { base: '' };
    const job = await aJob('unit-tests', 'failed');
    const { host } = new URL(base);
    const at = (scheme: string, path: string, query: Record<string, string>): Promise<string> => {
      const uri = vscode.Uri.from({
        scheme,
        authority: host,
        path: `/acme%2Fstorefront/${path}`,
        query: JSON.stringify({ base, ...query }),
      });
      return Promise.resolve(vscode.workspace.openTextDocument(uri)).then((document) => document.getText());
    };
    const compared = await at('switchyard-compare', `switchyard-job-log/${job.id}/unit-tests #${job.id}`, {
      form: 'raw',
    });
    assert.match(compared, /Running with gitlab-runner/);
    const found = await at('switchyard-search', `switchyard-report/${job.pipeline.id}/x`, { typed: 'x' });
    assert.match(found, /Search results aren't kept between sessions/);
    const history = await at('switchyard-history', 'switchyard-report/History', { name: 'unit-tests' });
    assert.match(history, /^History of unit-tests/);
  });

  it('runs for an open log without its row', async () => {
    const job = await aJob('install', 'success');
    const row = await jobNode(world.it, job.pipeline.id, 'install');
    await vscode.commands.executeCommand('switchyard.openLog', row);
    const { uri } = active().document;
    await vscode.commands.executeCommand('switchyard.compareLogPassing', uri);
    const diff = await until(diffTab, { description: 'the comparison' });
    assert.match(diff.modified.path, new RegExp(`install #${job.id}$`));
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('switchyard.showJobHistory', uri);
    await documentWith('switchyard-history', /^History of install[^]*Pass rate/);
  });

  /** Returns all attempts of a job that has several, the latest first. */
  async function finishedAttempts(): Promise<readonly WireJob[] | undefined> {
    for (const { id } of await ask<{ id: number }[]>(`${STORE}/pipelines?per_page=100`)) {
      const jobs = await ask<WireJob[]>(`${STORE}/pipelines/${id}/jobs?include_retried=true&per_page=100`);
      for (const name of new Set(jobs.map((job) => job.name))) {
        const attempts = jobs.filter((job) => job.name === name).sort((one, other) => other.id - one.id);
        const isDone = ({ status, erased_at }: (typeof jobs)[number]): boolean =>
          ['success', 'failed'].includes(status) && erased_at === null;
        if (attempts.length > 1 && attempts.every(isDone)) return attempts;
      }
    }
    return undefined;
  }

  it('compares with a previous attempt, or shows that there is none', async () => {
    // Other tests retry, erase, and cancel jobs. This test uses a job whose attempts all finished and have a
    // log.
    const [later, earlier, ...oldest] = await until(finishedAttempts, {
      description: 'a job that was retried',
    });
    assert.ok(later && earlier);
    world.it.script.choose(() => 0);
    const target = {
      kind: 'job',
      pipeline: { base: sandbox.info.url, project: 1, pipeline: later.pipeline.id },
      job: later.id,
    };
    await vscode.commands.executeCommand('switchyard.compareLogEarlier', { target });
    const diff = await until(diffTab, { description: 'the comparison' });
    assert.match(diff.original.path, new RegExp(`#${earlier.id}$`));
    assert.match(diff.modified.path, new RegExp(`#${later.id}$`));

    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const notification = world.it.script.nextMessage();
    const first = { ...target, job: (oldest.at(-1) ?? earlier).id };
    await vscode.commands.executeCommand('switchyard.compareLogEarlier', { target: first });
    assert.match((await notification).message, /has no previous attempt with a log in its pipeline/);
  });

  it("offers only jobs with a log, and explains why others can't be compared", async () => {
    await retried(await aJobThatIs('success'));
    for (const command of ['compareLogPassing', 'compareLogEarlier']) {
      const before = world.it.script.offered.length;
      await vscode.commands.executeCommand(`switchyard.${command}`);
      const offered = (world.it.script.offered[before] ?? []) as readonly { value: { job: WireJob } }[];
      assert.ok(offered.length > 0);
      for (const { value } of offered) {
        const { started_at, erased_at } = await ask<{ started_at: unknown; erased_at: unknown }>(
          `${STORE}/jobs/${value.job.id}`,
        );
        assert.ok(started_at !== null && erased_at === null, `${value.job.name} #${value.job.id}`);
      }
    }
    const rows: [argument: object, sentence: RegExp][] = [
      [about('job', await aJobThatIs('manual')), /has no log to compare because the job didn't start\.$/],
      [
        about('bridge', await aTrigger()),
        /has no log to compare because trigger jobs only start another pipeline\.$/,
      ],
      [about('job', await anErasedJob()), /has no log to compare because the log was erased\.$/],
    ];
    for (const [argument, sentence] of rows) {
      const notification = world.it.script.nextMessage();
      await vscode.commands.executeCommand('switchyard.compareLogPassing', argument);
      assert.match((await notification).message, sentence);
    }
  });

  const about = (kind: 'job' | 'bridge', { id, pipeline }: WireJob) => ({
    target: { kind, pipeline: { base: sandbox.info.url, project: 1, pipeline: pipeline.id }, job: id },
  });

  /** Retries a job, because only jobs with a previous attempt among the latest jobs are offered. */
  async function retried(first: WireJob): Promise<void> {
    const { id, name, pipeline } = first;
    await vscode.commands.executeCommand('switchyard.retryJob', about('job', first));
    await until(
      async () => {
        await sandbox.advance(10_000);
        const jobs = await ask<WireJob[]>(`${STORE}/pipelines/${pipeline.id}/jobs?per_page=100`);
        const again = jobs.find((job) => job.name === name && job.id > id);
        return again !== undefined && ['running', 'success', 'failed'].includes(again.status);
      },
      { description: 'the new attempt starts' },
    );
  }

  async function anErasedJob(): Promise<WireJob> {
    const job = await aJob('install', 'success');
    world.it.script.type(job.name);
    await vscode.commands.executeCommand(
      'switchyard.eraseJob',
      await jobNode(world.it, job.pipeline.id, job.name),
    );
    return job;
  }

  /** Returns the latest trigger job, and expands its pipeline. */
  async function aTrigger(): Promise<WireJob> {
    for (const { id } of await ask<{ id: number }[]>(`${STORE}/pipelines?per_page=100`)) {
      const [bridge] = await ask<WireJob[]>(`${STORE}/pipelines/${id}/bridges`);
      if (bridge === undefined) continue;
      await jobNode(world.it, id, bridge.name);
      return bridge;
    }
    throw new Error('the sandbox has no trigger job');
  }
});
