import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { gitWithInput } from './git';
import { sandbox } from './harness';
import { type Product, signedIn } from './product';
import type { ScriptedPrompts } from './scripted-prompts';

const run = promisify(execFile);
const PAYMENTS = 2;
const AUTHOR = { name: 'Dana', email: 'dana@acme.example' };

const tagOf = (number: number): string => `acts-${number}`;

/** A commit with a new file, in the format of `git fast-import`. */
function commitOf(number: number): string {
  const text = `# Act ${number}\n`;
  const title = `Act ${number}\n`;
  return [
    `commit refs/tags/${tagOf(number)}`,
    `committer ${AUTHOR.name} <${AUTHOR.email}> now`,
    `data ${title.length}`,
    title,
    'from refs/remotes/origin/main^0',
    `M 644 inline acts-${number}.md`,
    `data ${text.length}`,
    `${text}\n`,
  ].join('\n');
}

/** The fields that tests need of a merge request from the sandbox. */
interface MadeRequest {
  readonly iid: number;
  readonly sha: string;
  readonly state: string;
  readonly merge_commit_sha: string | null;
  readonly title: string;
  readonly description: string;
  readonly labels: readonly string[];
  readonly draft: boolean;
  readonly discussion_locked: boolean | null;
  readonly merge_when_pipeline_succeeds: boolean;
  readonly squash: boolean;
  readonly target_branch: string;
  readonly assignees: readonly { readonly username: string }[];
  readonly reviewers: readonly { readonly username: string }[];
  readonly milestone: { readonly title: string } | null;
  readonly time_stats: { readonly time_estimate: number; readonly total_time_spent: number };
  readonly head_pipeline: { readonly status: string } | null;
}

/** Sends a request to the sandbox for the project of the merge requests. */
export async function api<T = MadeRequest>(
  method: string,
  what: string,
  body?: unknown,
  role = 'owner',
): Promise<T> {
  const { url, tokens } = sandbox.info;
  const response = await fetch(`${url}/api/v4/projects/${PAYMENTS}${what}`, {
    method,
    headers: { 'private-token': tokens[role] ?? '', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${what}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/**
 * Creates a merge request for each test. Registers hooks in the surrounding `describe`. `latest`: their branches start at the
 * latest commit of the target branch, which earlier tests have merged into.
 */
export function madeRequest({ latest = false } = {}) {
  let extension: Product;
  let folder = '';
  /** The numbers of the next tests, whose commits were pushed. */
  let prepared: number[] = [];
  let number = 0;
  /** The merge request of the current test, with a separate branch. */
  let made: MadeRequest;
  let branch = '';

  const git = async (...args: string[]): Promise<string> => {
    const identity = ['-c', `user.name=${AUTHOR.name}`, '-c', `user.email=${AUTHOR.email}`];
    return (await run('git', ['-C', folder, ...identity, ...args])).stdout.trim();
  };
  /** Runs several commands in one process, because starting one from the extension host takes about 20 ms. */
  const gitAll = (...commands: readonly (readonly string[])[]): Promise<string> => {
    const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
    const lines = commands.map((each) => ['git', ...each].map(quoted).join(' '));
    return git('-c', `alias.all=!${lines.join(' && ')}`, 'all');
  };
  /** Commits a file on a branch and pushes it. Returns the commit. */
  const pushTo = async (to: { branch: string; start: string }, file: string, title: string) => {
    await git('checkout', '--quiet', '-B', to.branch, to.start);
    await writeFile(path.join(folder, file), `# ${title}\n`);
    return gitAll(
      ['add', '--all'],
      ['commit', '--quiet', '--message', title],
      ['push', '--quiet', 'origin', to.branch],
      ['rev-parse', 'HEAD'],
    );
  };
  const push = (file: string, title: string): Promise<string> =>
    pushTo({ branch, start: made.sha }, file, title);

  /** Creates and pushes the commits of all tests at once, because a push starts many processes. Pushed tags start no pipeline. */
  const pushCommits = async (count: number): Promise<void> => {
    const first = Date.now();
    prepared = Array.from({ length: count }, (_, index) => first + index);
    await gitWithInput(
      folder,
      prepared.map(commitOf).join(''),
      'fast-import',
      '--quiet',
      '--date-format=now',
    );
    await git('push', '--quiet', '--tags', 'origin');
  };

  before(async function () {
    folder = await mkdtemp(path.join(tmpdir(), 'switchyard-actions-'));
    const url = new URL(`${sandbox.info.url}/acme/payments.git`);
    [url.username, url.password] = ['dana', sandbox.info.tokens['developer'] ?? ''];
    await git('clone', '--quiet', url.href, '.');
    if (!latest) await pushCommits(this.test?.parent?.total() ?? 0);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const key = () => ({ base: sandbox.info.url, project: PAYMENTS, iid: made.iid });
  const name = (): string => `!${made.iid}`;
  const row = () => ({ target: { kind: 'merge-request', mergeRequest: key() } });
  const now = () => api('GET', `/merge_requests/${made.iid}`);
  const command = async (id: string, argument: unknown = row()): Promise<void> => {
    await vscode.commands.executeCommand(`switchyard.${id}`, argument);
  };
  /** Selects, in each of the following pickers, the item that matches the next pattern. */
  const choose = (...labels: readonly RegExp[]): void => {
    const left = [...labels];
    extension.script.choose((offered) => {
      const wanted = left.shift();
      return wanted === undefined ? -1 : offered.findIndex((label) => wanted.test(label));
    });
  };
  const answer = (answers: Parameters<ScriptedPrompts['answer']>[0]): void => {
    extension.script.answer(answers);
  };
  const messages = () => extension.script.messages.map(({ message }) => message);
  const lastMessage = () => {
    const last = extension.script.messages.at(-1);
    assert.ok(last, 'no message was shown');
    return last;
  };
  const press = async (title: string): Promise<void> => {
    const button = lastMessage().actions.find((action) => action.title === title);
    assert.ok(
      button,
      `${title} is not among ${lastMessage()
        .actions.map((each) => each.title)
        .join(', ')}`,
    );
    await button.run();
  };
  const writes = async () =>
    (await sandbox.requests())
      .filter(({ method, path: at }) => method !== 'GET' && at.includes('/merge_requests/'))
      .map(({ method, path: at, status }) => `${method} ${at.split('/').at(-1) ?? ''} ${status}`);

  beforeEach(async () => {
    extension = await signedIn();
    number = prepared.shift() ?? Date.now();
    branch = `feature/acts-${number}`;
    if (latest) {
      await git('fetch', '--quiet', 'origin', 'main');
      await pushTo({ branch, start: 'origin/main' }, `acts-${number}.md`, `Act ${number}`);
    } else {
      await api('POST', '/repository/branches', { branch, ref: tagOf(number) }, 'developer');
    }
    made = await api('POST', '/merge_requests', {
      source_branch: branch,
      target_branch: 'main',
      title: `Act ${number}`,
      description: 'PAY-99\n\nAs it was.',
    });
    await extension.parts.mergeRequests.refresh(key());
    await sandbox.advance(5_000);
    // As a view or a page would have loaded it.
    made = { ...made, ...(await now()) };
    await extension.parts.mergeRequests.refresh(key());
    await sandbox.clearRequests();
  });
  afterEach(async () => {
    await sandbox.clearFaults();
    // The merge request must not appear in lists of other tests.
    if (made.state === 'opened') {
      await api('PUT', `/merge_requests/${made.iid}`, {
        state_event: 'close',
        assignee_ids: [0],
        reviewer_ids: [0],
      }).catch(() => undefined);
    }
  });

  return {
    get it() {
      return extension;
    },
    set it(product: Product) {
      extension = product;
    },
    get made() {
      return made;
    },
    get branch() {
      return branch;
    },
    get number() {
      return number;
    },
    push,
    pushTo,
    key,
    name,
    now,
    command,
    choose,
    answer,
    messages,
    lastMessage,
    press,
    writes,
  };
}
