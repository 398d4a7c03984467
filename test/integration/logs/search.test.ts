import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox } from '../helpers/harness';
import { ask, pipelineNode, STORE, type WireJob } from '../helpers/product';
import { active, aJob, documentWith, follow, linksOf, runTools } from './run-tools';

describe('log search', () => {
  const world = runTools();

  /** Returns a failed job whose log contains a text. Includes retried jobs. */
  async function aFailureWith(text: string): Promise<WireJob> {
    for (const job of await ask<WireJob[]>(`${STORE}/jobs?scope[]=failed&per_page=100`)) {
      const { url, tokens } = sandbox.info;
      const trace = await fetch(`${url}/api/v4${STORE}/jobs/${job.id}/trace`, {
        headers: { 'PRIVATE-TOKEN': tokens['maintainer'] ?? '' },
      });
      if ((await trace.text()).includes(text)) return job;
    }
    throw new Error(`no failed job of the sandbox says ${text}`);
  }

  it('searches all logs of a pipeline, and opens a result at its line', async () => {
    const job = await aFailureWith('TypeError');
    const row = await pipelineNode(world.it, job.pipeline.id);
    world.it.script.type('/(x+)+y/', 'typeerror');
    const { length } = world.it.script.problems;
    await vscode.commands.executeCommand('switchyard.searchLogs', row);
    assert.match(world.it.script.problems[length] ?? '', /can be extremely slow/);
    const results = await documentWith('switchyard-search', /: typeerror\n[^]*all logs searched/);
    assert.equal(results.languageId, 'switchyard-report');
    assert.match(results.getText(), new RegExp(`${job.name} #${job.id} · failed`));
    const hit = results
      .getText()
      .split('\n')
      .findIndex((line) => /^ +\d+: .*TypeError/.test(line));
    assert.ok(hit > 0);
    const links = await linksOf(results);
    await follow(links.find(({ range }) => range.start.line === hit));
    const log = active();
    assert.equal(log.document.uri.scheme, 'switchyard-log');
    assert.match(log.document.lineAt(log.selection.active.line).text, /TypeError/);
    const [, number] = /^ +(\d+): /.exec(results.lineAt(hit).text) ?? [];
    assert.equal(log.selection.active.line + 1, Number(number));
  });

  it('searches the pipeline of the log in the active editor', async () => {
    const job = await aFailureWith('TypeError');
    const project = await ask<{ id: number }>(STORE);
    await world.it.parts.openLog({ base: sandbox.info.url, project: project.id, job: job.id }, job.name);
    world.it.script.type('typeerror');
    await vscode.commands.executeCommand('switchyard.searchLogs');
    // Documents of closed editors stay open for a while.
    const results = await documentWith('switchyard-search', /: typeerror\n[^]*all logs searched/);
    assert.match(results.getText(), new RegExp(`${job.name} #${job.id} · failed`));
  });

  it('searches again from the results', async () => {
    const job = await aJob('unit-tests', 'failed');
    world.it.script.type('no log has this');
    await vscode.commands.executeCommand(
      'switchyard.searchLogs',
      await pipelineNode(world.it, job.pipeline.id),
    );
    const results = await documentWith('switchyard-search', /No results found · all logs searched/);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      results.uri,
    );
    const again = lenses.find(({ command }) => command?.title === 'Search Again')?.command;
    assert.ok(again);
    await sandbox.clearRequests();
    await vscode.commands.executeCommand(again.command, ...((again.arguments ?? []) as unknown[]));
    const asked = (await sandbox.requests()).filter(({ path }) => path.includes('/pipelines/'));
    assert.ok(asked.length > 0, 'it asked again');
    await documentWith('switchyard-search', /No results found · all logs searched/);
  });
});
