import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { aPipelineThatIs, pipelineNode } from '../helpers/product';
import { active, aJob, documentWith, follow, linksOf, runTools } from '../logs/run-tools';

describe('the summary of a pipeline', () => {
  const world = runTools();
  const show = (...args: unknown[]) =>
    vscode.commands.executeCommand('switchyard.showPipelineSummary', ...args);

  it('opens in a read-only document from a row, and links to logs', async () => {
    const { pipeline } = await aJob('unit-tests', 'failed');
    const { id } = pipeline;
    await show(await pipelineNode(world.it, id));
    const document = await documentWith(
      'switchyard-pipeline',
      new RegExp(`^Pipeline #${id} [^]*^Failed Jobs$[^]*^Critical Path$[^]*^Stage `, 'm'),
    );
    assert.equal(document.isDirty, false);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    const titles = lenses.map(({ command }) => command?.title);
    assert.deepEqual(titles.slice(0, 2), ['Open Failed Job Log', 'Retry Failed Jobs']);
    assert.equal(titles.at(-1), 'Refresh');
    const links = await linksOf(document);
    const line = document.getText().split('\n').indexOf('Failed Jobs') + 1;
    await follow(links.find(({ range }) => range.start.line === line));
    await until(() => active().document.uri.scheme === 'switchyard-log', { description: 'its log is open' });
  });

  it('is refreshed while the pipeline is running, in one document', async () => {
    const { id } = await aPipelineThatIs('running');
    const node = await pipelineNode(world.it, id);
    await show(node);
    const document = await documentWith('switchyard-pipeline', new RegExp(`^Pipeline #${id} .*\nrunning`));
    await sandbox.advance(60 * 60_000);
    await show(node);
    await until(() => !/\nrunning/.test(document.getText()), { description: 'it has ended' });
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.equal(tabs.length, 1);
  });

  it('asks for a pipeline when it is run from the Command Palette', async () => {
    world.it.script.choose((labels) => labels.findIndex((label) => label.startsWith('#')));
    await show();
    await documentWith('switchyard-pipeline', /^Pipeline #\d+ [^]*\nStage /);
  });

  it('names the resource group that a job waits for, and opens the log of the job that uses it', async () => {
    const { pipeline } = await aJob('reserve-cluster', 'waiting_for_resource');
    await show(await pipelineNode(world.it, pipeline.id));
    const document = await documentWith(
      'switchyard-pipeline',
      /^Waiting for a Resource Group\nreserve-cluster {2}cluster {2}used by reserve-cluster of pipeline #\d+/m,
    );
    const links = await linksOf(document);
    const line = document.getText().split('\n').indexOf('Waiting for a Resource Group') + 1;
    await follow(links.find(({ range }) => range.start.line === line));
    await until(() => active().document.uri.scheme === 'switchyard-log', { description: 'its log is open' });
  });
});
