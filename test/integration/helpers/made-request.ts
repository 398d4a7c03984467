import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { sandbox } from './harness';
import { type Product, signedIn } from './product';
import type { ScriptedPrompts } from './scripted-prompts';

const run = promisify(execFile);
const PAYMENTS = 2;

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
  let it_: Product;
  let folder = '';
  let number = 0;
  /** The merge request of the current test, with a separate branch. */
  let made: MadeRequest;
  let branch = '';

  const git = async (...args: string[]): Promise<string> => {
    const identity = ['-c', 'user.name=Dana', '-c', 'user.email=dana@acme.example'];
    return (await run('git', ['-C', folder, ...identity, ...args])).stdout.trim();
  };
  /** Runs several commands in one process, because starting one from the extension host takes about 20 ms. */
  const gitAll = (...commands: readonly (readonly string[])[]): Promise<string> => {
    const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
    const lines = commands.map((each) => ['git', ...each].map(quoted).join(' '));
    return git('-c', `alias.all=!${lines.join(' && ')}`, 'all');
  };
  const committed = (title: string, ...how: readonly string[]): readonly (readonly string[])[] => [
    ['add', '--all'],
    ['commit', '--quiet', '--message', title],
    ['push', '--quiet', ...how],
    ['rev-parse', 'HEAD'],
  ];
  const write = (file: string, title: string): Promise<void> =>
    writeFile(path.join(folder, file), `# ${title}\n`);
  const push = async (file: string, title: string, ...how: string[]): Promise<string> => {
    await write(file, title);
    return gitAll(...committed(title, ...how));
  };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'switchyard-actions-'));
    const url = new URL(`${sandbox.info.url}/acme/payments.git`);
    [url.username, url.password] = ['dana', sandbox.info.tokens['developer'] ?? ''];
    await git('clone', '--quiet', url.href, '.');
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
    it_.script.choose((offered) => {
      const wanted = left.shift();
      return wanted === undefined ? -1 : offered.findIndex((label) => wanted.test(label));
    });
  };
  const answer = (answers: Parameters<ScriptedPrompts['answer']>[0]): void => {
    it_.script.answer(answers);
  };
  const messages = () => it_.script.messages.map(({ message }) => message);
  const lastMessage = () => {
    const last = it_.script.messages.at(-1);
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
    it_ = await signedIn();
    // Other groups of tests merge into the same branch.
    number = Date.now();
    branch = `feature/acts-${number}`;
    await write(`acts-${number}.md`, `Act ${number}`);
    await gitAll(
      ...(latest ? [['fetch', '--quiet', 'origin', 'main']] : []),
      ['checkout', '--quiet', '-B', branch, 'origin/main'],
      ...committed(`Act ${number}`, '--set-upstream', 'origin', branch),
    );
    made = await api('POST', '/merge_requests', {
      source_branch: branch,
      target_branch: 'main',
      title: `Act ${number}`,
      description: 'PAY-99\n\nAs it was.',
    });
    await it_.parts.mergeRequests.refresh(key());
    await sandbox.advance(5_000);
    // As a view or a page would have loaded it.
    made = { ...made, ...(await now()) };
    await it_.parts.mergeRequests.refresh(key());
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
      return it_;
    },
    set it(product: Product) {
      it_ = product;
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
    git,
    push,
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
