import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { type Product, signedIn, STORE } from '../helpers/product';

const run = vscode.commands.executeCommand;
const FILE = 'docs/steps.md';
const FIRST = ['# Steps', 'Take one.', 'Take two.', 'Take three.', 'Mix.', 'Bake.', 'Cool down.', 'Eat.', ''];
/** Two lines more on top, and one of those that a suggestion is about is another one. */
const SECOND = ['---', '', ...FIRST.map((line) => (line === 'Take two.' ? 'Take 2, and sift.' : line))];

describe('suggestions that were made on an older version', function () {
  this.timeout(60_000);
  let it_: Product;
  let branch = '';
  let iid = 0;
  const root = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root(), '-c', 'user.name=Mara', '-c', 'user.email=m@acme.example', ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const push = (lines: readonly string[]): void => {
    const { url, tokens } = sandbox.info;
    const address = new URL(`${url}/acme/storefront.git`);
    [address.username, address.password] = ['mara', tokens['maintainer'] ?? ''];
    writeFileSync(path.join(root(), FILE), lines.join('\n'));
    git('add', FILE);
    git('commit', '--quiet', '--message', 'Write down the steps');
    git('push', '--quiet', address.href, branch);
  };
  const api = async (method: string, what: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${sandbox.info.url}/api/v4${STORE}/merge_requests${what}`, {
      method,
      headers: {
        'private-token': sandbox.info.tokens['developer'] ?? '',
        'content-type': 'application/json',
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    assert.ok(answer.ok, `${method} ${what}: ${answer.status}`);
    return answer.json();
  };
  const suggest = async (line: number, above: number, lines: readonly string[]): Promise<void> => {
    const { diff_refs: refs } = (await api('GET', `/${iid}`)) as { diff_refs: Record<string, string> };
    await api('POST', `/${iid}/discussions`, {
      body: `\`\`\`suggestion:-${above}+0\n${lines.join('\n')}\n\`\`\`\n`,
      position: { ...refs, position_type: 'text', old_path: FILE, new_path: FILE, new_line: line },
    });
  };
  const key = () => ({ base: sandbox.info.url, project: 1, iid });
  const side = (): vscode.Uri => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    return input.modified;
  };
  const commentWith = (words: string): Promise<vscode.Comment> =>
    until(
      async () => {
        const { review } = await it_.parts.mergeRequestParts.load();
        return review.boxes
          .threadsOn(side().toString())
          .flatMap(({ comments }) => comments)
          .find(({ body }) => (typeof body === 'string' ? body : body.value).includes(words));
      },
      { description: `a comment with ${words}` },
    );
  /** The comment once it is known that its suggestion can be applied. */
  const openEdit = (words: string): Promise<vscode.Comment> =>
    until(async () => {
      const found = await commentWith(words);
      return /suggestion/.test(found.contextValue ?? '') && found;
    });
  const bodyOf = ({ body }: vscode.Comment): string => (typeof body === 'string' ? body : body.value);
  const open = () =>
    run('switchyard.openFileDiff', { target: { kind: 'change', mergeRequest: key(), path: FILE } });
  const working = () => vscode.workspace.openTextDocument(vscode.Uri.file(path.join(root(), FILE)));

  before(async () => {
    it_ = await signedIn();
    branch = `feature/steps-${process.pid}`;
    git('checkout', '-q', '-b', branch, 'main');
    push(FIRST);
    const made = (await api('POST', '', {
      source_branch: branch,
      target_branch: 'main',
      title: 'Steps',
    })) as {
      iid: number;
    };
    iid = made.iid;
    await sandbox.advance(5_000);
    await suggest(4, 2, ['Take everything.']);
    await suggest(6, 0, ['Bake for an hour.']);
    await suggest(7, 0, ['Cool down.', 'Glaze.']);
    push(SECOND);
    await sandbox.advance(5_000);
    await run('switchyard.mergeRequests.focus');
    await run('switchyard.refreshMergeRequests');
    await open();
  });
  after(async () => {
    await run('workbench.action.closeAllEditors');
    git('checkout', '-q', '--force', 'main');
    git('branch', '-q', '-D', branch);
    await api('PUT', `/${iid}`, { state_event: 'close' });
  });
  afterEach(() => {
    it_.script.allow(false);
  });

  it('show the lines that they were made on, and are not applied to others', async () => {
    const comment = await until(async () => {
      const found = await commentWith('Take everything');
      return found.label === 'Outdated' && found;
    });
    assert.match(
      bodyOf(comment),
      /```diff\n-Take one\.\n-Take two\.\n-Take three\.\n\+Take everything\.\n```/,
    );
    assert.doesNotMatch(comment.contextValue ?? '', /suggestion/);
    it_.script.allow();
    const told = it_.script.nextTold();
    await run('switchyard.applySuggestion', comment);
    assert.match(
      (await told).message,
      /^Couldn't apply the suggestion\. The suggestion is outdated because /,
    );
    assert.equal((await working()).getText(), SECOND.join('\n'));
  });

  it('are not applied to an older commit either, which still has their lines', async () => {
    git('checkout', '-q', '--detach', 'HEAD~1');
    try {
      await until(async () => (await working()).getText() === FIRST.join('\n'));
      const comment = await commentWith('Take everything');
      it_.script.allow();
      const told = it_.script.nextTold();
      await run('switchyard.applySuggestion', comment);
      assert.match(
        (await told).message,
        /^Couldn't apply the suggestion\. The suggestion is outdated because the latest version of !\d+ no longer contains/,
      );
      assert.equal((await working()).getText(), FIRST.join('\n'));
      await run('switchyard.mergeRequests.focus');
      await until(async () => (await commentWith('Take everything')).label === 'Outdated');
    } finally {
      git('checkout', '-q', branch);
      await until(async () => (await working()).getText() === SECOND.join('\n'));
    }
  });

  it('are applied where their lines are unchanged, after a look at the change, as one step and unsaved', async () => {
    const comment = await openEdit('Bake for an hour');
    await run('switchyard.applySuggestion', comment);
    const document = await working();
    assert.ok(!document.isDirty, 'nobody said yes');
    assert.equal(it_.script.confirmed.at(-1)?.message, `Apply this suggestion to ${FILE}, line 8?`);
    assert.equal(it_.script.confirmed.at(-1)?.detail, '- Bake.\n+ Bake for an hour.');
    it_.script.allow();
    await run('switchyard.applySuggestion', comment);
    assert.deepEqual(document.getText().split('\n')[7], 'Bake for an hour.');
    assert.ok(document.isDirty);
    assert.equal(readFileSync(document.uri.fsPath, 'utf8'), SECOND.join('\n'));
    assert.equal(it_.script.mentioned.at(-1), `Suggestion applied to ${FILE}.`);
    await open();
    await until(async () => (await commentWith('Bake for an hour')).label === 'Applied');
    assert.doesNotMatch((await commentWith('Bake for an hour')).contextValue ?? '', /suggestion/);
    await vscode.window.showTextDocument(document);
    await run('undo');
    assert.equal(document.getText(), SECOND.join('\n'));
    await until(() => !document.isDirty);
  });

  it('are applied once, also where they keep the lines that they are about', async () => {
    await open();
    const comment = await openEdit('Glaze');
    it_.script.allow();
    await run('switchyard.applySuggestion', comment);
    const told = it_.script.nextTold();
    await run('switchyard.applySuggestion', comment);
    assert.match((await told).message, /^The suggestion has already been applied to /);
    const document = await working();
    assert.equal(document.getText().match(/Glaze/g)?.length, 1);
    await vscode.window.showTextDocument(document);
    await run('workbench.action.files.revert');
  });

  it('can still be applied while another branch is checked out, and say which one is needed', async () => {
    git('checkout', '-q', '--force', 'main');
    await open();
    const comment = await openEdit('Bake for an hour');
    const told = it_.script.nextTold();
    await run('switchyard.applySuggestion', comment);
    assert.deepEqual(
      [(await told).message, (await told).actions.map(({ title }) => title)],
      [
        `Couldn't apply the suggestion. ${FILE} isn't in the workspace. Another branch may be checked out.`,
        ['Check Out Branch'],
      ],
    );
  });
});
