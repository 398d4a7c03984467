import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sortedMembers } from '../../../src/domain/pipelines/job-order';
import type { TreeNode } from '../../../src/ui/tree-node';
import { posts, sandbox } from '../helpers/harness';
import {
  aJobThatComesToBe,
  ask,
  open,
  pipelineNode,
  type Product,
  projectNode,
  shown,
  signedIn,
  STORE,
  type WireJob,
} from '../helpers/product';

const ROUNDS = 500;
const MAX_ROUNDS = 1_500;
/** Number of changes and clicks of each kind without which the test would show little. */
const MIN_COUNT = 10;
const SEED = 20_261_128;

/** Returns whole numbers from 0 to below a maximum; the same in every run. */
function numbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

/** Sends a POST request to the sandbox as the owner, without the extension. The server may refuse it. */
async function send(path: string): Promise<number> {
  const { url, tokens } = sandbox.info;
  const response = await fetch(`${url}/api/v4${STORE}/${path}`, {
    method: 'POST',
    headers: { 'private-token': tokens['owner'] ?? '' },
  });
  return response.status;
}

const jobsOf = (pipeline: number): Promise<readonly WireJob[]> =>
  ask(`${STORE}/pipelines/${pipeline}/jobs?per_page=100`);

describe('rows under the pointer', () => {
  let extension: Product;
  const expanded = new Set<TreeNode>();
  // Rows sorted by status would move whenever a job starts or ends.
  const sort = (value: 'status' | undefined) =>
    vscode.workspace
      .getConfiguration('switchyard')
      .update('pipelines.sortJobs', value, vscode.ConfigurationTarget.Global);
  before(async () => {
    extension = await signedIn();
    await sort('status');
  });
  after(async () => {
    await sort(undefined);
  });

  /** Returns the rows from top to bottom, as the editor shows them. */
  async function visibleRows(node?: TreeNode): Promise<readonly TreeNode[]> {
    const rows: TreeNode[] = [];
    for (const child of await open(extension, node)) {
      rows.push(child);
      if (expanded.has(child)) rows.push(...(await visibleRows(child)));
    }
    return rows;
  }

  /** Returns the item of a row: its target, with the name of a job instead of its ID, which a retry changes. */
  const itemOf = (node: TreeNode): string => {
    const { target } = node;
    return JSON.stringify(
      target !== undefined && 'job' in target
        ? { kind: target.kind, pipeline: target.pipeline, name: shown(extension, node).label }
        : (target ?? shown(extension, node).label),
    );
  };

  /** Expands the project, a running pipeline, and its stages. Returns the ID of the pipeline. */
  async function expandRunning(): Promise<number> {
    const { pipeline } = await aJobThatComesToBe('running');
    const node = await pipelineNode(extension, pipeline.id);
    expanded.add(await projectNode(extension)).add(node);
    for (const stage of await open(extension, node)) expanded.add(stage);
    return pipeline.id;
  }

  /** Returns the jobs of a pipeline in the order that they would have in new rows. */
  function sortedNames(pipeline: number): string {
    const data = [...expanded].map((node) => node.data).find(({ kind }) => kind === 'pipeline');
    assert.ok(data?.kind === 'pipeline' && data.pipeline.pipeline === pipeline);
    const stages = extension.parts.pipelines.peek(data.pipeline)?.stages ?? [];
    const sorted = stages.map(({ members }) => sortedMembers(members, 'status').map(({ job }) => job.name));
    return JSON.stringify(sorted);
  }

  it(`stay in place in ${ROUNDS} clicks while pipelines run, are created, and are retried`, async function () {
    this.timeout(180_000);
    const random = numbers(SEED);
    const pipeline = await expandRunning();
    await sandbox.clearRequests();
    const counts = { created: 0, retried: 0, polls: 0, changed: 0, clicks: 0 };
    const statuses = new Set<string>();
    const orders = new Set<string>();

    /** Changes the state of the server, and refreshes in some rounds like the timer. */
    const change = async (): Promise<void> => {
      if (random(2) === 0) await sandbox.advance(random(40_000));
      const kind = random(24);
      if (kind === 0 && (await send('pipeline?ref=main')) === 201) counts.created++;
      if (kind < 4) {
        const jobs = await jobsOf(pipeline);
        const job = jobs[random(jobs.length)];
        if (job !== undefined && (await send(`jobs/${job.id}/retry`)) < 300) counts.retried++;
      }
      if (kind % 8 > 0) return;
      await extension.parts.pipelinesView.poller.refresh(new AbortController().signal);
      counts.polls++;
      orders.add(sortedNames(pipeline));
    };

    /** Runs the command of a row's button. Its request must be for the latest job with the name of the row. */
    const clickButton = async (row: TreeNode, name: string): Promise<void> => {
      const words = shown(extension, row).words;
      const action = words.includes('retry') ? 'retry' : words.includes('cancel') ? 'cancel' : undefined;
      if (action === undefined || row.data.kind !== 'job') return;
      const latest = (await jobsOf(pipeline)).find((job) => job.name === name);
      await sandbox.clearRequests();
      await vscode.commands.executeCommand(`switchyard.${action}Job`, row);
      const paths = (await posts()).map(({ path }) => path.split('?')[0]);
      // The request is sent even if the status has changed since the last refresh; then the server refuses it.
      assert.equal(paths.length, 1, `${action} ${name}: ${paths.join(', ')}`);
      const [, job] = /\/jobs\/(\d+)\/\w+$/.exec(paths[0] ?? '') ?? [];
      const { name: hit, pipeline: of } = await ask<WireJob>(`${STORE}/jobs/${job}`);
      assert.deepEqual([hit, of.id], [name, pipeline], `the row is that of job ${latest?.id}`);
      counts.clicks++;
    };

    /** How much happens in a round also depends on the time that it takes. */
    const happenedOften = (): boolean => Object.values(counts).every((count) => count >= MIN_COUNT);

    let rows = await visibleRows();
    for (let round = 0; round < ROUNDS || (round < MAX_ROUNDS && !happenedOften()); round++) {
      const position = random(rows.length);
      const pressed = rows[position];
      assert.ok(pressed);
      const item = itemOf(pressed);
      const { label, accessibleLabel } = shown(extension, pressed);
      await change();
      rows = await visibleRows();
      const released = rows[position];
      const where = `seed ${SEED}, round ${round}, row ${position}: ${label}`;
      assert.ok(released, where);
      assert.equal(released, pressed, `${where}, then ${shown(extension, released).label}`);
      assert.equal(itemOf(released), item, where);
      assert.equal(shown(extension, released).label, label, where);
      if (shown(extension, released).accessibleLabel !== accessibleLabel) counts.changed++;
      if (released.data.kind === 'job') {
        statuses.add(shown(extension, released).icon);
        if (random(5) === 0) await clickButton(released, label);
      }
    }

    const summary = JSON.stringify({ ...counts, statuses: [...statuses] });
    assert.ok(happenedOften(), summary);
    assert.ok(statuses.size >= 3, summary);
    assert.ok(orders.size >= 10, 'the rows would have moved');
  });
});
