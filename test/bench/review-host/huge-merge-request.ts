import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { sandbox } from '../../integration/helpers/harness';
import { STORE } from '../../integration/helpers/product';

/** Number of threads that are created at the same time. */
const TOGETHER = 10;
const FILES_PER_FOLDER = 50;

export interface HugeMergeRequest {
  readonly iid: number;
  readonly base: string;
  readonly head: string;
  /** Path of a file that is changed, not added. */
  readonly changed: string;
}

/** Pushes a branch that changes `count` files, fetches it into the clone, and creates a merge request. */
export async function mergeRequestOf(count: number, clone: string): Promise<HugeMergeRequest> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-bench-'));
  const env = {
    ...process.env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
  };
  const git = (where: string, ...args: readonly string[]): string =>
    execFileSync(
      'git',
      ['-C', where, '-c', 'user.name=Mara', '-c', 'user.email=mara@acme.example', ...args],
      {
        encoding: 'utf8',
        env,
      },
    ).trim();
  const fileAt = (index: number): string =>
    `huge/folder-${Math.floor(index / FILES_PER_FOLDER)}/file-${index}.ts`;
  const writeAll = (line: string): void => {
    for (let index = 0; index < count; index++) {
      const file = path.join(folder, fileAt(index));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `export const name = ${index};\n${line}\nexport const last = ${index};\n`);
    }
  };
  const push = (message: string, branch: string): string => {
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', message);
    git(folder, 'push', '-q', 'origin', `HEAD:${branch}`);
    return git(folder, 'rev-parse', 'HEAD');
  };
  try {
    const url = new URL(`${sandbox.info.url}/acme/storefront.git`);
    [url.username, url.password] = ['mara', sandbox.info.tokens['maintainer'] ?? ''];
    git(folder, 'clone', '-q', url.href, '.');
    writeAll('export const value = 1;');
    const base = push('Add many files', 'bench/target');
    writeAll('export const value = 2;');
    const head = push('Change many files', 'bench/source');
    git(clone, 'fetch', '-q', url.href, 'bench/source');
    const iid = await create('bench/source', 'bench/target');
    return { iid, base, head, changed: fileAt(0) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function create(source: string, target: string): Promise<number> {
  const made = await post(`${STORE}/merge_requests`, {
    source_branch: source,
    target_branch: target,
    title: 'Change many files',
  });
  // The server creates the diff asynchronously.
  await sandbox.advance(10_000);
  return (made as { iid: number }).iid;
}

/** Adds general threads to a merge request. */
export async function addThreads(iid: number, count: number): Promise<void> {
  for (let index = 0; index < count; index += TOGETHER) {
    await Promise.all(
      Array.from({ length: Math.min(TOGETHER, count - index) }, (_, more) =>
        post(`${STORE}/merge_requests/${iid}/discussions`, {
          body: `Question ${index + more}: **why** is it here?`,
        }),
      ),
    );
  }
}

async function post(at: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${sandbox.info.url}/api/v4${at}`, {
    method: 'POST',
    headers: { 'private-token': sandbox.info.tokens['owner'] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${at}: ${response.status} ${await response.text()}`);
  return response.json();
}
