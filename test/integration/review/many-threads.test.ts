import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { ask, type Product, signedIn, STORE } from '../helpers/product';

const run = vscode.commands.executeCommand;
const IID = 12;
const FILE = 'src/checkout/gift-card.ts';
const OTHER_FILE = 'docs/gift-cards.md';
const AT = `${STORE}/merge_requests/${IID}`;
const { Expanded } = vscode.CommentThreadCollapsibleState;

describe('a file with many threads', () => {
  let extension: Product;
  const key = () => ({ base: sandbox.info.url, project: 1, iid: IID });
  const review = async () => await extension.parts.mergeRequestFeature.load();

  before(async function () {
    this.timeout(180_000);
    extension = await signedIn();
    for (let index = 1; index <= 60; index++) await startThread(`Question ${index}`);
  });

  it('expands the first 40 of 60, a new one, and the one that is opened', async () => {
    const target = { kind: 'change', mergeRequest: key(), path: FILE };
    await run('switchyard.openFileDiff', { target });
    await threadWith('Question 60');
    const expanded = (await threads()).filter(({ collapsibleState }) => collapsibleState === Expanded);
    assert.equal(expanded.length, 40);

    await startThread('A new question');
    await (await extension.parts.mergeRequestView.load()).review.discussions.refresh(key());
    assert.equal((await threadWith('A new question')).collapsibleState, Expanded);

    await startThread('Two more: first');
    await startThread('Two more: second');
    await (await extension.parts.mergeRequestView.load()).review.discussions.refresh(key());
    assert.notEqual((await threadWith('Two more: second')).collapsibleState, Expanded);

    const last = await threadWith('Question 60');
    assert.notEqual(last.collapsibleState, Expanded);
    const discussion = await discussionWith('Question 60');
    await run('switchyard.openThread', { target: { kind: 'thread', mergeRequest: key(), discussion } });
    await until(() => last.collapsibleState === Expanded);
  });

  it('counts only unresolved threads', async () => {
    for (let index = 1; index <= 41; index++) await startThread(`Answered ${index}`, OTHER_FILE);
    const listed = await ask<{ id: string; notes: { body: string }[] }[]>(
      `${AT}/discussions?per_page=100&page=2`,
    );
    const answered = [...(await ask<typeof listed>(`${AT}/discussions?per_page=100`)), ...listed].filter(
      ({ notes }) => notes[0]?.body.startsWith('Answered ') === true,
    );
    assert.equal(answered.length, 41);
    for (const { id } of answered) await write('PUT', `/discussions/${id}`, { resolved: true });
    for (const text of ['Open: first', 'Open: second']) await startThread(text, OTHER_FILE);
    const { review: merged } = await extension.parts.mergeRequestView.load();
    await merged.discussions.refresh(key());

    await run('switchyard.openFileDiff', {
      target: { kind: 'change', mergeRequest: key(), path: OTHER_FILE },
    });
    await threadWith('Open: second');
    const expanded = (await threads()).filter(({ collapsibleState }) => collapsibleState === Expanded);
    assert.deepEqual(expanded.map(({ comments: [first] }) => textOf(first)).sort(), [
      'Open: first',
      'Open: second',
    ]);
  });

  async function startThread(body: string, path = FILE): Promise<void> {
    const { diff_refs: refs } = await ask<{ diff_refs: Readonly<Record<string, string>> }>(AT);
    const position = { ...refs, position_type: 'text', old_path: path, new_path: path, new_line: 2 };
    await write('POST', '/discussions', { body, position });
  }

  async function write(method: string, at: string, body: unknown): Promise<void> {
    const { url, tokens } = sandbox.info;
    const response = await fetch(`${url}/api/v4${AT}${at}`, {
      method,
      headers: { 'private-token': tokens['maintainer'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, `${method} ${at}: ${response.status}`);
  }

  async function threads(): Promise<readonly vscode.CommentThread[]> {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (!(input instanceof vscode.TabInputTextDiff)) return [];
    return (await review()).boxes.threadsOn(input.modified.toString());
  }

  const threadWith = (text: string): Promise<vscode.CommentThread> =>
    until(async () =>
      (await threads()).find(({ comments }) => comments.some((comment) => textOf(comment) === text)),
    );

  const textOf = (comment: vscode.Comment | undefined): string | undefined =>
    typeof comment?.body === 'string' ? comment.body : comment?.body.value;

  async function discussionWith(text: string): Promise<string> {
    const all = await ask<{ id: string; notes: { body: string }[] }[]>(`${AT}/discussions?per_page=100`);
    return all.find(({ notes }) => notes[0]?.body === text)?.id ?? '';
  }
});
