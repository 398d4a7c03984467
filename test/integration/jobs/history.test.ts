import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { jobNode } from '../helpers/product';
import { active, aJob, documentWith, follow, linksOf, runTools } from '../logs/run-tools';

describe('job history', () => {
  const world = runTools();

  it('shows runs with links to their logs, for all refs or one', async () => {
    // Other tests retry failed jobs. The latest run is among the first loaded runs, regardless of its status.
    const newest = await Promise.allSettled([aJob('unit-tests', 'failed'), aJob('unit-tests', 'success')]);
    const [job] = newest
      .flatMap((found) => (found.status === 'fulfilled' ? [found.value] : []))
      .sort((one, other) => other.id - one.id);
    assert.ok(job);
    const row = await jobNode(world.it, job.pipeline.id, 'unit-tests');
    await sandbox.clearRequests();
    await vscode.commands.executeCommand('switchyard.showJobHistory', row);
    const history = await documentWith('switchyard-history', /^History of unit-tests\n[^]*Runner[^]*\n#\d+/);
    const listed = async (): Promise<number> =>
      (await sandbox.requests()).filter(({ path }) => /\/projects\/[^/]+\/jobs(\?|$)/.test(path)).length;
    await until(() => !/loading…/i.test(history.getText()), { description: 'it has looked' });
    const asked = await listed();
    assert.ok(asked >= 1 && asked <= 10, `${asked} requests`);
    assert.match(history.getText(), /Last passed +.* · #\d+ · pipeline #\d+/);
    const link = (await linksOf(history)).find(
      ({ range: { start } }) =>
        start.character === 0 && history.lineAt(start.line).text.startsWith(`#${job.id} `),
    );
    assert.ok(link);
    const runs = history
      .getText()
      .split('\n')
      .filter((line) => /^#\d+/.test(line));
    await follow(link);
    await until(() => active().document.uri.path.includes(`/${job.id}/`), { description: 'its log is open' });

    await vscode.window.showTextDocument(history);
    await vscode.commands.executeCommand('switchyard.toggleHistoryRef');
    const onRef = await documentWith('switchyard-history', /^History of unit-tests on /);
    const fewer = onRef
      .getText()
      .split('\n')
      .filter((text) => /^#\d+/.test(text));
    assert.ok(fewer.length > 0 && fewer.length < runs.length);
    const before = history.getText();
    await vscode.window.showTextDocument(history);
    await vscode.commands.executeCommand('switchyard.loadOlderRuns');
    await until(() => history.getText().split('\n')[1] !== before.split('\n')[1], {
      description: 'it has looked further back',
    });
    // Other tests push. The flaky commits of the demo can be older than the jobs of these pushes.
    await until(
      async () => {
        if (/Flaky +\d+ commits? failed and then passed/.test(history.getText())) return true;
        if (!/loading…/i.test(history.getText()))
          await vscode.commands.executeCommand('switchyard.loadOlderRuns');
        return false;
      },
      { description: 'a commit that failed and then passed' },
    );

    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.clearRequests();
    await vscode.commands.executeCommand('switchyard.showJobHistory', row);
    await until(async () => (await listed()) > 0, {
      description: 'the page is refreshed after it is opened again',
    });
  });
});
