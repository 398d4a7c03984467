import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Prompts } from '../../../src/ui/shared/editor/prompts';
import type { TreeNode } from '../../../src/ui/tree-node';
import { git as gitIn } from '../helpers/git';
import { sandbox, until } from '../helpers/harness';
import {
  aJobThatIs,
  ask,
  jobNode,
  open,
  type Product,
  projectNode,
  shown,
  signedIn,
  statusShown,
  STORE,
} from '../helpers/product';
import { seenBranch } from '../helpers/seen-branch';

interface WirePipeline {
  readonly id: number;
  readonly status: string;
  readonly ref: string;
}
/** Selects the items that the test specifies, and accepts the first search result. */
class ScriptedChoices {
  readonly offered: string[][] = [];
  readonly wasTicked: string[][] = [];
  ticks: (label: string, group: string) => boolean = () => false;
  typed = '';

  pickFromGroups: Prompts['pickFromGroups'] = ({ groups }) => {
    this.offered.push(groups.map(({ name }) => name));
    this.wasTicked.push(
      groups.flatMap(({ items }) => items.filter(({ picked }) => picked).map(({ label }) => label)),
    );
    const chosen = groups.flatMap(({ name, items }) =>
      items.filter(({ label }) => this.ticks(label, name)).map(({ value }) => value),
    );
    return Promise.resolve(chosen);
  };

  search: Prompts['search'] = async ({ find }) => {
    const found = await find(this.typed, new AbortController().signal);
    this.offered.push(found.map(({ label }) => label));
    return found[0]?.value;
  };
}

describe('filters and projects of the Pipelines view', () => {
  let extension: Product;
  const choices = new ScriptedChoices();
  before(async () => {
    extension = await signedIn();
    extension.script.answer(choices);
  });
  afterEach(async () => {
    await sandbox.clearFaults();
    await extension.parts.filter.change({ mode: 'recent' });
    await extension.parts.filter.clear();
    for (const { key } of extension.parts.added.list()) await extension.parts.added.remove(key);
  });

  const rows = async (): Promise<ReturnType<typeof shown>[]> =>
    (await open(extension, await projectNode(extension))).map((node) => shown(extension, node));
  const statuses = async (): Promise<string[]> =>
    (await open(extension, await projectNode(extension)))
      .filter(({ data }) => data.kind === 'pipeline')
      .map((node) => statusShown(extension, node));

  it('shows pipelines with the selected statuses, and preselects them next time', async () => {
    choices.ticks = (label, group) => group === 'pipeline status' && ['Failed', 'Canceled'].includes(label);
    await vscode.commands.executeCommand('switchyard.filterPipelines');
    const found = await statuses();
    assert.ok(found.length > 0);
    for (const status of found) assert.ok(['failed', 'canceled'].includes(status), status);
    assert.equal(extension.parts.views.pipelines.view.message, 'Showing: failed or canceled');
    assert.doesNotMatch(extension.parts.views.pipelines.view.description ?? '', /failed/);
    await vscode.commands.executeCommand('switchyard.filterPipelines');
    assert.deepEqual(choices.wasTicked.at(-1), ['Failed', 'Canceled']);
    await vscode.commands.executeCommand('switchyard.clearPipelineFilter');
    assert.equal(extension.parts.views.pipelines.view.message ?? '', '');
    assert.ok((await statuses()).some((status) => !['failed', 'canceled'].includes(status)));
  });

  it('shows which filter matches nothing, with a row that clears it', async () => {
    await extension.parts.filter.change({ author: 'nobody-here' });
    const [row, clear] = await rows();
    assert.equal(row?.label, 'No pipelines match: by @nobody-here');
    assert.equal(clear?.label, 'Clear Filter');
    assert.equal(clear.command?.command, 'switchyard.clearPipelineFilter');
    await vscode.commands.executeCommand(clear.command.command);
    assert.ok((await statuses()).length > 0);
  });

  it('shows only pipelines that passed with warnings', async () => {
    await extension.parts.filter.change({ warnings: true });
    let found = await statuses();
    while (found.length === 0) {
      const older = (await open(extension, await projectNode(extension))).at(-1);
      assert.equal(older?.data.kind, 'older', 'no pipeline passed with warnings');
      await vscode.commands.executeCommand('switchyard.loadOlderPipelines', older);
      found = await statuses();
    }
    for (const status of found) assert.equal(status, 'passed with warnings');
  });

  it('hides jobs with other statuses', async () => {
    await extension.parts.filter.change({ statuses: ['failed'], jobStatuses: ['failed'] });
    const [first] = await open(extension, await projectNode(extension));
    assert.ok(first);
    for (const stage of await open(extension, first)) {
      for (const job of await open(extension, stage)) assert.match(statusShown(extension, job), /^failed/);
    }
  });

  it('follows the checked-out branch', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(root !== undefined);
    const git = (...args: string[]): Promise<string> => gitIn(root, ...args);
    const before = await git('rev-parse', '--abbrev-ref', 'HEAD');
    const pipelines = await ask<WirePipeline[]>(`${STORE}/pipelines?per_page=100`);
    const here = await git('for-each-ref', '--format=%(refname:lstrip=3)', 'refs/remotes/origin');
    const other = pipelines.find(({ ref }) => ref !== before && here.split('\n').includes(ref));
    assert.ok(other);
    await extension.parts.filter.change({ mode: 'branch' });
    const refs = async () =>
      new Set(
        (await rows())
          .filter(({ words }) => words.includes('pipeline'))
          .map(({ accessibleLabel }) => accessibleLabel.split(', ')[1]),
      );
    const message = (): string | undefined => extension.parts.views.pipelines.view.message;
    assert.ok((await refs()).has(before));
    assert.equal(message(), `Showing: branch ${before}`);
    try {
      await git('checkout', '--quiet', '-B', other.ref, `origin/${other.ref}`);
      await seenBranch(root, other.ref);
      await until(async () => (await refs()).has(other.ref), { description: 'the view follows' });
      await until(() => message() === `Showing: branch ${other.ref}`);
    } finally {
      await git('checkout', '--quiet', before);
      await seenBranch(root, before);
    }
    await until(async () => (await refs()).has(before), { description: 'and comes back' });
  });

  it('shows an added project until it is removed', async () => {
    choices.typed = 'acme/payments';
    await vscode.commands.executeCommand('switchyard.addProject');
    const node = await projectNode(extension, 'acme/payments');
    assert.ok(shown(extension, node).words.includes('added'));
    assert.ok((await open(extension, node)).length > 0);
    assert.ok(
      !shown(extension, await projectNode(extension)).words.includes('added'),
      'that of the remote stays as it is',
    );
    await vscode.commands.executeCommand('switchyard.removeProject', node);
    assert.deepEqual(
      (await open(extension)).map((child) => shown(extension, child).label),
      ['acme/storefront'],
    );
  });

  it("doesn't offer projects that are already shown", async () => {
    await projectNode(extension);
    choices.typed = 'storefront';
    await vscode.commands.executeCommand('switchyard.addProject');
    assert.ok(!choices.offered.at(-1)?.includes('acme/storefront'), choices.offered.at(-1)?.join());
  });

  it('selects the row of an added project, and keeps the selection on refresh', async () => {
    choices.typed = 'acme/payments';
    const { view } = extension.parts.pipelinesView.view;
    const selected = (): string[] => view.selection.map((node) => shown(extension, node).label);
    // The editor only requests rows of a visible view.
    await vscode.commands.executeCommand('switchyard.pipelines.focus');
    await until(() => view.visible, { description: 'the view is seen' });
    // The view is still loading its rows when the row is revealed.
    await sandbox.fault({ kind: 'slow', ms: 500, path: '/api/v4/projects/**' });
    await vscode.commands.executeCommand('switchyard.addProject');
    await until(() => selected().length > 0, { description: 'the row is selected' });
    assert.deepEqual(selected(), ['acme/payments']);
    await sandbox.clearFaults();
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    assert.deepEqual(selected(), ['acme/payments']);
    await vscode.commands.executeCommand('switchyard.removeProject', view.selection[0]);
  });

  it('uses the jobs if the server refuses the list, and shows the same rows', async () => {
    // Rows of expanded pipelines and of the branch have more details, and running pipelines have an estimate that is loaded
    // in the background, so the details of all are loaded in both cases.
    const firstRows = async () => {
      extension.parts.pipelines.clear();
      const { data } = await projectNode(extension);
      assert.ok(data.kind === 'project');
      const { pipelines } = await extension.parts.pipelines.list(data.project);
      const { pipelines: known, durations } = extension.parts;
      for (const { id } of pipelines.slice(0, 10)) {
        const key = { ...data.project, pipeline: id };
        await known.content(key);
        const details = known.details(key);
        assert.ok(details);
        await durations.load(key, details);
      }
      // Without the age and the remaining time, which may change in the meantime.
      const sentence = (text: string) =>
        text.replace(/, (?:just now|[^,]+ ago)$/, '').replace(/about \S+ left/, 'about … left');
      return (await rows())
        .slice(0, 10)
        .map(({ label, accessibleLabel }) => [label, sentence(accessibleLabel)]);
    };
    const expected = await firstRows();
    await sandbox.fault({ kind: 'status', status: 404, path: '/api/v4/projects/*/pipelines' });
    try {
      assert.deepEqual(await firstRows(), expected);
    } finally {
      await sandbox.clearFaults();
      extension.parts.pipelines.clear();
    }
  });

  it('shows the status of the latest pipeline of each project', async () => {
    const [newest] = await statuses();
    assert.equal(shown(extension, await projectNode(extension)).description.split(' · ')[0], newest);
  });
});

describe('rows below a pipeline', () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
  });

  it('shows previous attempts below the job, whose row stays the same', async () => {
    const failed = await aJobThatIs('failed');
    const node = await jobNode(extension, failed.pipeline.id, failed.name);
    const earlier = (await open(extension, node)).length;
    await vscode.commands.executeCommand('switchyard.retryJob', node);
    assert.equal(await jobNode(extension, failed.pipeline.id, failed.name), node);
    assert.ok(shown(extension, node).expandable);
    const attempts = await open(extension, node);
    assert.equal(attempts.length, earlier + 1);
    const [attempt] = attempts;
    assert.ok(attempt);
    assert.match(shown(extension, attempt).accessibleLabel, /^Previous attempt of .+, job #\d+/);
    assert.ok(shown(extension, attempt).words.includes('log'));
  });

  it('opens the upstream pipeline of a downstream pipeline', async () => {
    const downstream = await aDownstream();
    assert.ok(shown(extension, downstream).words.includes('downstream'));
    await vscode.commands.executeCommand('switchyard.openUpstream', downstream);
    const [selected] = extension.parts.views.pipelines.view.selection;
    assert.ok(selected?.data.kind === 'pipeline');
    assert.equal(selected, extension.parts.pipelinesView.tree.upstreamOf(downstream));
  });

  it('returns the same nodes for concurrent requests', async () => {
    const project = await projectNode(extension);
    extension.parts.pipelines.clear();
    const [one, other] = await Promise.all([open(extension, project), open(extension, project)]);
    assert.deepEqual(one, other);
    assert.deepEqual(await open(extension, project), one);
  });

  it('shows a message for outdated rows until a refresh succeeds', async () => {
    const message = (): string => extension.parts.views.pipelines.view.message ?? '';
    const { signal } = new AbortController();
    await open(extension, await projectNode(extension));
    await sandbox.fault({ kind: 'status', status: 503, path: '/api/v4/projects/**' });
    await assert.rejects(extension.parts.pipelinesView.poller.refresh(signal));
    assert.match(message(), /^Not updated since \d.*\. /);
    // Shown after another refresh that is in progress, whose rows take more than two seconds.
    await until(() => /^as of \d/.test(extension.parts.views.pipelines.view.description ?? ''));
    const project = await projectNode(extension);
    const shownRow = (): string =>
      String(extension.parts.pipelinesView.tree.getTreeItem(project).description);
    assert.match(shownRow(), /^as of \d/);
    await sandbox.clearFaults();
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    // Rows that failed to load are loaded after the refresh.
    await until(() => (extension.parts.views.pipelines.view.description ?? '') === '', {
      description: 'the rows are up to date',
    });
    assert.equal(message(), '');
    assert.doesNotMatch(shownRow(), /as of/);
  });

  async function aDownstream(): Promise<TreeNode> {
    const project = await projectNode(extension);
    for (const pipeline of await open(extension, project)) {
      if (pipeline.data.kind !== 'pipeline') continue;
      for (const stage of await open(extension, pipeline)) {
        for (const job of await open(extension, stage)) {
          if (job.data.kind !== 'bridge') continue;
          const [downstream] = await open(extension, job);
          if (downstream?.data.kind === 'pipeline') return downstream;
        }
      }
      extension.parts.pipelinesView.tree.setExpanded(pipeline, false);
    }
    throw new Error('the newest pipelines started no other');
  }
});
