// Measures the rows of a very large merge request relative to the transfer of its diff.
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { parseBaseAddress } from '../../src/api/base-address';
import { createClient } from '../../src/api/create-client';
import { createPolicyTransport } from '../../src/api/http-policy/policy-transport';
import { nextLink } from '../../src/api/link-header';
import { nodeTransport } from '../../src/api/transport';
import { ChangeFilters } from '../../src/app/changes/change-filter';
import { Changes } from '../../src/app/changes/changes';
import { ShownChanges } from '../../src/app/changes/shown-changes';
import { ViewedFiles } from '../../src/app/changes/viewed-files';
import { MergeRequests } from '../../src/app/merge-requests/merge-requests';
import { systemClock } from '../../src/base/clock';
import { Emitter } from '../../src/base/emitter';
import { silentLog } from '../../src/base/log';
import { measure, type Subject } from './measure';
import { patchOf } from './patches';

const TOKEN = 'glpat-of-this-bench-only';
const PAGE = 100;

export async function benchTree(files: number, letters: number): Promise<void> {
  const worker = new Worker(new URL('diff-server.mjs', import.meta.url), {
    workerData: { pages: pagesOf(files, letters), detail: JSON.stringify(detailOf(files)) },
  });
  const [address] = (await once(worker, 'message')) as [AddressInfo];
  const url = `http://127.0.0.1:${address.port}`;
  const agent = new Agent({ keepAlive: true });
  try {
    const first = `${url}/api/v4/projects/1/merge_requests/7/diffs?per_page=${PAGE}`;
    const subject = (name: string, run: () => Promise<unknown>): Subject => ({
      name,
      run: async (times) => {
        for (let count = 0; count < times; count++) await run();
      },
    });
    const measured = await measure(
      [
        subject('bare requests', () => bareDiff(first, agent)),
        subject('the top rows', () => opened(url, (shown) => shown.groups.files.tree.inside('').folders)),
        subject('every row', () => opened(url, (shown) => shown.groups.files.tree.below(''))),
      ],
      1,
      5,
    );
    console.log(
      `Opening the changes of ${files.toLocaleString('en')} files, ${letters / 1e6} MB (goal at most 1.5 x)`,
    );
    for (const { name, ms, ratio } of measured) {
      console.log(
        `  ${name.padEnd(22)}${`${ms.toFixed(0)} ms`.padStart(11)}${`${ratio.toFixed(2)} x`.padStart(9)}`,
      );
    }
  } finally {
    agent.destroy();
    await worker.terminate();
  }
}

type Shown = Awaited<ReturnType<ShownChanges['get']>>;

/** Loads the data of the rows, without cached data. */
async function opened(url: string, rows: (shown: Shown) => Iterable<unknown>): Promise<void> {
  const parsed = parseBaseAddress(url);
  if (!parsed.ok) throw new Error(parsed.problem);
  const wire = nodeTransport({ userAgent: 'switchyard/0.0.0', clock: systemClock });
  const transport = createPolicyTransport(wire, { clock: systemClock, limits: { perMinute: 1e9 } });
  const client = createClient({
    base: parsed.address,
    credential: { kind: 'personal', token: () => Promise.resolve(TOKEN) },
    transport,
    clock: systemClock,
    log: silentLog,
  });
  const mergeRequests = new MergeRequests(() => client);
  const reviewed = { last: () => undefined, onDidChange: new Emitter<never>().event };
  const changes = new Changes({ clientFor: () => client, mergeRequests, reviewed });
  const memory = {
    get: () => undefined,
    set: () => Promise.resolve(),
    onDidForget: new Emitter<string>().event,
  };
  const shown = new ShownChanges({
    changes,
    viewed: new ViewedFiles(memory, memory, systemClock),
    filters: new ChangeFilters(),
    generated: { for: () => () => undefined, onDidChange: new Emitter<void>().event },
    clock: systemClock,
  });
  const key = { base: url, project: 1, iid: 7 };
  await changes.whole(key);
  for (const row of rows(await shown.get(key))) if (row === undefined) throw new Error('a row is missing');
  shown.dispose();
  changes.dispose();
  transport.dispose();
  wire.dispose();
}

function pagesOf(files: number, letters: number): readonly string[] {
  const entries = patchOf(files, letters)
    .text.split(/^diff --git /m)
    .slice(1)
    .map((file) => {
      const path = /^a\/(\S+) /.exec(file)?.[1] ?? '';
      const sides = { old_path: path, new_path: path, a_mode: '100644', b_mode: '100644' };
      return {
        ...sides,
        new_file: false,
        renamed_file: false,
        deleted_file: false,
        diff: file.slice(file.indexOf('@@')),
      };
    });
  return Array.from({ length: Math.ceil(files / PAGE) }, (_, page) =>
    JSON.stringify(entries.slice(page * PAGE, (page + 1) * PAGE)),
  );
}

function detailOf(files: number): unknown {
  const sha = 'c'.repeat(40);
  const refs = { base_sha: 'a'.repeat(40), start_sha: 'a'.repeat(40), head_sha: sha };
  const of = { id: 1, iid: 7, project_id: 1, title: 'Big', state: 'opened', sha };
  return { ...of, diff_refs: refs, changes_count: String(files) };
}

/** Fetches all pages and parses only their JSON. */
async function bareDiff(first: string, agent: Agent): Promise<void> {
  for (let url: string | undefined = first; url !== undefined;) {
    const { body, link } = await bareGet(url, agent);
    JSON.parse(body);
    url = nextLink(link);
  }
}

function bareGet(
  url: string,
  agent: Agent,
): Promise<{ readonly body: string; readonly link: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { accept: 'application/json', 'private-token': TOKEN } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ body: Buffer.concat(chunks).toString(), link: [response.headers['link']].flat().join() });
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}
