import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from './harness';
import {
  aJobThatIs,
  ask,
  jobNode,
  pipelineNode,
  signedIn,
  STORE,
  type Product,
  type WireJob,
} from './product';

const active = (): vscode.TextEditor => {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor);
  return editor;
};

/** The document of a scheme, once it holds a text. */
const documentWith = (scheme: string, holds: RegExp): Promise<vscode.TextDocument> =>
  until(
    () =>
      vscode.workspace.textDocuments.find(
        (document) => document.uri.scheme === scheme && holds.test(document.getText()),
      ),
    { description: `a ${scheme} document with ${String(holds)}` },
  );

const diffTab = (): vscode.TabInputTextDiff | undefined => {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input : undefined;
};

/** Follows a link as a click does. */
async function follow(link: vscode.DocumentLink | undefined): Promise<void> {
  const target = link?.target?.toString(true) ?? '';
  const [, command, args] = /^command:([\w.]+)\?(.*)$/.exec(target) ?? [];
  assert.ok(command !== undefined && args !== undefined, target);
  await vscode.commands.executeCommand(command, ...(JSON.parse(args) as unknown[]));
}

const linksOf = (document: vscode.TextDocument) =>
  vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', document.uri);

describe('tools over many logs and many runs', () => {
  let it_: Product;
  before(async () => {
    it_ = await signedIn();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** A job of the name and status with its log, in a pipeline that the view lists. Other tests erase some. */
  const aJob = (name: string, status: string): Promise<WireJob> =>
    aJobThatIs(status, (job) => job.name === name && job.erased_at === null);

  it('compare a failed log with the last passing one, without times and ids, or as they are', async () => {
    const job = await aJob('unit-tests', 'failed');
    const row = await jobNode(it_, job.pipeline.id, 'unit-tests');
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
    // What differs is what the job did, not when and where.
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

    // A tab that is to stay stays in its place, too, and the button counts where another comparison is active.
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
  }).timeout(60_000);

  it('give a tab that was left open its text again, without a command', async () => {
    const { base } = it_.parts.accounts.list()[0] ?? { base: '' };
    const job = await aJob('unit-tests', 'failed');
    const { host } = new URL(base);
    const at = (scheme: string, path: string, query: Record<string, string>): Promise<string> => {
      const values = new URLSearchParams({ base, ...query }).toString();
      const uri = vscode.Uri.from({
        scheme,
        authority: host,
        path: `/acme%2Fstorefront/${path}`,
        query: values,
      });
      return Promise.resolve(vscode.workspace.openTextDocument(uri)).then((document) => document.getText());
    };
    const compared = await at('switchyard-compare', `switchyard-job-log/${job.id}/unit-tests #${job.id}`, {
      form: 'raw',
    });
    assert.match(compared, /Running with gitlab-runner/);
    const found = await at('switchyard-search', `switchyard-report/${job.pipeline.id}/x`, { typed: 'x' });
    assert.match(found, /What was found is not kept between windows/);
    const history = await at('switchyard-history', 'switchyard-report/History', { name: 'unit-tests' });
    assert.match(history, /^History of unit-tests/);
  });

  it('are there for an open log, too, without its row', async () => {
    const job = await aJob('install', 'success');
    const row = await jobNode(it_, job.pipeline.id, 'install');
    await vscode.commands.executeCommand('switchyard.openLog', row);
    const { uri } = active().document;
    await vscode.commands.executeCommand('switchyard.compareLogPassing', uri);
    const diff = await until(diffTab, { description: 'the comparison' });
    assert.match(diff.modified.path, new RegExp(`install #${job.id}$`));
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('switchyard.showJobHistory', uri);
    await documentWith('switchyard-history', /^History of install[^]*Pass rate/);
  });

  /** All attempts of a job that has several, the newest first. */
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

  it('compare with an earlier attempt where there is one, and say so where there is none', async () => {
    // Other tests retry, erase and cancel jobs: here it takes one whose attempts all came to their end, with a log.
    const [later, earlier, ...oldest] = await until(finishedAttempts, {
      description: 'a job that was retried',
    });
    assert.ok(later && earlier);
    it_.script.choose(() => 0);
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
    const told = it_.script.nextTold();
    const first = { ...target, job: (oldest.at(-1) ?? earlier).id };
    await vscode.commands.executeCommand('switchyard.compareLogEarlier', { target: first });
    assert.match((await told).message, /has no earlier attempt with a log in its pipeline/);
  });

  it('compare only what has a log: the others are not offered, and it is said why', async () => {
    for (const command of ['compareLogPassing', 'compareLogEarlier']) {
      await vscode.commands.executeCommand(`switchyard.${command}`);
      const offered = (it_.script.offered.at(-1) ?? []) as readonly { value: { job: WireJob } }[];
      assert.ok(offered.length > 0);
      for (const { value } of offered) {
        const { started_at, erased_at } = await ask<{ started_at: unknown; erased_at: unknown }>(
          `${STORE}/jobs/${value.job.id}`,
        );
        assert.ok(started_at !== null && erased_at === null, `${value.job.name} #${value.job.id}`);
      }
    }
    const about = (kind: 'job' | 'bridge', { id, pipeline }: WireJob) => ({
      target: { kind, pipeline: { base: sandbox.info.url, project: 1, pipeline: pipeline.id }, job: id },
    });
    const rows: [argument: object, sentence: RegExp][] = [
      [about('job', await aJobThatIs('manual')), /has no log to compare: it did not start\.$/],
      [about('bridge', await aTrigger()), /has no log to compare: it only starts another pipeline\.$/],
      [about('job', await anErasedJob()), /has no log to compare: it was erased\.$/],
    ];
    for (const [argument, sentence] of rows) {
      const told = it_.script.nextTold();
      await vscode.commands.executeCommand('switchyard.compareLogPassing', argument);
      assert.match((await told).message, sentence);
    }
  });

  async function anErasedJob(): Promise<WireJob> {
    const job = await aJob('install', 'success');
    it_.script.type(job.name);
    await vscode.commands.executeCommand(
      'switchyard.eraseJob',
      await jobNode(it_, job.pipeline.id, job.name),
    );
    return job;
  }

  /** The newest trigger job, with its pipeline opened as the view does it. */
  async function aTrigger(): Promise<WireJob> {
    for (const { id } of await ask<{ id: number }[]>(`${STORE}/pipelines?per_page=100`)) {
      const [bridge] = await ask<WireJob[]>(`${STORE}/pipelines/${id}/bridges`);
      if (bridge === undefined) continue;
      await jobNode(it_, id, bridge.name);
      return bridge;
    }
    throw new Error('the sandbox has no trigger job');
  }

  /** A failed job with a text in its log. Other tests retry some: what failed before is searched, too. */
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

  it('search all logs of a pipeline; a hit opens its log at its line', async () => {
    const job = await aFailureWith('TypeError');
    const row = await pipelineNode(it_, job.pipeline.id);
    it_.script.type('/(x+)+y/', 'typeerror');
    const { length } = it_.script.problems;
    await vscode.commands.executeCommand('switchyard.searchLogs', row);
    assert.match(it_.script.problems[length] ?? '', /can take forever/);
    const results = await documentWith('switchyard-search', /all logs searched/);
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

  it('search again from the results, and find what has come since', async () => {
    const job = await aJob('unit-tests', 'failed');
    it_.script.type('no log has this');
    await vscode.commands.executeCommand('switchyard.searchLogs', await pipelineNode(it_, job.pipeline.id));
    const results = await documentWith('switchyard-search', /Nothing found · all logs searched/);
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
    await documentWith('switchyard-search', /Nothing found · all logs searched/);
  });

  it('show the history of a job, with links to its logs, for all refs or one', async () => {
    const job = await aJob('unit-tests', 'failed');
    const row = await jobNode(it_, job.pipeline.id, 'unit-tests');
    await sandbox.clearRequests();
    await vscode.commands.executeCommand('switchyard.showJobHistory', row);
    const history = await documentWith('switchyard-history', /^History of unit-tests\n[^]*Runner[^]*\n#\d+/);
    const listed = async (): Promise<number> =>
      (await sandbox.requests()).filter(({ path }) => /\/projects\/[^/]+\/jobs(\?|$)/.test(path)).length;
    await until(() => !history.getText().includes('looking…'), { description: 'it has looked' });
    const asked = await listed();
    assert.ok(asked >= 1 && asked <= 10, `${asked} requests`);
    assert.match(history.getText(), /Last passed +.* · #\d+ · pipeline #\d+/);
    const runs = history
      .getText()
      .split('\n')
      .filter((line) => /^#\d+/.test(line));
    const links = await linksOf(history);
    const line = history
      .getText()
      .split('\n')
      .findIndex((text) => text.startsWith(`#${job.id} `));
    await follow(links.find(({ range }) => range.start.line === line));
    assert.match(active().document.uri.path, new RegExp(`/${job.id}/`));

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
    // Other tests push: what the demo holds of it may lie behind their jobs.
    await until(
      async () => {
        if (/Flaky +\d+ commits? failed and then passed/.test(history.getText())) return true;
        if (!history.getText().includes('looking…'))
          await vscode.commands.executeCommand('switchyard.loadOlderRuns');
        return false;
      },
      { description: 'a commit that failed and then passed' },
    );

    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.clearRequests();
    await vscode.commands.executeCommand('switchyard.showJobHistory', row);
    await until(async () => (await listed()) > 0, { description: 'it looks anew where it was closed' });
  });
});
