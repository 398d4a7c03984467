import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { Choices } from '../../src/editor/choices';
import { sandbox, until } from './harness';
import { signedIn, type Product } from './product';

const run = promisify(execFile);
const PAYMENTS = 2;

interface Wire {
  readonly iid: number;
  readonly sha: string;
  readonly state: string;
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

async function api<T = Wire>(method: string, what: string, body?: unknown, role = 'owner'): Promise<T> {
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

describe('commands of merge requests', () => {
  let it_: Product;
  let folder = '';
  let number = 0;
  /** The one that a test acts on: of its own branch, made by its own push. */
  let made: Wire;
  let branch = '';

  const git = async (...args: string[]): Promise<string> => {
    const identity = ['-c', 'user.name=Dana', '-c', 'user.email=dana@acme.example'];
    return (await run('git', ['-C', folder, ...identity, ...args])).stdout.trim();
  };
  const push = async (file: string, title: string, ...how: string[]): Promise<string> => {
    await writeFile(path.join(folder, file), `# ${title}\n`);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', title);
    await git('push', '--quiet', ...how);
    return git('rev-parse', 'HEAD');
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
  /** Chooses, pick after pick, the item whose label fits. */
  const choose = (...labels: readonly RegExp[]): void => {
    const left = [...labels];
    it_.script.choose((offered) => {
      const wanted = left.shift();
      return wanted === undefined ? -1 : offered.findIndex((label) => wanted.test(label));
    });
  };
  const choices = (mine: Partial<Choices>): void => {
    it_.parts.choices.replace({
      many: () => Promise.resolve(undefined),
      search: () => Promise.resolve(undefined),
      ...mine,
    });
  };
  const told = () => it_.script.told.map(({ message }) => message);
  const lastTold = () => {
    const last = it_.script.told.at(-1);
    assert.ok(last, 'nothing was told');
    return last;
  };
  const press = async (title: string): Promise<void> => {
    const button = lastTold().actions.find((action) => action.title === title);
    assert.ok(
      button,
      `${title} is not among ${lastTold()
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
    branch = `feature/acts-${Date.now()}-${++number}`;
    await git('checkout', '--quiet', '-B', branch, 'origin/main');
    await push(`acts-${number}.md`, `Act ${number}`, '--set-upstream', 'origin', branch);
    made = await api('POST', '/merge_requests', {
      source_branch: branch,
      target_branch: 'main',
      title: `Act ${number}`,
      description: 'PAY-99\n\nAs it was.',
    });
    await it_.parts.mergeRequests.refresh(key());
    await sandbox.advance(5_000);
    // As a view or a page has read it.
    made = { ...made, ...(await now()) };
    await it_.parts.mergeRequests.refresh(key());
    await sandbox.clearRequests();
  });
  afterEach(async () => {
    await sandbox.clearFaults();
    // Lists of other tests are not to hold it.
    if (made.state === 'opened') {
      await api('PUT', `/merge_requests/${made.iid}`, {
        state_event: 'close',
        assignee_ids: [0],
        reviewer_ids: [0],
      }).catch(() => undefined);
    }
  });

  it('merges what was looked at, as the list said it would', async () => {
    choose(/^Squash Commits/, /^Edit Merge Commit Message/, /^Merge \w{8} into main Now/);
    it_.script.type('Bring it in\\nAll of it');
    await command('mergeMergeRequest');
    assert.equal((await now()).state, 'merged');
    const offered = it_.script.offered.at(-1) ?? [];
    assert.match(offered[0]?.detail ?? '', /Approved by nobody/);
    assert.equal(offered.find(({ label }) => label === 'Squash Commits')?.description, 'yes');
    assert.ok(it_.script.mentioned.includes(`${name()} is merged.`));
    assert.deepEqual(told(), []);
  });

  it('merges nothing after another push: 409, the new commits, and only then anyway', async () => {
    const head = await push('later.md', 'Come later');
    choose(/^Merge \w{8} into main Now/, /^Come later$/);
    await command('mergeMergeRequest');
    assert.deepEqual(await writes(), ['PUT merge 409']);
    assert.equal((await now()).state, 'opened', 'nothing was merged');
    const seen = made.sha.slice(0, 8);
    assert.equal(
      lastTold().message,
      `${name()} was not merged: one commit came since you looked at ${seen}.`,
    );
    assert.deepEqual(
      lastTold().actions.map(({ title }) => title),
      ['Show New Commits', 'Merge Anyway...'],
    );
    const moved = it_.script.told.length;
    await press('Show New Commits');
    assert.deepEqual(
      it_.script.offered.at(-1)?.map(({ label }) => label),
      ['Come later'],
    );
    it_.script.told.length = moved;
    await sandbox.advance(5_000);
    await it_.parts.mergeRequests.refresh(key());
    choose(new RegExp(`^Merge ${head.slice(0, 8)} into main Now`));
    await press('Merge Anyway...');
    assert.equal((await now()).state, 'merged');
  });

  it('says what the refusals of a merge mean', async () => {
    const rows: readonly [number, string, RegExp][] = [
      [401, '401 Unauthorized', /You may not merge !\d+: .*\(401\)\.$/],
      [405, '405 Method Not Allowed', /The server does not merge !\d+ as it stands now \(405\)/],
      [
        422,
        'Branch cannot be merged',
        /cannot be merged into its target \(422\)\. The server says: .*Branch cannot be merged$/,
      ],
    ];
    for (const [status, words, sentence] of rows) {
      await sandbox.fault({ kind: 'status', method: 'PUT', path: '**/merge', status, words, next: 1 });
      choose(/ Now$/);
      await command('mergeMergeRequest');
      assert.match(lastTold().message, new RegExp(`^${name()} was not merged\\. `));
      assert.match(lastTold().message, sentence);
      assert.deepEqual(lastTold().actions, [], 'signing in again would not help');
    }
    assert.equal((await now()).state, 'opened');
  });

  it('sends nothing where the rules say no, and says why', async () => {
    await command('markDraft');
    assert.equal((await now()).draft, true);
    await sandbox.clearRequests();
    await command('mergeMergeRequest');
    assert.deepEqual(await writes(), []);
    assert.equal(
      lastTold().message,
      `${name()} was not merged. ${name()} is a draft: mark it as ready first.`,
    );
    await command('markReady');
    assert.equal((await now()).draft, false);
  });

  it('sets auto-merge while the pipeline runs, cancels it, and explains 406', async () => {
    await command('createMergeRequestPipeline');
    assert.match(lastTold().message, new RegExp(`^Pipeline #\\d+ for ${name()} is `));
    await it_.parts.mergeRequests.refresh(key());
    choose(/When the Pipeline Succeeds$/);
    await command('mergeMergeRequest');
    assert.equal((await now()).merge_when_pipeline_succeeds, true);
    assert.ok(it_.script.mentioned.includes(`${name()} merges when its pipeline succeeds.`));
    await sandbox.fault({
      kind: 'status',
      method: 'POST',
      path: '**/cancel_merge_when_pipeline_succeeds',
      status: 406,
      words: "Can't cancel the automatic merge",
      next: 1,
    });
    await it_.parts.mergeRequests.refresh(key());
    await command('cancelAutoMerge');
    assert.match(lastTold().message, /is closed, or was not set to merge by itself any more.*\(406\)\.$/);
    await command('cancelAutoMerge');
    assert.equal((await now()).merge_when_pipeline_succeeds, false);
  });

  it('rebases to the end, with or without a pipeline', async () => {
    choose(/^Rebase Without a Pipeline$/);
    const rebasing = command('rebaseMergeRequest');
    await until(async () => (await writes()).length > 0);
    await sandbox.advance(5_000);
    await rebasing;
    assert.deepEqual(await writes(), ['PUT rebase 202']);
    assert.ok(it_.script.mentioned.includes(`${name()} is rebased.`));
  });

  it('says why a rebase could not begin, and in the server’s words why it failed', async () => {
    const rows: readonly [number, string, RegExp][] = [
      [403, '403 Forbidden - Cannot push to source branch', /You may not push to the source branch/],
      [403, '403 Forbidden - Source branch does not exist', /does not exist any more/],
      [403, '403 Forbidden - Source branch is protected from force push', /protected from force pushes/],
      [409, 'Failed to enqueue the rebase operation', /could not begin to rebase !\d+ \(409\)/],
    ];
    for (const [status, words, sentence] of rows) {
      await sandbox.fault({ kind: 'status', method: 'PUT', path: '**/rebase', status, words, next: 1 });
      choose(/^Rebase$/);
      await command('rebaseMergeRequest');
      assert.match(lastTold().message, new RegExp(`^${name()} was not rebased\\. `));
      assert.match(lastTold().message, sentence);
    }
    // Two branches that change the same line of a file.
    await git('checkout', '--quiet', '-B', `${branch}-base`, 'origin/main');
    await push(`acts-${number}.md`, 'Another text', '--set-upstream', 'origin', `${branch}-base`);
    await api('PUT', `/merge_requests/${made.iid}`, { target_branch: `${branch}-base` });
    await it_.parts.mergeRequests.refresh(key());
    await sandbox.clearRequests();
    choose(/^Rebase$/);
    const rebasing = command('rebaseMergeRequest');
    await until(async () => (await writes()).length > 0);
    await sandbox.advance(5_000);
    await rebasing;
    assert.match(
      lastTold().message,
      new RegExp(`^${name()} was not rebased\\. The server says: Rebase failed`),
    );
    assert.deepEqual(
      lastTold().actions.map(({ title }) => title),
      ['Open Terminal to Rebase Locally'],
    );
  });

  it('closes and reopens, with undo in the message', async () => {
    await command('closeMergeRequest');
    assert.equal((await now()).state, 'closed');
    assert.equal(lastTold().message, `${name()} is closed.`);
    await press('Undo');
    assert.equal((await now()).state, 'opened');
    await command('closeMergeRequest');
    await command('reopenMergeRequest');
    assert.equal((await now()).state, 'opened');
  });

  it('says "already" calmly for subscriptions and to-do items', async () => {
    await command('addTodo');
    await command('addTodo');
    assert.deepEqual(it_.script.mentioned.slice(-2), [
      `${name()} is on your to-do list.`,
      `${name()} is on your to-do list already.`,
    ]);
    for (const id of ['subscribeMergeRequest', 'unsubscribeMergeRequest']) {
      await sandbox.fault({
        kind: 'status',
        method: 'POST',
        path: '**/*subscribe',
        status: 304,
        words: '',
        next: 1,
      });
      await command(id);
      await sandbox.clearFaults();
    }
    assert.deepEqual(told(), [], 'nothing failed');
    await command('subscribeMergeRequest');
    await command('unsubscribeMergeRequest');
    assert.equal(it_.script.mentioned.at(-1), `You are not subscribed to ${name()} any more.`);
  });

  it('approves and revokes the approval', async () => {
    await command('approveMergeRequest');
    const { approved_by: by } = await api<{ approved_by: readonly unknown[] }>(
      'GET',
      `/merge_requests/${made.iid}/approvals`,
    );
    assert.equal(by.length, 1);
    await command('revokeApproval');
    assert.equal(it_.script.mentioned.at(-1), `Your approval of ${name()} is revoked.`);
    await sandbox.fault({
      kind: 'status',
      method: 'POST',
      path: '**/approve',
      status: 401,
      words: '401 Unauthorized',
      next: 1,
    });
    await command('approveMergeRequest');
    assert.match(lastTold().message, /You may not approve !\d+: you wrote it/);
  });

  it('locks and unlocks the discussion', async () => {
    await command('lockDiscussion');
    assert.equal((await now()).discussion_locked, true);
    await command('unlockDiscussion');
    assert.equal((await now()).discussion_locked ?? false, false);
  });

  it('deletes only where that is allowed, and after its number was typed', async () => {
    it_ = await signedIn('owner');
    await command('deleteMergeRequest');
    assert.match(lastTold().message, /not allowed by the setting "switchyard\.mergeRequests\.allowDelete"/);
    const settings = vscode.workspace.getConfiguration('switchyard');
    await settings.update('mergeRequests.allowDelete', true, vscode.ConfigurationTarget.Global);
    try {
      it_.script.type('!1');
      await command('deleteMergeRequest');
      assert.equal((await now()).state, 'opened');
      it_.script.type(name());
      await command('deleteMergeRequest');
      assert.deepEqual(await writes(), [`DELETE ${made.iid} 204`]);
    } finally {
      await settings.update('mergeRequests.allowDelete', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('explains each way in which there is no merge result', async () => {
    const rows: readonly [string, RegExp][] = [
      ['Merge request is not mergeable', /has conflicts with its target branch, or is not open/],
      ['Merge ref cannot be updated', /could not make the merge result/],
      ['Unsupported operation', /database of the server is read-only/],
    ];
    for (const [words, sentence] of rows) {
      await sandbox.fault({
        kind: 'status',
        method: 'GET',
        path: '**/merge_ref',
        status: 400,
        words,
        next: 1,
      });
      await command('previewMergeResult');
      assert.match(lastTold().message, sentence);
    }
    await command('previewMergeResult');
    assert.equal(
      (await sandbox.requests()).filter(({ path: at, status }) => at.endsWith('/merge_ref') && status === 200)
        .length,
      1,
    );
  });

  it('edits the title, keeping what was typed when somebody was faster', async () => {
    it_.script.type('', 'x'.repeat(256), `Act ${number}, renamed`);
    await command('editTitle');
    assert.match(it_.script.problems[0] ?? '', /needs a title/);
    assert.match(it_.script.problems[1] ?? '', /at most 255 characters; this one has 256/);
    assert.equal((await now()).title, `Act ${number}, renamed`);
    assert.deepEqual(told(), []);
  });

  it('edits labels, people, milestone, target and merge options', async () => {
    choices({
      many: ({ groups }) => {
        const all = groups.flatMap((group) => group.choices);
        return Promise.resolve(
          all
            .filter(({ value }) => value !== undefined)
            .slice(0, 2)
            .map(({ value }) => value),
        );
      },
      search: async ({ find }) => (await find('fix', new AbortController().signal))[0]?.value,
    });
    await command('editLabels');
    assert.equal((await now()).labels.length, 2);
    await command('editAssignees');
    await command('editReviewers');
    assert.deepEqual(
      [(await now()).assignees.length, (await now()).reviewers.length].every((count) => count > 0),
      true,
    );
    await command('editMergeOptions');
    assert.equal((await now()).squash, true);
    await command('changeTargetBranch');
    assert.notEqual((await now()).target_branch, 'main');
    choose(/./);
    await command('editMilestone');
    assert.deepEqual(told(), []);
    choices({ many: () => Promise.resolve([]) });
    await command('editAssignees');
    assert.deepEqual((await now()).assignees, []);
  });

  it('edits the description in an editor, and overwrites nobody unasked', async () => {
    await command('editDescription');
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.equal(editor.document.uri.scheme, 'switchyard-edit');
    assert.equal(editor.document.languageId, 'markdown');
    assert.equal(editor.document.getText(), 'PAY-99\n\nAs it was.');
    const type = (text: string) =>
      editor.edit((edit) => {
        edit.insert(new vscode.Position(0, 0), text);
      });
    await type('One. ');
    assert.equal(await editor.document.save(), true);
    assert.equal((await now()).description, 'One. PAY-99\n\nAs it was.');
    await sandbox.advance(2_000);
    await api('PUT', `/merge_requests/${made.iid}`, { description: 'PAY-1 Of somebody else' });
    await type('Two. ');
    choose();
    assert.equal(
      await editor.document.save().then(
        (saved) => saved,
        () => false,
      ),
      false,
    );
    assert.equal((await now()).description, 'PAY-1 Of somebody else');
    assert.deepEqual(
      it_.script.offered.at(-1)?.map(({ label }) => label),
      ['Compare', 'Overwrite', 'Keep as File...'],
    );
    assert.ok(JSON.stringify(it_.state()).includes('Two. One. PAY-99'), 'what was typed is kept');
    choose(/^Overwrite$/);
    await type('Three. ');
    assert.equal(await editor.document.save(), true);
    assert.equal((await now()).description, 'Three. Two. One. PAY-99\n\nAs it was.');
    assert.ok(!JSON.stringify(it_.state()).includes('Two. One. PAY-99'), 'until it is sent');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('tells time by its grammar, and takes it back', async () => {
    it_.script.type('30', 'soon', '3h30m');
    await command('setEstimate');
    assert.match(it_.script.problems.join('\n'), /A number needs its unit.*\n.*Type numbers with the units/);
    it_.script.type('1h', 'Read it');
    await command('spendTime');
    const stats = async () => (await now()).time_stats;
    assert.deepEqual([(await stats()).time_estimate, (await stats()).total_time_spent], [12_600, 3_600]);
    it_.script.type('-15m', '');
    await command('spendTime');
    assert.equal((await stats()).total_time_spent, 2_700);
    choose(/^Reset Time Spent$/);
    await command('resetTime');
    assert.equal((await stats()).total_time_spent, 0);
    await press('Undo');
    assert.equal((await stats()).total_time_spent, 2_700);
  });

  it('takes time with a timer, which the status bar shows, and tells it when it stops', async () => {
    const { timer, timerItem } = await it_.parts.mergeRequestParts.load();
    await command('startTimer');
    assert.equal(timerItem.shown, `$(watch) ${name()} 0:00`);
    assert.ok(JSON.stringify(it_.state()).includes('timeTimer'), 'it outlives the window');
    await command('startTimer');
    assert.equal(lastTold().message, `Time is being taken for ${name()} already.`);
    choose(/^Tell 1m/);
    it_.script.type('25m', 'Worked');
    await vscode.commands.executeCommand('switchyard.stopTimer');
    assert.equal((await now()).time_stats.total_time_spent, 1_500);
    assert.deepEqual([timer.running, timerItem.shown], [undefined, undefined]);
  });

  it('from the palette, finds one by what is typed', async () => {
    let offered: readonly string[] = [];
    choices({
      search: async ({ find }) => {
        const found = await find('', new AbortController().signal);
        offered = found.map(({ label }) => label);
        return undefined;
      },
    });
    await vscode.commands.executeCommand('switchyard.closeMergeRequest');
    assert.ok(offered.every((label) => label.startsWith('!')));
    assert.deepEqual(await writes(), []);
  });
});
