import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { git } from '../helpers/git';
import { sandbox, until } from '../helpers/harness';
import {
  aJobThatComesToBe,
  aJobThatIs,
  ask,
  jobNode,
  open,
  pipelineNode,
  type Product,
  projectNode,
  shown,
  signedIn,
  statusShown,
  STORE,
} from '../helpers/product';

interface WirePipeline {
  readonly id: number;
  readonly status: string;
  readonly ref: string;
}
interface WireBridge {
  readonly name: string;
  readonly downstream_pipeline: { readonly id: number } | null;
}

describe('Pipelines view', () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
  });

  it('lists the latest pipelines of the project with their statuses', async () => {
    // Another test can have created a pipeline that the view doesn't show yet.
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    const wire = await ask<WirePipeline[]>(`${STORE}/pipelines?per_page=30`);
    const rows = (await open(extension, await projectNode(extension))).slice(0, 30);
    assert.deepEqual(
      rows.map((node) => /^Pipeline (\d+)/.exec(shown(extension, node).accessibleLabel)?.[1]),
      wire.map(({ id }) => String(id)),
    );
    for (const row of rows) assert.match(statusShown(extension, row), /^\p{L}[\p{L} ,]*$/u);
  });

  it('labels pipelines with number and ref, followed by age or progress, title, and author', async () => {
    // Another test can have created a pipeline that the view doesn't show yet.
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    const rows = (await open(extension, await projectNode(extension))).slice(0, 30);
    const all = () => rows.map((node) => shown(extension, node));
    const commits = await ask<{ id: string; title: string; author_name: string }[]>(
      `${STORE}/repository/commits?all=true&per_page=100`,
    );
    const requests = await ask<{ iid: number; title: string; author: { name: string } }[]>(
      `${STORE}/merge_requests?per_page=100`,
    );
    const wire = await ask<(WirePipeline & { sha: string })[]>(`${STORE}/pipelines?per_page=30`);
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const local = new Map(
      await Promise.all(
        wire.map(async ({ sha }) => {
          const title = await git(root, 'log', '-1', '--format=%s · %an', sha, '--').catch(() => undefined);
          return [sha, title] as const;
        }),
      ),
    );
    const mergeRequestIn = (ref: string) => /^refs\/merge-requests\/(\d+)\//.exec(ref)?.[1];
    const expected = wire.map(({ id, ref, sha }, index) => {
      const iid = Number(mergeRequestIn(ref));
      const label = Number.isNaN(iid) ? `#${id} ${ref}` : `#${id} !${iid}`;
      // An older pipeline for the same commit, and the same merge request, names the later one instead of the title.
      const isSame = (each: { readonly sha: string; readonly ref: string }) =>
        each.sha === sha && mergeRequestIn(each.ref) === mergeRequestIn(ref);
      const later = wire.slice(0, index).find(isSame);
      if (later !== undefined) return { label, title: `same commit as #${later.id}` };
      const commit = commits.find((each) => each.id === sha);
      const request = requests.find((each) => each.iid === iid);
      const title = Number.isNaN(iid)
        ? (local.get(sha) ?? (commit && `${commit.title} · ${commit.author_name}`))
        : request && `${request.title} · ${request.author.name}`;
      // Other tests delete branches and merge requests.
      return { label, title };
    });
    const missing = () =>
      all().flatMap(({ label, description, accessibleLabel }, index) => {
        const { label: wanted, title = '' } = expected[index] ?? {};
        const [, shownTitle = ''] =
          /(?:^| · )(?:\d+ \p{L}+|now|\d+\/\d+(?: · about [\dhms ]+ left)?|about [\dhms ]+ left)(?: · (?<title>.*))?$/u.exec(
            description,
          ) ?? [];
        const [spoken = ''] = title.split(' · ');
        const fits = label === wanted && shownTitle === title && accessibleLabel.includes(spoken);
        return fits ? [] : [`${wanted} · ${title}, not ${label} ${description}`];
      });
    await until(() => missing().length === 0, { description: () => missing().join('; ') });
    assert.ok(expected.some(({ title }) => title !== undefined));
    const warned = await pipelineNode(extension, await aPipelineWithWarnings());
    await until(() => shown(extension, warned).icon === 'warning', {
      description: 'the row passed with warnings, though it is not open',
    });
  });

  it('shows the progress of a running pipeline whose row is collapsed', async () => {
    const { pipeline } = await aJobThatComesToBe('running');
    const node = await pipelineNode(extension, pipeline.id);
    const row = () => shown(extension, node);
    const shows = (): boolean => /(^| · )\d+\/\d+ · /.test(row().description);
    await until(shows, { description: () => row().description });
    assert.match(row().accessibleLabel, / \d+ of \d+ jobs finished/);
    const [, finished, total] = /(\d+)\/(\d+)/.exec(row().description) ?? [];
    assert.ok(Number(finished) < Number(total));
  });

  /** Runs a pipeline without the extension. Returns its ID. */
  async function runPipeline(): Promise<number> {
    const { url, tokens } = sandbox.info;
    const response = await fetch(`${url}/api/v4${STORE}/pipeline?ref=main`, {
      method: 'POST',
      headers: { 'private-token': tokens['owner'] ?? '' },
    });
    assert.equal(response.status, 201);
    return ((await response.json()) as WirePipeline).id;
  }

  async function aPipelineWithWarnings(): Promise<number> {
    for (const { id } of await ask<WirePipeline[]>(`${STORE}/pipelines?status=success&per_page=100`)) {
      const { detailed_status: status } = await ask<{ detailed_status: { group: string } }>(
        `${STORE}/pipelines/${id}`,
      );
      if (status.group === 'success-with-warnings') return id;
    }
    throw new Error('no pipeline of the sandbox passed with warnings');
  }

  it('keeps all rows in place when pipelines are created, and shows those with one click', async () => {
    const { poller } = extension.parts.pipelinesView;
    const project = await projectNode(extension);
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    const before = await open(extension, project);
    const created = [await runPipeline(), await runPipeline()];
    await poller.refresh(new AbortController().signal);
    const description = () => shown(extension, project).description;
    await until(() => description().startsWith('2 new pipelines · '), { description });
    assert.ok(shown(extension, project).words.includes('hasNew'));
    assert.deepEqual(await open(extension, project), before);
    await vscode.commands.executeCommand('switchyard.showNewPipelines', project);
    const after = await open(extension, project);
    assert.deepEqual(
      after.slice(0, 2).map(({ data }) => data.kind === 'pipeline' && data.pipeline.pipeline),
      created.toReversed(),
    );
    assert.deepEqual(after.slice(2, 5), before.slice(0, 3));
    assert.ok(!description().includes('new'), description());
  });

  it('shows new pipelines after a manual refresh', async () => {
    const project = await projectNode(extension);
    await open(extension, project);
    const created = await runPipeline();
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    const [first] = await open(extension, project);
    assert.equal(first?.data.kind === 'pipeline' && first.data.pipeline.pipeline, created);
  });

  it('shows the stages of a pipeline in order, and the jobs of a stage', async () => {
    const [wire] = await ask<WirePipeline[]>(`${STORE}/pipelines?status=success&ref=main`);
    assert.ok(wire);
    const stages = await open(extension, await pipelineNode(extension, wire.id));
    const jobs = await ask<{ id: number; stage: string; name: string }[]>(
      `${STORE}/pipelines/${wire.id}/jobs?per_page=100&include_retried=true`,
    );
    const inOrder = [...new Set([...jobs].sort((a, b) => a.id - b.id).map(({ stage }) => stage))];
    const labels = stages.map((node) => shown(extension, node).label);
    assert.deepEqual(
      labels.filter((label) => inOrder.includes(label)),
      inOrder,
    );
    const [first] = stages;
    assert.ok(first);
    const names = (await open(extension, first)).map((node) => shown(extension, node).label);
    for (const { stage, name } of jobs) if (stage === labels[0]) assert.ok(names.includes(name), name);
  });

  it('shows the downstream pipeline of a trigger job, and its jobs', async () => {
    const { pipeline, bridge } = await aTriggeredPipeline();
    const node = await jobNode(extension, pipeline, bridge.name);
    const [downstream] = await open(extension, node);
    assert.ok(downstream);
    assert.match(shown(extension, downstream).label, new RegExp(`^#${bridge.downstream_pipeline?.id} `));
    const [stage] = await open(extension, downstream);
    assert.ok(stage);
    const [job] = await open(extension, stage);
    assert.ok(job);
    assert.ok(['job', 'bridge'].includes(job.data.kind));
  });

  it('shows downstream pipelines of other projects, and stops at cycles', async () => {
    const seen = new Set<string>();
    let cycle = false;
    const walk = async (node: TreeNode, depth: number): Promise<void> => {
      if (depth > 14) throw new Error('the tree does not end');
      const { label } = shown(extension, node);
      if (node.data.kind === 'pipeline' && node.data.where !== undefined) seen.add(node.data.where);
      if (/is already shown above/.test(label)) cycle = true;
      if (!shown(extension, node).expandable) return;
      for (const child of await open(extension, node)) await walk(child, depth + 1);
      // Collapsed again, because expanded rows are refreshed, and this test expands all of them.
      extension.parts.pipelinesView.tree.setExpanded(node, false);
    };
    const pages = await Promise.all(
      [1, 2].map((page) => ask<WirePipeline[]>(`${STORE}/pipelines?per_page=100&page=${page}`)),
    );
    for (const { id } of pages.flat()) {
      const bridges = await ask<WireBridge[]>(`${STORE}/pipelines/${id}/bridges`);
      if (bridges.length > 0) await walk(await pipelineNode(extension, id), 0);
    }
    assert.ok(seen.has('acme/payments'), [...seen].join());
    assert.ok(cycle, 'the demo world has pipelines that trigger each other');
  }).timeout(180_000);

  it('updates rows while jobs run, and keeps their identity', async () => {
    const running = await aJobThatComesToBe('running');
    const pipeline = await pipelineNode(extension, running.pipeline.id);
    const describeAll = async (): Promise<[TreeNode, string][]> => {
      const rows: [TreeNode, string][] = [];
      for (const stage of await open(extension, pipeline)) {
        for (const job of await open(extension, stage)) rows.push([job, statusShown(extension, job)]);
      }
      return rows;
    };
    const before = await describeAll();
    const statuses = (rows: [TreeNode, string][]): string => rows.map(([, status]) => status).join();
    let after = before;
    for (let tries = 0; tries < 20 && statuses(after) === statuses(before); tries++) {
      await sandbox.advance(10_000);
      await vscode.commands.executeCommand('switchyard.refreshPipelines');
      after = await describeAll();
    }
    assert.notEqual(statuses(after), statuses(before));
    // Compared as sets, because a job that fails moves to the top of its stage.
    assert.deepEqual(new Set(after.map(([node]) => node)), new Set(before.map(([node]) => node)));
  });

  it('keeps the rows of a stage in place when a job is retried, so that a second click acts on the same job', async () => {
    const failed = await aJobThatIs('failed', ({ name }) => name === 'unit-tests');
    const pipeline = await pipelineNode(extension, failed.pipeline.id);
    const stage = (await open(extension, pipeline)).find(
      (node) => shown(extension, node).label === failed.stage,
    );
    assert.ok(stage);
    const before = await open(extension, stage);
    const labels = before.map((node) => shown(extension, node).label);
    assert.equal(labels[0], failed.name, 'failed jobs are first');
    assert.ok(
      labels.some((label) => label < failed.name),
      'which would be before the job if it were not failed',
    );
    await vscode.commands.executeCommand('switchyard.retryJob', before[0]);
    const attempt = (): number | undefined => {
      const data = before[0]?.data;
      return data?.kind === 'job' ? data.job : undefined;
    };
    await extension.parts.pipelinesView.poller.refresh(new AbortController().signal);
    const after = await open(extension, stage);
    assert.deepEqual(after, before);
    assert.deepEqual(
      after.map((node) => shown(extension, node).label),
      labels,
    );
    assert.ok(attempt() !== undefined && attempt() !== failed.id, 'the row is that of the new attempt');
    // A manual refresh sorts the rows.
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    assert.notEqual(shown(extension, (await open(extension, stage))[0] ?? assert.fail()).label, failed.name);
  });

  it('updates rows automatically while a job runs', async () => {
    const running = await aJobThatComesToBe('running');
    const node = await jobNode(extension, running.pipeline.id, running.name);
    const status = (): string => statusShown(extension, node);
    await until(() => status() === 'running', { description: 'the row shows that it runs' });
    const fired = new Promise<void>((resolve) => {
      const subscription = extension.parts.pipelinesView.tree.onDidChangeTreeData(() => {
        subscription.dispose();
        resolve();
      });
    });
    await sandbox.advance(900_000);
    await fired;
    await until(() => status() !== 'running', { description: 'the row follows' });
  });

  it('shows new pipelines at the top after a refresh', async () => {
    const project = await projectNode(extension);
    const [top] = await open(extension, project);
    assert.ok(top);
    for (let tries = 0; tries < 20; tries++) {
      await sandbox.advance(60_000);
      const [newest] = await ask<WirePipeline[]>(`${STORE}/pipelines?per_page=1`);
      if (!shown(extension, top).accessibleLabel.startsWith(`Pipeline ${newest?.id},`)) break;
    }
    await vscode.commands.executeCommand('switchyard.refreshPipelines');
    const [now] = await open(extension, project);
    assert.notEqual(now, top);
  });

  it("shows no notification for a pipeline that can't be loaded", async () => {
    const { url } = sandbox.info;
    const { pipelines } = extension.parts;
    await assert.rejects(pipelines.content({ base: url, project: 999_999, pipeline: 1 }));
    assert.deepEqual(
      extension.script.messages.filter(({ message }) => /999999|Couldn't/.test(message)),
      [],
    );
  });

  it('has an accessible label and a tooltip for each row', async () => {
    const { pipeline, bridge } = await aTriggeredPipeline();
    const row = shown(extension, await jobNode(extension, pipeline, bridge.name));
    assert.match(row.accessibleLabel, new RegExp(`^Trigger job ${bridge.name}, `));
    assert.match(row.tooltip, /\| Finished&emsp; \| \w/);
  });

  async function aTriggeredPipeline(): Promise<{ pipeline: number; bridge: WireBridge }> {
    const pages = await Promise.all(
      [1, 2].map((page) => ask<WirePipeline[]>(`${STORE}/pipelines?per_page=100&page=${page}`)),
    );
    for (const { id } of pages.flat()) {
      const bridges = await ask<WireBridge[]>(`${STORE}/pipelines/${id}/bridges`);
      const bridge = bridges.find(({ downstream_pipeline }) => downstream_pipeline !== null);
      if (bridge !== undefined) return { pipeline: id, bridge };
    }
    throw new Error('the sandbox has no pipeline that triggers another one');
  }
});
