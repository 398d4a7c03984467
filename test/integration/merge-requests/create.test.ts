import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { ask, type Product, signedIn, signedOut, STORE } from '../helpers/product';
import { seenBranch } from '../helpers/seen-branch';

const LIST = '/api/v4/projects/1/merge_requests';

describe('creating a merge request from the branch', () => {
  let extension: Product;
  const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder(), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const commit = (file: string, message: string): void => {
    writeFileSync(path.join(folder(), file), `${message}\n`);
    git('add', '--', file);
    git('commit', '-q', '-m', message);
  };
  let name = '';
  let count = 0;

  before(() => {
    const url = new URL(git('remote', 'get-url', 'origin'));
    [url.username, url.password] = ['mara', sandbox.info.tokens['maintainer'] ?? ''];
    git('remote', 'set-url', '--push', 'origin', url.href);
  });
  beforeEach(async () => {
    extension = await signedIn();
    name = `try/branch-${++count}`;
    git('checkout', '-q', '-b', name);
    await seen(name);
  });
  afterEach(async () => {
    await sandbox.clearFaults();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    git('checkout', '-q', 'main');
    await seen('main');
    git('branch', '-q', '-D', name);
    // Other tests count merge requests.
    const left = await ask<{ iid: number }[]>(`${STORE}/merge_requests?source_branch=${name}&state=all`);
    for (const { iid } of left) await remove(`${STORE}/merge_requests/${iid}`);
    await remove(`${STORE}/repository/branches/${encodeURIComponent(name)}`);
  });

  const remove = (at: string): Promise<Response> =>
    fetch(`${sandbox.info.url}/api/v4${at}`, {
      method: 'DELETE',
      headers: { 'private-token': sandbox.info.tokens['owner'] ?? '' },
    });

  const seen = (branch: string | undefined): Promise<void> => seenBranch(folder(), branch);

  const forms = async () => (await extension.parts.mergeRequestFeature.load()).newForms;
  async function opened(argument?: unknown) {
    await vscode.commands.executeCommand('switchyard.createMergeRequest', argument);
    const form = await until(async () => [...(await forms()).values()][0], {
      description: 'the form is open',
    });
    const ready = (): Promise<unknown> =>
      until(() => form.session.details !== undefined && !form.session.isLoading, {
        description: 'the branch is known',
      });
    await ready();
    const create = (values: Record<string, string | boolean | string[]> = {}): void => {
      form.handleMessage({ kind: 'act', action: 'create', form: 'create', values });
    };
    return { form, ready, create };
  }
  const tabs = (): readonly string[] =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
  const created = async (): Promise<number> =>
    (await sandbox.requests()).filter(({ method, path: at }) => method === 'POST' && at === LIST).length;
  const made = async () =>
    (
      await ask<{ iid: number; title: string; sha: string }[]>(
        `${STORE}/merge_requests?source_branch=${name}`,
      )
    )[0];

  it('pushes the branch, creates the merge request once, and replaces the form with its page', async () => {
    commit('rounding.md', 'Round half cents up');
    await seen(name);
    const { form, create } = await opened();
    assert.equal(form.session.values.title, 'Round half cents up');
    assert.deepEqual(form.session.details?.push, { kind: 'unpushed' });
    await sandbox.clearRequests();
    create({ draft: true });
    create({ draft: true });
    await until(async () => (await forms()).size === 0, { description: 'the form is closed' });
    const request = await made();
    assert.equal(request?.title, 'Draft: Round half cents up');
    assert.equal(request.sha, git('rev-parse', 'HEAD'));
    assert.equal(await created(), 1, 'once, for all that it was clicked twice');
    await until(() => tabs().some((tab) => tab.includes(`!${request.iid}`)), {
      description: 'its page is open',
    });
    assert.deepEqual(extension.script.messages, [], 'the page shows it, without a notification');
  });

  it("shows the server's error in the form, and keeps typed values", async () => {
    commit('other.md', 'Other');
    await seen(name);
    const { form, create, ready } = await opened({ values: { title: 'Given' } });
    assert.equal(form.session.values.title, 'Given', 'the title of the caller');
    await sandbox.fault({ kind: 'status', method: 'POST', path: LIST, status: 500, next: 1 });
    await sandbox.clearRequests();
    create({ description: 'Mine' });
    await until(async () => (await created()) === 1 && form.failure !== undefined);
    assert.match(
      form.failure?.text ?? '',
      /^Branch pushed\. \S+ didn't confirm the request\. It may have succeeded\. Refresh to check\.$/,
    );
    await ready();
    assert.equal(form.session.values.description, 'Mine');
    assert.equal(await created(), 1, 'nothing is sent twice by itself');
    create();
    await until(async () => (await forms()).size === 0);
    assert.equal((await made())?.title, 'Given');
  });

  it("shows the existing merge request and its IID from the server's message", async () => {
    commit('twice.md', 'Twice');
    await seen(name);
    const { form, create } = await opened();
    await sandbox.fault({
      kind: 'status',
      method: 'POST',
      path: LIST,
      status: 409,
      message: 'Another open merge request already exists for this source branch: !17',
      next: 1,
    });
    create();
    await until(() => form.failure !== undefined);
    assert.equal(form.failure?.existing, 17);
    form.handleMessage({ kind: 'act', action: 'openExisting', value: '17' });
    await until(() => tabs().some((tab) => tab.includes('!17')));
  });

  it('restores typed values after closing the form', async () => {
    commit('kept.md', 'Kept');
    await seen(name);
    const { form } = await opened();
    form.handleMessage({ kind: 'change', form: 'create', values: { title: 'Half of a' } });
    // The page sends the last values together with the button's action.
    form.handleMessage({
      kind: 'act',
      action: 'cancel',
      form: 'create',
      values: { title: 'Half of a title' },
    });
    await until(async () => (await forms()).size === 0);
    const again = await opened();
    assert.equal(again.form.session.values.title, 'Half of a title');
  });

  it('starts over only after a confirmation', async () => {
    const { script } = extension;
    commit('over.md', 'As it was');
    await seen(name);
    const { form, ready } = await opened();
    form.handleMessage({ kind: 'change', form: 'create', values: { title: 'Half of a title' } });
    script.allow(false);
    form.handleMessage({ kind: 'act', action: 'startOver' });
    await until(() => script.confirmed.length > 0);
    const { message, action } = script.confirmed.at(-1) ?? {};
    assert.deepEqual([message, action], ['Discard your changes?', 'Start Over']);
    await ready();
    assert.equal(form.session.values.title, 'Half of a title');
    script.allow();
    form.handleMessage({ kind: 'act', action: 'startOver' });
    await until(() => form.session.values.title === 'As it was', {
      description: 'the form is filled in again',
    });
  });

  it("explains why a merge request can't be created, with the next step", async () => {
    git('checkout', '-q', '--detach');
    await seen(undefined);
    await vscode.commands.executeCommand('switchyard.createMergeRequest');
    assert.match(
      extension.script.messages.at(-1)?.message ?? '',
      /^HEAD is detached in .+\. Check out or create a branch first\.$/,
    );
    git('checkout', '-q', 'main');
    await seen('main');
    await vscode.commands.executeCommand('switchyard.createMergeRequest');
    const { message, actions } = extension.script.messages.at(-1) ?? { message: '', actions: [] };
    assert.match(message, /^main is the default branch/);
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Create Branch...', 'Select Another Target Branch'],
    );
    extension = await signedOut();
    await vscode.commands.executeCommand('switchyard.createMergeRequest');
    assert.match(extension.script.messages.at(-1)?.message ?? '', /^Sign in to a server/);
    assert.deepEqual(
      extension.script.messages.at(-1)?.actions.map(({ title }) => title),
      ['Sign In...'],
    );
  });
});
