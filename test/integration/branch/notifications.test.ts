import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { git as gitIn } from '../helpers/git';
import { sandbox, until } from '../helpers/harness';
import {
  aJobThatIs,
  ask,
  pipelineNode,
  type Product,
  shown,
  signedIn,
  signedOut,
  STORE,
} from '../helpers/product';
import { seenBranch } from '../helpers/seen-branch';

interface WirePipeline {
  readonly id: number;
  readonly status: string;
  readonly ref: string;
}
interface WireJob {
  readonly id: number;
  readonly name: string;
  readonly allow_failure: boolean;
}

const newestOnMain = async (): Promise<WirePipeline> => {
  const [newest] = await ask<WirePipeline[]>(`${STORE}/pipelines?ref=main&per_page=1`);
  assert.ok(newest);
  return newest;
};
const activeLog = (): string => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === 'switchyard-log' ? uri.path : '';
};

describe('status bar, badge, and notifications', () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
  });
  // Signing in turns notifications off, as for other tests.
  beforeEach(() =>
    vscode.workspace
      .getConfiguration('switchyard')
      .update('notify', undefined, vscode.ConfigurationTarget.Global),
  );
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const statusText = (): string => extension.parts.branchItems.statusItem.shown?.text ?? '';

  it('shows the latest pipeline of the branch in the status bar until it finishes', async () => {
    const { branch: watch, branchItems } = extension.parts;
    const branch = await until(() => watch.details?.branch, { description: 'the branch is known' });
    assert.equal(branch.head.name, 'main');
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    const newest = await newestOnMain();
    await until(() => watch.details?.pipeline?.id === newest.id, {
      description: 'its newest pipeline',
    });
    assert.match(statusText(), /^\$\([a-z-]+\) Pipeline: \w/);
    assert.match(
      branchItems.statusItem.shown?.accessibleLabel ?? '',
      new RegExp(`^Pipeline ${newest.id} for main: `),
    );
    const before = statusText();
    const statusOf = (): Promise<string> => newestOnMain().then((pipeline) => pipeline.status);
    const status = await statusOf();
    for (let tries = 0; tries < 60 && (await statusOf()) === status; tries++) await sandbox.advance(60_000);
    await until(() => statusText() !== before, {
      description: 'the status changes by itself',
      // The delay until the next refresh grows with the number of requests of the last one.
      timeout: 60_000,
    });
  }).timeout(240_000);

  it("shows the number of failed jobs as a badge if the branch's pipeline failed", () => {
    const { branch, views } = extension.parts;
    const failed = branch.details?.failed.length ?? 0;
    const isFailed = branch.details?.pipeline?.status === 'failed';
    assert.equal(views.pipelines.view.badge?.value, isFailed ? Math.max(1, failed) : undefined);
  });

  /** Returns a failed pipeline of the list with a failed job that isn't allowed to fail. */
  async function aFailedPipeline(): Promise<{ id: number; jobs: WireJob[] }> {
    for (const { id } of await ask<WirePipeline[]>(`${STORE}/pipelines?status=failed`)) {
      const all = await ask<WireJob[]>(`${STORE}/pipelines/${id}/jobs?scope[]=failed&per_page=100`);
      const jobs = all.filter(({ allow_failure: allowed }) => !allowed);
      if (jobs.length > 0) return { id, jobs };
    }
    throw new Error('the sandbox has no failed pipeline');
  }

  it('notifies once that a watched pipeline failed, with a button that opens the failed job log', async () => {
    const { id, jobs } = await aFailedPipeline();
    const node = await pipelineNode(extension, id);
    const noticesOf = () =>
      extension.script.messages.filter(({ message }) => message.startsWith(`Pipeline #${id} `));
    await vscode.commands.executeCommand('switchyard.watchPipeline', node);
    await extension.parts.notifications.poll();
    const notice = await until(() => noticesOf()[0], { description: 'the notice comes' });
    assert.match(notice.message, /^Pipeline #\d+ (?:“.+” )?failed for .+: .+\.$/);
    assert.deepEqual(
      notice.actions.map(({ title }) => title),
      ['Open Failed Job Log', 'Show Pipeline'],
    );
    void notice.actions[0]?.run();
    await until(() => jobs.some((job) => activeLog().includes(`/${job.id}/`)), {
      description: 'the log of a failed job is open',
    });
    await extension.parts.notifications.poll();
    assert.equal(noticesOf().length, 1);
  }).timeout(180_000);

  it('shows no notification for a pipeline whose log is open', async () => {
    const { id, jobs } = await aFailedPipeline();
    const [job] = jobs;
    assert.ok(job);
    const project = { base: sandbox.info.url, project: 1 };
    await extension.parts.jobLogs.open({ ...project, job: job.id }, job.name);
    await until(() => activeLog().includes(`/${job.id}/`));
    const { notifications } = extension.parts;
    const before = extension.script.messages.length;
    await vscode.commands.executeCommand('switchyard.watchPipeline', await pipelineNode(extension, id));
    await notifications.poll();
    await until(() => !notifications.isWatched({ ...project, pipeline: id }), {
      description: 'its end is taken note of',
    });
    assert.equal(extension.script.messages.length, before);
  }).timeout(180_000);

  it('marks a watched pipeline, and offers to stop watching', async () => {
    const live = await until(
      async () => (await ask<WirePipeline[]>(`${STORE}/pipelines?status=running`))[0],
      { description: 'a pipeline is running', timeout: 60_000 },
    );
    const node = await pipelineNode(extension, live.id);
    const { notifications } = extension.parts;
    const key = { base: sandbox.info.url, project: 1, pipeline: live.id };
    notifications.unwatch(key);
    assert.ok(shown(extension, node).words.includes('watchable'));
    await vscode.commands.executeCommand('switchyard.watchPipeline', node);
    assert.ok(shown(extension, node).words.includes('watched'));
    assert.match(shown(extension, node).description, / · watched( · |$)/);
    await vscode.commands.executeCommand('switchyard.stopWatchingPipeline', node);
    assert.ok(shown(extension, node).words.includes('watchable'));
  });

  it('hides the status bar item and the badge while signed out', async () => {
    await signedOut();
    await until(() => extension.parts.branchItems.statusItem.shown === undefined, {
      description: 'it is hidden',
    });
    assert.equal(extension.parts.views.pipelines.view.badge, undefined);
    extension = await signedIn();
    await until(() => statusText() !== '', { description: 'it is back' });
  });

  it('hides the status bar item if it is disabled', async () => {
    const settings = vscode.workspace.getConfiguration('switchyard');
    await settings.update('statusBar', false, vscode.ConfigurationTarget.Global);
    await until(() => extension.parts.branchItems.statusItem.shown === undefined, {
      description: 'it is hidden',
    });
    await extension.parts.branch.poll();
    assert.ok(extension.parts.branch.details !== undefined);
    await settings.update('notify', 'off', vscode.ConfigurationTarget.Global);
    await settings.update('badge', 'none', vscode.ConfigurationTarget.Global);
    await until(() => extension.parts.branch.details === undefined, {
      description: 'nothing requires the branch',
    });
    for (const name of ['notify', 'badge'])
      await settings.update(name, undefined, vscode.ConfigurationTarget.Global);
    await settings.update('statusBar', undefined, vscode.ConfigurationTarget.Global);
    await until(() => statusText() !== '', { description: 'it is back' });
  });
});

describe("click on the branch's status bar item", () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
  });
  after(async () => {
    await git('checkout', '--quiet', '--force', 'main');
    await seenBranch(root(), 'main');
    await until(
      async () => {
        await extension.parts.branch.poll();
        return extension.parts.branch.details?.branch.head.name === 'main';
      },
      { description: 'main is checked out again', timeout: 20_000 },
    );
  });

  /** The folder of the workspace's clone. */
  function root(): string {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    return folder.uri.fsPath;
  }

  const git = (...args: string[]): Promise<string> => gitIn(root(), ...args);

  /** Waits until the branch is detected, runs the command, and returns the offered actions. */
  async function offeredOn(isNoticed: () => boolean): Promise<readonly string[]> {
    await until(isNoticed, { description: 'the branch is noticed', timeout: 20_000 });
    let offered: readonly string[] = [];
    extension.script.choose((labels) => {
      offered = labels;
      return -1;
    });
    await vscode.commands.executeCommand('switchyard.showBranchPipeline');
    return offered;
  }

  /** Returns a pipeline that waits for a manual action and is the latest of its ref. */
  async function aWaitingPipeline(): Promise<WirePipeline> {
    for (const pipeline of await ask<WirePipeline[]>(`${STORE}/pipelines?status=manual&per_page=100`)) {
      const ref = encodeURIComponent(pipeline.ref);
      const [newest] = await ask<WirePipeline[]>(`${STORE}/pipelines?ref=${ref}&per_page=1`);
      if (newest?.id === pipeline.id && pipeline.ref !== 'main') return pipeline;
    }
    throw new Error('the sandbox has no pipeline that waits for a person');
  }

  it('offers to run a pipeline if the branch has none', async () => {
    const name = 'local/only';
    await git('checkout', '--quiet', '-B', name);
    await git('commit', '--quiet', '--allow-empty', '--message', 'Nothing yet');
    await seenBranch(root(), name);
    const { branch } = extension.parts;
    const offered = await offeredOn(() => {
      const { details: facts } = branch;
      return facts?.branch.head.name === name && facts.pipeline === undefined;
    });
    assert.deepEqual(offered, [`Run Pipeline for ${name}`, 'Open Pipelines View']);
    assert.match(extension.parts.branchItems.statusItem.shown?.text ?? '', /No pipeline$/);
  }).timeout(180_000);

  it('offers the manual jobs of a pipeline that waits for a manual action', async () => {
    const waiting = await aWaitingPipeline();
    // The pipeline ran for a tag whose commit has newer pipelines. A branch with the tag's name has only this one.
    await git('checkout', '--quiet', '--force', '-B', waiting.ref, 'main');
    await seenBranch(root(), waiting.ref);
    const { branch } = extension.parts;
    const offered = await offeredOn(() => branch.details?.pipeline?.id === waiting.id);
    assert.ok(
      offered.some((label) => label.startsWith('Run ')),
      offered.join(),
    );
    assert.equal(offered.at(-1), 'Show in Pipelines View');
  }).timeout(180_000);
});

describe('Go to Pipeline, Job, or Merge Request in the editor', () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** Searches for a text and accepts the first result. */
  async function take(typed: string): Promise<void> {
    const finding = vscode.commands.executeCommand('switchyard.find', typed);
    let done = false;
    void finding.then(() => (done = true));
    await until(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return done;
    });
  }

  it('opens the log of a job by its ID', async () => {
    const job = await aJobThatIs('success');
    await take(`#${job.id}`);
    assert.ok(activeLog().includes(`/${job.id}/`));
    assert.equal(extension.parts.recent.list()[0]?.id, job.id);
  });

  it('selects the row of a job whose log it opens', async () => {
    const job = await aJobThatIs('failed');
    await vscode.commands.executeCommand('switchyard.pipelines.focus');
    await until(() => extension.parts.views.pipelines.view.visible, { description: 'the view is seen' });
    await take(`#${job.id}`);
    const [node] = extension.parts.views.pipelines.view.selection;
    assert.deepEqual(node?.data.kind === 'job' && node.data.job, job.id);
  });

  it('opens the log of a job by its URL at its line', async () => {
    const job = await aJobThatIs('success');
    await take(`${sandbox.info.url}/acme/storefront/-/jobs/${job.id}#L5`);
    assert.ok(activeLog().includes(`/${job.id}/`));
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
  });

  it('opens the log of a failed job at the line of the URL, not at its failing line', async () => {
    const opened: number[] = [];
    for (const line of [1, 5, 12]) {
      const job = await aJobThatIs('failed', ({ id, name }) => /tests$/.test(name) && !opened.includes(id));
      opened.push(job.id);
      await take(`${sandbox.info.url}/acme/storefront/-/jobs/${job.id}#L${line}`);
      assert.ok(activeLog().includes(`/${job.id}/`));
      // The failing line is searched for in slices, and the window answers in order.
      for (let turn = 0; turn < 30; turn++) {
        await setImmediate();
        await vscode.commands.getCommands();
      }
      const editor = vscode.window.activeTextEditor;
      assert.ok((editor?.document.lineCount ?? 0) > 12);
      assert.equal(editor?.selection.active.line, line - 1, `line ${line}`);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('selects nothing in the text that explains why a job has no log', async () => {
    const job = await aJobThatIs('failed', ({ name }) => name === 'ios-build');
    await take(`${sandbox.info.url}/acme/storefront/-/jobs/${job.id}#L1`);
    const editor = vscode.window.activeTextEditor;
    assert.match(editor?.document.getText() ?? '', /has no log\. Status: failed/);
    assert.equal(editor?.selection.isEmpty, true);
  });

  it('selects a pipeline in the view by its ID', async () => {
    const newest = await newestOnMain();
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    await take(`#${newest.id}`);
    await until(
      () => {
        const [node] = extension.parts.views.pipelines.view.selection;
        return node?.data.kind === 'pipeline' && node.data.pipeline.pipeline === newest.id;
      },
      { description: 'its row is selected' },
    );
  });

  it('stores only IDs and labels of opened items', async () => {
    const job = await aJobThatIs('success');
    await take(`#${job.id}`);
    const [recent] = extension.parts.recent.list();
    assert.deepEqual(Object.keys(recent ?? {}).sort(), ['base', 'id', 'label', 'project', 'what']);
    assert.equal(recent?.label, job.name);
  });
});
