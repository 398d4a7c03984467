import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { revertAndCloseEditors } from '../helpers/editors';
import { sandbox, until } from '../helpers/harness';
import { type Product, product, signedIn, STORE } from '../helpers/product';
import { seenBranch } from '../helpers/seen-branch';

const run = vscode.commands.executeCommand;
const FILE = 'docs/steps.md';
const FIRST = ['# Steps', 'Take one.', 'Take two.', 'Take three.', 'Mix.', 'Bake.', 'Cool down.', 'Eat.', ''];
/** Two additional lines at the top, and one changed line that a suggestion replaces. */
const SECOND = ['---', '', ...FIRST.map((line) => (line === 'Take two.' ? 'Take 2, and sift.' : line))];

describe('suggestions on an older version', () => {
  let extension: Product;
  /** The merge request of the current test. */
  let branch = '';
  let iid = 0;
  let shared = { branch, iid };
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
        const review = await extension.parts.mergeRequestFeature.load();
        return review.boxes
          .threadsOn(side().toString())
          .flatMap(({ comments }) => comments)
          .find(({ body }) => (typeof body === 'string' ? body : body.value).includes(words));
      },
      { description: `a comment with ${words}` },
    );
  /** Returns the comment whose lines were changed by the second version, once the extension knows that version. */
  const outdated = (): Promise<vscode.Comment> =>
    until(async () => {
      const found = await commentWith('Take everything');
      return found.label === 'Outdated suggestion' && found;
    });
  /** Returns the comment once its suggestion can be applied. */
  const openEdit = (words: string): Promise<vscode.Comment> => {
    let last: vscode.Comment | undefined;
    return until(
      async () => {
        last = await commentWith(words);
        return /suggestion/.test(last.contextValue ?? '') && last;
      },
      { description: () => `"${words}" can be applied; it has ${last?.contextValue}, ${last?.label}` },
    );
  };
  const bodyOf = ({ body }: vscode.Comment): string => (typeof body === 'string' ? body : body.value);
  const open = () =>
    run('switchyard.openFileDiff', { target: { kind: 'change', mergeRequest: key(), path: FILE } });
  /** Opens the diff with the commit instead of the file of the workspace, once its commit is no longer checked out. */
  const openCommit = (): Promise<boolean> =>
    until(
      async () => {
        await open();
        return side().scheme !== 'file';
      },
      { description: 'the diff shows the commit' },
    );
  const working = () => vscode.workspace.openTextDocument(vscode.Uri.file(path.join(root(), FILE)));

  /** Applies suggestions to the file in the workspace. */
  const inFile = (): void => {
    extension.script.choose((labels) => labels.indexOf('Apply to Checked-Out File'));
  };

  /** Creates a merge request with two versions and suggestions on the first, and checks out its branch. */
  const make = async (name: string): Promise<void> => {
    branch = `feature/${name}-${process.pid}`;
    git('checkout', '-q', '-b', branch, 'main');
    push(FIRST);
    const made = { source_branch: branch, target_branch: 'main', title: 'Steps' };
    ({ iid } = (await api('POST', '', made)) as { iid: number });
    await sandbox.advance(5_000);
    await suggest(4, 2, ['Take everything.']);
    await suggest(6, 0, ['Bake for an hour.']);
    await suggest(7, 0, ['Cool down.', 'Glaze.']);
    await suggest(8, 0, [`Eat.${' '.repeat(300)}A lot.`]);
    push(SECOND);
    await sandbox.advance(5_000);
    // Until then, the checked-out file isn't offered.
    await seenBranch(root(), branch);
    await run('switchyard.refreshMergeRequests');
  };

  before(async () => {
    await signedIn();
    await run('switchyard.mergeRequests.focus');
    await make('steps');
    shared = { branch, iid };
  });
  beforeEach(async () => {
    extension = await product();
    ({ branch, iid } = shared);
    if (git('branch', '--show-current').trim() !== branch) {
      git('checkout', '-q', '--force', branch);
      await seenBranch(root(), branch);
    }
    await open();
  });
  afterEach(revertAndCloseEditors);

  it("show the original lines, and aren't applied to changed lines", async () => {
    const comment = await outdated();
    assert.match(
      bodyOf(comment),
      /```diff\n-Take one\.\n-Take two\.\n-Take three\.\n\+Take everything\.\n```/,
    );
    assert.doesNotMatch(comment.contextValue ?? '', /suggestion/);
    extension.script.allow();
    const notification = extension.script.nextMessage();
    await run('switchyard.applySuggestion', comment);
    assert.match(
      (await notification).message,
      /^Couldn't apply the suggestion\. The suggestion is outdated because /,
    );
    assert.equal((await working()).getText(), SECOND.join('\n'));
  });

  it("aren't applied to an older commit that still contains the lines", async () => {
    await outdated();
    git('checkout', '-q', '--detach', 'HEAD~1');
    await until(async () => (await working()).getText() === FIRST.join('\n'));
    await openCommit();
    const comment = await outdated();
    extension.script.allow();
    const notification = extension.script.nextMessage();
    await run('switchyard.applySuggestion', comment);
    assert.match(
      (await notification).message,
      /^Couldn't apply the suggestion\. The suggestion is outdated because the latest version of !\d+ no longer contains/,
    );
    assert.equal((await working()).getText(), FIRST.join('\n'));
    await run('switchyard.mergeRequests.focus');
    await outdated();
  });

  it('are applied to unchanged lines after a preview, as one undoable and unsaved edit', async () => {
    const comment = await openEdit('Bake for an hour');
    inFile();
    await run('switchyard.applySuggestion', comment);
    assert.deepEqual(
      extension.script.offered.at(-1)?.map(({ label }) => label),
      [`Commit to ${branch}`, 'Apply to Checked-Out File'],
    );
    const document = await working();
    assert.ok(!document.isDirty, 'the suggestion was not confirmed');
    assert.equal(extension.script.confirmed.at(-1)?.message, `Apply this suggestion to ${FILE}, line 8?`);
    assert.equal(extension.script.confirmed.at(-1)?.detail, '- Bake.\n+ Bake for an hour.');
    extension.script.allow();
    await run('switchyard.applySuggestion', comment);
    assert.deepEqual(document.getText().split('\n')[7], 'Bake for an hour.');
    assert.ok(document.isDirty);
    assert.equal(readFileSync(document.uri.fsPath, 'utf8'), SECOND.join('\n'));
    assert.equal(extension.script.mentioned.at(-1), `Suggestion applied to ${FILE}.`);
    await open();
    await until(async () => (await commentWith('Bake for an hour')).label === 'Applied');
    assert.doesNotMatch((await commentWith('Bake for an hour')).contextValue ?? '', /suggestion/);
    await vscode.window.showTextDocument(document);
    await run('undo');
    assert.equal(document.getText(), SECOND.join('\n'));
    await until(() => !document.isDirty);
  });

  it("are shown by the Refactor Preview if the question can't show all changed lines in full", async () => {
    await open();
    const comment = await openEdit('A lot.');
    const document = await working();
    const { length } = extension.script.confirmed;
    inFile();
    let isDone = false;
    const applied = run('switchyard.applySuggestion', comment).then(() => (isDone = true));
    // The command decides only once the preview is open.
    await until(async () => {
      if (!isDone) await run('refactorPreview.discard');
      return isDone;
    });
    await applied;
    assert.equal(document.getText(), SECOND.join('\n'));
    assert.equal(extension.script.confirmed.length, length, 'no question');
    await run('workbench.action.closePanel');
  });

  it('are applied once, even if it keeps the original lines', async () => {
    await open();
    const comment = await openEdit('Glaze');
    extension.script.allow();
    inFile();
    await run('switchyard.applySuggestion', comment);
    const notification = extension.script.nextMessage();
    await run('switchyard.applySuggestion', comment);
    assert.match((await notification).message, /^The suggestion has already been applied to /);
    const document = await working();
    assert.equal(document.getText().match(/Glaze/g)?.length, 1);
    await vscode.window.showTextDocument(document);
    await run('workbench.action.files.revert');
  });

  it('are only committed on the server if another branch is checked out', async () => {
    git('checkout', '-q', '--force', 'main');
    // Until then, the checked-out file is still offered.
    await seenBranch(root(), 'main');
    await openCommit();
    const comment = await openEdit('Bake for an hour');
    const before = extension.script.offered.length;
    await run('switchyard.applySuggestion', comment);
    assert.equal(extension.script.offered.length, before);
    const { title, value, prompt } = extension.script.asked.at(-1) ?? {};
    assert.deepEqual(
      [title, value, prompt],
      [
        'Apply Suggestion',
        'Apply 1 suggestion(s) to 1 file(s)',
        `Message of the commit to ${branch}. The thread will be resolved. Co-authored by Dana Lindqvist.`,
      ],
    );
  });

  it('are committed to the source branch, with others in a batch', async () => {
    git('checkout', '-q', '--force', 'main');
    await make('batch');
    await open();
    // The checked-out file is offered as soon as the extension knows that the branch is checked out.
    await until(async () => {
      extension.script.offered.length = 0;
      await run('switchyard.applySuggestion', await openEdit('Glaze'));
      return extension.script.offered.length > 0;
    });
    await run('switchyard.addSuggestionToBatch', await openEdit('Bake for an hour'));
    await until(async () => (await commentWith('Bake for an hour')).label === 'In batch of 1');
    await run('switchyard.addSuggestionToBatch', await openEdit('Glaze'));
    await until(async () => (await commentWith('Glaze')).label === 'In batch of 2');
    assert.match((await commentWith('Glaze')).contextValue ?? '', /\binBatch\b/);
    await run('switchyard.removeSuggestionFromBatch', await commentWith('Bake for an hour'));
    await until(async () => /\bcanBatch\b/.test((await commentWith('Bake for an hour')).contextValue ?? ''));
    await run('switchyard.addSuggestionToBatch', await openEdit('Bake for an hour'));
    extension.script.type('Bake and glaze');
    const notification = extension.script.nextMessage();
    await run('switchyard.applySuggestionBatch', { target: { kind: 'merge-request', mergeRequest: key() } });
    const { message, actions } = await notification;
    assert.equal(message, `2 suggestions applied to ${branch}. Your local branch is behind.`);
    await until(async () => (await commentWith('Glaze')).label === 'Applied');
    await until(async () => (await commentWith('Bake for an hour')).label === 'Applied');
    const threads = (await api('GET', `/${iid}/discussions`)) as {
      notes: { resolved: boolean; system: boolean }[];
    }[];
    assert.deepEqual(
      // Changes are recorded as notes, too.
      threads.flatMap(({ notes: [note] }) => (note?.system === false ? [note.resolved] : [])),
      [false, true, true, false],
    );
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Pull'],
    );
    await actions[0]?.run();
    const text = await until(() => {
      const now = readFileSync(path.join(root(), FILE), 'utf8');
      return now.includes('Glaze.') && now;
    });
    assert.equal(text.match(/Bake for an hour\.|Glaze\./g)?.length, 2);
    assert.equal(
      git('log', '-1', '--format=%B').trim(),
      'Bake and glaze\n\nCo-authored-by: Dana Lindqvist <dana@acme.example>',
    );
    const again = extension.script.nextMessage();
    await run('switchyard.applySuggestionBatch');
    assert.match((await again).message, /^The batch has no suggestions\./);
  });
});
