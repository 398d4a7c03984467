import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TreeNode } from '../../src/trees/tree-node';
import { sandbox, until } from './harness';
import { shownIn, signedIn, STORE, type Product } from './product';

const TARGET = 'release/vouchers';
const BRANCH = 'feature/vouchers';
const run = vscode.commands.executeCommand;

/** A file of so many lines, some of them other ones. */
function linesOf(count: number, others: Readonly<Record<number, string>> = {}): string {
  const line = (number: number): string => `${others[number] ?? `const line${number} = ${number};`}\n`;
  return Array.from({ length: count }, (_, index) => line(index + 1)).join('');
}

/** One test goes on where the one before ended, as a review does: each push is a version. */
describe('the versions of a merge request', () => {
  let it_: Product;
  let folder = '';
  let iid = 0;
  const git = (...args: readonly string[]): string => {
    const identity = ['-c', 'user.name=Mara', '-c', 'user.email=mara@acme.example'];
    const env = {
      ...process.env,
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
    };
    const options = { encoding: 'utf8', stdio: 'pipe', env } as const;
    return execFileSync('git', ['-C', folder, ...identity, ...args], options).trim();
  };
  const commit = (
    message: string,
    files: Readonly<Record<string, string>>,
    ...how: readonly string[]
  ): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    git('add', '-A');
    git('commit', '-q', '-m', message, ...how);
  };
  const wire = async (method: string, at: string, body?: unknown): Promise<unknown> => {
    const token = sandbox.info.tokens['owner'] ?? '';
    const response = await fetch(`${sandbox.info.url}/api/v4${at}`, {
      method,
      headers: { 'private-token': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };

  const tree = () => it_.parts.mergeRequestTree;
  const open = (node?: TreeNode): Promise<TreeNode[]> => tree().getChildren(node);
  const show = (node: TreeNode) => shownIn(tree(), node);
  async function row(from: TreeNode | undefined, ...names: readonly string[]): Promise<TreeNode> {
    let node = from;
    for (const name of names) {
      const rows = await open(node);
      node = rows.find((child) => show(child).label.startsWith(name));
      assert.ok(node, `${name} is not among ${rows.map((child) => show(child).label).join(', ')}`);
    }
    assert.ok(node);
    return node;
  }
  const section = (): Promise<TreeNode> =>
    row(undefined, 'acme/storefront', 'All Open', `!${iid} `, 'Changes');
  /** What stands below the section, or below rows in it, once all of it is there. */
  const labels = (...below: readonly string[]): Promise<string[]> =>
    until(async () => {
      const names = (await open(await row(await section(), ...below))).map((node) => show(node).label);
      return names.includes('Loading more files…') ? undefined : names;
    });
  const key = () => ({ base: sandbox.info.url, project: 1, iid });
  const changes = async () => (await it_.parts.mergeRequestView.load()).review.changes;
  const rangeText = async (): Promise<string> => {
    const [first] = await open(await section());
    assert.ok(first);
    const { label, description } = show(first);
    return `${label}: ${description}`;
  };

  /** Pushes, and waits until the rows show the new version. */
  async function push(): Promise<void> {
    git('push', '-q', '--force', 'origin', BRANCH);
    const head = git('rev-parse', 'HEAD');
    await sandbox.advance(10_000);
    await until(
      async () => {
        await run('switchyard.refreshMergeRequests');
        await open(await section());
        return (await changes()).peek(key())?.refs?.head === head;
      },
      { timeout: 30_000, description: 'the new version is shown' },
    );
  }

  before(async function () {
    this.timeout(60_000);
    folder = mkdtempSync(path.join(tmpdir(), 'switchyard-versions-'));
    const url = new URL(`${sandbox.info.url}/acme/storefront.git`);
    [url.username, url.password] = ['mara', sandbox.info.tokens['maintainer'] ?? ''];
    git('clone', '-q', url.href, '.');
    git('checkout', '-q', '-b', TARGET);
    commit('Prepare vouchers', { 'vouchers/list.ts': linesOf(40), 'vouchers/rates.ts': linesOf(40) });
    git('push', '-q', 'origin', TARGET);
    git('checkout', '-q', '-b', BRANCH);
    commit('Sell vouchers', {
      'vouchers/list.ts': linesOf(40, { 20: 'const voucher = sold;' }),
      'vouchers/rates.ts': linesOf(40, { 10: 'const rate = 1;' }),
      'vouchers/new.ts': linesOf(10),
    });
    git('push', '-q', 'origin', BRANCH);
    const made = await wire('POST', `${STORE}/merge_requests`, {
      source_branch: BRANCH,
      target_branch: TARGET,
      title: 'Sell vouchers',
    });
    iid = (made as { iid: number }).iid;
    await sandbox.advance(10_000);
    it_ = await signedIn();
    await run('switchyard.mergeRequests.focus');
    await run('switchyard.refreshMergeRequests');
    await run('switchyard.viewChangesAsList');
  });
  after(async () => {
    await run('workbench.action.closeAllEditors');
    await run('switchyard.viewChangesAsTree');
    await wire('DELETE', `${STORE}/merge_requests/${iid}`);
    for (const branch of [BRANCH, TARGET])
      await wire('DELETE', `${STORE}/repository/branches/${encodeURIComponent(branch)}`);
    rmSync(folder, { recursive: true, force: true });
  });

  it('are all new to somebody who has reviewed none of them', async () => {
    assert.deepEqual(await labels(), ['list.ts', 'new.ts', 'rates.ts']);
    await run('switchyard.showChangesSinceReview', await section());
    assert.match(it_.script.told.at(-1)?.message ?? '', /not marked this merge request as reviewed/);
    assert.deepEqual(await labels(), ['list.ts', 'new.ts', 'rates.ts']);
  });

  it('are remembered as reviewed, and there is nothing new then', async () => {
    await run('switchyard.markReviewed', await section());
    assert.equal(it_.script.mentioned.at(-1), `!${iid} is marked as reviewed at version 1`);
    assert.deepEqual(await labels(), ['list.ts', 'new.ts', 'rates.ts']);
    await run('switchyard.showChangesSinceReview', await section());
    assert.equal(it_.script.told.at(-1)?.message, 'Nothing is new since your last review of version 1.');
  });

  it('show by themselves what a new commit brought since', async () => {
    commit('Say it better', { 'vouchers/new.ts': linesOf(10, { 5: 'const better = true;' }) });
    await push();
    assert.deepEqual(await labels(), ['Since Last Review', 'new.ts']);
    await until(async () => (await rangeText()) === 'Since Last Review: version 1 → 2 · 1 commit', {
      description: 'the row tells how much was pushed',
    });
  }).timeout(60_000);

  it('show all changes again when they are asked for, and back', async () => {
    await run('switchyard.showAllChanges', await section());
    assert.deepEqual(await labels(), ['list.ts', 'new.ts', 'rates.ts']);
    assert.equal(it_.script.mentioned.at(-1), 'All changes are shown');
    await run('switchyard.showChangesSinceReview', await section());
    assert.equal(it_.script.mentioned.at(-1), 'Changes from version 1 to 2 are shown');
    assert.deepEqual(await labels(), ['Since Last Review', 'new.ts']);
  });

  it('tell of a force-push that replaced commits', async () => {
    commit('Say it best', { 'vouchers/rates.ts': linesOf(40, { 10: 'const rate = 2;' }) }, '--amend');
    await push();
    await run('switchyard.markReviewed', await section());
    commit('Say it best', { 'vouchers/later.ts': linesOf(3) }, '--amend');
    await push();
    await run('switchyard.showChangesSinceReview', await section());
    assert.match(
      it_.script.told.at(-1)?.message ?? '',
      /^The branch was force-pushed: commits .* replaced\.$/,
    );
    assert.deepEqual(await labels(), ['Since Last Review', 'later.ts']);
    await until(async () => (await rangeText()) === 'Since Last Review: version 3 → 4 · force-pushed', {
      description: 'the row tells it too',
    });
  }).timeout(60_000);

  it('keep apart what only a rebase moved, and show of the rest what the author changed', async () => {
    await run('switchyard.markReviewed', await section());
    git('checkout', '-q', TARGET);
    commit('Meanwhile', { 'vouchers/list.ts': `// First\n${linesOf(40, { 18: 'const other = 18;' })}` });
    commit('Meanwhile', { 'vouchers/rates.ts': linesOf(40, { 30: 'const theirs = 30;' }) });
    git('push', '-q', 'origin', TARGET);
    git('checkout', '-q', BRANCH);
    git('rebase', '-q', TARGET);
    commit('Raise rates', {
      'vouchers/rates.ts': linesOf(40, { 10: 'const rate = 3;', 30: 'const theirs = 30;' }),
    });
    await push();
    assert.deepEqual(await labels(), ['Since Last Review', 'rates.ts', 'Only Moved by a Rebase']);
    assert.deepEqual(await labels('Only Moved by a Rebase'), ['list.ts']);
    await run('switchyard.showChangesSinceReview', await section());
    assert.match(
      it_.script.told.at(-1)?.message ?? '',
      /force-pushed: it was rebased and begins at [0-9a-f]{8} now\.$/,
    );

    await run('switchyard.openFileDiff', await row(await section(), 'rates.ts'));
    const tab = await until(() => vscode.window.tabGroups.activeTabGroup.activeTab);
    const { input } = tab;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const [old, now] = await Promise.all(
      [input.original, input.modified].map(async (uri) =>
        (await vscode.workspace.openTextDocument(uri)).getText(),
      ),
    );
    assert.equal(old, linesOf(40, { 10: 'const rate = 2;', 30: 'const theirs = 30;' }));
    assert.equal(now, linesOf(40, { 10: 'const rate = 3;', 30: 'const theirs = 30;' }));
    assert.equal(tab.label, `rates.ts (!${iid} version 4 ↔ version 5)`);
  }).timeout(60_000);

  it('are compared any two, with what was seen last and what a force-push replaced marked', async () => {
    const picks = [
      (all: readonly string[]) => all.indexOf('Version 4'),
      (all: readonly string[]) => all.indexOf('Version 2'),
    ];
    it_.script.choose((all) => picks.shift()?.(all) ?? -1);
    const before = it_.script.offered.length;
    await run('switchyard.compareVersions', await section());
    const [later = [], earlier = []] = it_.script.offered.slice(before);
    assert.deepEqual(
      later.map(({ label }) => label),
      [5, 4, 3, 2, 1].map((number) => `Version ${number}`),
    );
    assert.deepEqual(
      earlier.map(({ label }) => label),
      ['Version 3', 'Version 2', 'Version 1', 'Base'],
    );
    assert.match(later[0]?.description ?? '', /^[0-9a-f]{8} · .*newest/);
    assert.deepEqual(
      later.filter(({ description }) => description?.includes('seen last')).map(({ label }) => label),
      ['Version 4'],
    );
    assert.match(earlier[0]?.description ?? '', /force-pushed since$/);
    assert.match(earlier[1]?.description ?? '', /force-pushed since$/);
    assert.doesNotMatch(earlier[2]?.description ?? '', /force-pushed/, 'version 1 is still in the branch');
    assert.match(await rangeText(), /^Between Two Versions: version 2 → 4\b/);
    assert.deepEqual(await labels(), ['Between Two Versions', 'later.ts', 'rates.ts']);
  });

  it('open all that is chosen in one editor, where the diff in front says of what', async () => {
    await run('switchyard.openFileDiff', await row(await section(), 'rates.ts'));
    await run('switchyard.showChangesSinceReview');
    const title = `Changes (!${iid} version 4 ↔ version 5)`;
    await until(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith(title), {
      description: `${title} is in front`,
    });
    await run('workbench.action.closeAllEditors');
  });

  it('are shown one by one, compared with their base', async () => {
    const picks = [
      (all: readonly string[]) => all.indexOf('Version 2'),
      (all: readonly string[]) => all.indexOf('Base'),
    ];
    it_.script.choose((all) => picks.shift()?.(all) ?? -1);
    await run('switchyard.compareVersions', await section());
    assert.match(await rangeText(), /^An Older Version: version 2 of 5\b/);
    assert.deepEqual(await labels(), ['An Older Version', 'list.ts', 'new.ts', 'rates.ts']);
    assert.match(show(await section()).description, /^3 newer versions · /);
    await run('switchyard.showAllChanges', await section());
    assert.deepEqual(await labels(), ['later.ts', 'list.ts', 'new.ts', 'rates.ts']);
  });

  it('are those of the newest one after each push, once all changes were chosen', async () => {
    commit('Say more', { 'vouchers/more.ts': linesOf(3) });
    await push();
    assert.deepEqual(await labels(), ['later.ts', 'list.ts', 'more.ts', 'new.ts', 'rates.ts']);
    assert.doesNotMatch(show(await section()).description, /newer/);
  }).timeout(60_000);

  it('stay the two that were chosen, tell of newer ones, and lead there', async () => {
    const picks = [
      (all: readonly string[]) => all.indexOf('Version 6'),
      (all: readonly string[]) => all.indexOf('Version 5'),
    ];
    it_.script.choose((all) => picks.shift()?.(all) ?? -1);
    await run('switchyard.compareVersions', await section());
    assert.deepEqual(await labels(), ['Between Two Versions', 'more.ts']);
    commit('Say even more', { 'vouchers/even.ts': linesOf(3) });
    git('push', '-q', 'origin', BRANCH);
    await sandbox.advance(10_000);
    await until(
      async () => {
        await run('switchyard.refreshMergeRequests');
        await open(await section());
        return (await rangeText()).startsWith('Between Two Versions: version 5 → 6 · 1 newer version');
      },
      { timeout: 30_000, description: 'the row tells of the newer version' },
    );
    assert.match(show(await section()).description, /^1 newer version · /);
    assert.ok(show(await section()).words.includes('newer'));
    await run('switchyard.showNewest', await section());
    assert.equal(it_.script.mentioned.at(-1), 'Changes from version 5 to 7 are shown');
    assert.deepEqual(await labels(), ['Between Two Versions', 'even.ts', 'more.ts']);
    await run('switchyard.showNewest', await section());
    assert.equal(it_.script.mentioned.at(-1), 'The newest version is shown already: version 7');
    await run('switchyard.showAllChanges', await section());
  }).timeout(60_000);

  it('are reviewed once every file is viewed', async () => {
    const { reviewed } = (await it_.parts.mergeRequestView.load()).review;
    const versions = await (await changes()).versions(key());
    assert.notEqual(reviewed.last(key())?.version, versions[0]?.id);
    const files = await open(await section());
    await run('switchyard.markViewed', files[0], files.slice(0, -1));
    assert.notEqual(reviewed.last(key())?.version, versions[0]?.id, 'one is left');
    await run('switchyard.markViewed', files.at(-1));
    await until(() => reviewed.last(key())?.version === versions[0]?.id);
  });

  it('are reviewed by whoever approves them', async () => {
    const { reviewed } = (await it_.parts.mergeRequestView.load()).review;
    commit('One more thing', { 'vouchers/last.ts': linesOf(3) });
    await push();
    const [newest] = await (await changes()).versions(key());
    assert.notEqual(reviewed.last(key())?.version, newest?.id);
    await run('switchyard.approveMergeRequest', { target: { kind: 'merge-request', mergeRequest: key() } });
    await until(() => reviewed.last(key())?.version === newest?.id);
  });
});
