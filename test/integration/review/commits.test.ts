import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { readSideAddress } from '../../../src/presentation/changes/side-address';
import { sandbox, until } from '../helpers/harness';
import { ask, type Product, signedIn, STORE } from '../helpers/product';
import { mergeRequestOf, pushed, tabNamed } from '../helpers/review-editor';

const run = vscode.commands.executeCommand;

interface WireCommit {
  readonly id: string;
  readonly title: string;
  readonly parent_ids: readonly string[];
}
/** Several commits on a branch that is available to every clone. */
const GIFT_CARDS = 12;
describe('commits of a merge request', () => {
  let extension: Product;
  let commits: WireCommit[] = [];
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '/nowhere';
  const commitsOf = async (iid: number): Promise<WireCommit[]> =>
    (await ask<WireCommit[]>(`${STORE}/merge_requests/${iid}/commits`)).reverse();
  const commitRow = (iid: number, sha: string) => ({
    target: { ...mergeRequestOf(iid).target, kind: 'commit', sha },
  });
  const titleOf = (at: number): string =>
    `${at + 1}/${commits.length} ${commits[at]?.id.slice(0, 8)} ${commits[at]?.title}`;
  const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const asked = async (): Promise<readonly string[]> =>
    (await sandbox.requests())
      .map(({ path: asks }) => asks)
      .filter((asks) => asks.includes('/repository/commits/'));
  /** Addresses of the diff sides in open documents. */
  const sides = () =>
    vscode.workspace.textDocuments.flatMap(({ uri, isClosed }) =>
      isClosed ? [] : (readSideAddress(uri) ?? []),
    );

  before(async () => {
    extension = await signedIn();
    await run('switchyard.mergeRequests.focus');
    commits = await commitsOf(GIFT_CARDS);
    assert.ok(commits.length >= 2);
  });
  beforeEach(() => sandbox.clearRequests());
  afterEach(async () => {
    await sandbox.clearFaults();
    await run('workbench.action.closeAllEditors');
  });

  it('shows one commit after the other in the same editor', async () => {
    for (const at of commits.keys()) {
      await run('switchyard.nextCommit', ...(at === 0 ? [mergeRequestOf(GIFT_CARDS)] : []));
      await tabNamed(titleOf(at));
      await until(() => tabs().length === 1, { description: 'one editor shows them all' });
    }
    await run('switchyard.nextCommit');
    assert.equal(extension.script.mentioned.at(-1), `This is the last commit in !${GIFT_CARDS}.`);
    await run('switchyard.previousCommit');
    await tabNamed(titleOf(commits.length - 2));
    for (let at = commits.length - 2; at >= 0; at--) await run('switchyard.previousCommit');
    assert.equal(extension.script.mentioned.at(-1), `This is the first commit in !${GIFT_CARDS}.`);
  }).timeout(180_000);

  it('starts at the clicked row', async () => {
    const last = commits.length - 1;
    await run('switchyard.showCommit', commitRow(GIFT_CARDS, commits[last]?.id ?? ''));
    await tabNamed(titleOf(last));
    await run('switchyard.previousCommit');
    await tabNamed(titleOf(last - 1));
  });

  it('shows the same files from the server and from a clone, without requests for the latter', async () => {
    const iid = await pushed('work/one-commit', (write) => {
      write('one/new.ts', 'const one = 1;\n');
      write('README.md', '# Another one\n');
    });
    const [commit] = await commitsOf(iid);
    assert.ok(commit);
    const shown = async (): Promise<readonly string[]> => {
      await sandbox.clearRequests();
      await run('switchyard.showCommit', commitRow(iid, commit.id));
      await tabNamed(`1/1 ${commit.id.slice(0, 8)} work/one-commit`);
      const found = await until(() => {
        const now = sides().filter(({ to, side }) => to === commit.id && side === 'new');
        return now.length < 2 ? undefined : now;
      });
      for (const { from } of found) assert.equal(from, commit.parent_ids[0]);
      return found.map((side) => side.path).sort();
    };
    assert.deepEqual(await shown(), ['README.md', 'one/new.ts']);
    assert.equal((await asked()).length, 2, 'the commit and its files');
    await run('workbench.action.closeAllEditors');
    const git = (...args: string[]) => promisify(execFile)('git', ['-C', root, ...args]);
    await git('fetch', '-q', 'origin', `refs/merge-requests/${iid}/head`);
    assert.deepEqual(await shown(), ['README.md', 'one/new.ts']);
    assert.deepEqual(await asked(), []);
  }).timeout(180_000);

  it('keeps editors that the user keeps open', async () => {
    await run('switchyard.nextCommit', mergeRequestOf(GIFT_CARDS));
    await tabNamed(titleOf(0));
    await run('workbench.action.keepEditor');
    await run('switchyard.openAllChanges', mergeRequestOf(GIFT_CARDS));
    await tabNamed('Changes (');
    await run('workbench.action.keepEditor');
    await run('switchyard.nextCommit');
    await tabNamed(titleOf(0));
    assert.deepEqual(
      tabs().map(({ label }) => label.replace(/ .*/, '')),
      [1, 2, 3].map((at) => (at === 2 ? 'Changes' : `1/${commits.length}`)),
    );
  });
});
