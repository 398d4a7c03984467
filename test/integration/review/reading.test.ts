import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { unfinishedPlace } from '../../../src/app/discussions/unfinished-comments';
import { IID, threadsInDiff } from '../helpers/comments-setup';
import { until } from '../helpers/harness';

const run = vscode.commands.executeCommand;

describe('a merge request as text', () => {
  const world = threadsInDiff();
  const argument = () => ({ target: { kind: 'merge-request', mergeRequest: world.key() } });
  const editor = (): vscode.TextEditor => {
    const active = vscode.window.activeTextEditor;
    assert.equal(active?.document.uri.scheme, 'switchyard-merge-request');
    return active;
  };
  const text = (): string => editor().document.getText();
  const cursorLine = (): string => {
    const { document, selection } = editor();
    return document.lineAt(selection.active.line).text;
  };
  const shows = (pattern: RegExp) =>
    until(() => pattern.test(text()), { description: `the text shows ${pattern.source}` });
  beforeEach(async () => {
    await run('switchyard.readMergeRequest', argument());
    await shows(/^History$/m);
    editor().selection = new vscode.Selection(0, 0, 0, 0);
  });

  it('contains the changes, the threads with their lines, and the history', async () => {
    await shows(/^!11 Hide products without sales/);
    await shows(/^Changes \(\d+ files?\)\n {2}src\/catalog\/search\.ts · modified · \d+ lines? added/m);
    await shows(/^Unresolved thread on src\/catalog\/search\.ts:5 {2}Open · Reply · Resolve Thread$/m);
    await shows(/^ {4}What does a rank of zero mean\?$/m);
    const symbols = await run<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      editor().document.uri,
    );
    const names = symbols.map(({ name }) => name);
    for (const name of ['Checks', 'Description', 'History']) assert.ok(names.includes(name), names.join());
    const links = await run<vscode.DocumentLink[]>('vscode.executeLinkProvider', editor().document.uri);
    assert.ok(links.some(({ target }) => target?.path === 'switchyard.openFileDiff'));
  });

  it('goes to threads, and replies to and resolves the one at the cursor', async () => {
    await run('switchyard.nextThread');
    assert.match(cursorLine(), /^Unresolved thread on src\/catalog\/search\.ts:5/);
    world.it.script.type('It has no sales.');
    await run('switchyard.replyToThread');
    await shows(/^ {4}It has no sales\.$/m);
    assert.match(cursorLine(), /^Unresolved thread/);
    await run('switchyard.resolveThread');
    await shows(/^Resolved thread on src\/catalog\/search\.ts:5/m);
    const thread = (await world.wire()).find(({ notes }) => notes[0]?.body.includes('a rank'));
    assert.ok(thread);
    assert.equal(thread.notes.at(-1)?.body, 'It has no sales.');
    assert.ok(thread.notes.every(({ system, resolved }) => system === true || resolved === true));
    const line = text()
      .split('\n')
      .findIndex((each) => each.startsWith('Resolved thread on src/catalog/search.ts:5'));
    editor().selection = new vscode.Selection(line + 1, 0, line + 1, 0);
    await run('switchyard.unresolveThread');
    await shows(/^Unresolved thread on src\/catalog\/search\.ts:5/m);
  });

  it('starts a reply with a suggestion for the lines of the thread at the cursor', async () => {
    await run('switchyard.nextThread');
    assert.match(cursorLine(), /^Unresolved thread on src\/catalog\/search\.ts:5/);
    await run('switchyard.insertSuggestion');
    const { unfinished } = (await world.it.parts.mergeRequestView.load()).review;
    const thread = (await world.wire()).find(({ notes }) => notes[0]?.body.includes('a rank'));
    assert.ok(thread);
    const place = unfinishedPlace(world.key(), { discussion: thread.id });
    const [fence, line] = unfinished.get(place)?.text.split('\n') ?? [];
    assert.equal(fence, '```suggestion:-0+0');
    assert.match(line ?? '', /\w/);
    await unfinished.remove(place);
    await run('switchyard.readMergeRequest', argument());
    const before = world.it.script.messages.length;
    editor().selection = new vscode.Selection(0, 0, 0, 0);
    await run('switchyard.insertSuggestion');
    assert.equal(
      world.it.script.messages.at(before)?.message,
      'Move the cursor to a thread on code to suggest a change.',
    );
  });

  it('goes from the last unresolved thread to the first, and back', async () => {
    world.it.script.type('Second?');
    await run('switchyard.startThread');
    await shows(/^ {4}Second\?$/m);
    await run('switchyard.nextThread');
    const first = cursorLine();
    await run('switchyard.nextThread');
    const second = cursorLine();
    assert.notEqual(first, second);
    await run('switchyard.previousThread');
    assert.equal(cursorLine(), first);
    await run('switchyard.previousThread');
    assert.equal(cursorLine(), second);
    await run('switchyard.nextThread');
    assert.equal(cursorLine(), first);
  });

  it('is the target of commands that are run without a row', async () => {
    const before = world.it.script.asked.length;
    world.it.script.type('Read to the end.');
    await run('switchyard.addComment');
    await shows(/^ {4}Read to the end\.$/m);
    assert.match(world.it.script.asked[before]?.prompt ?? '', new RegExp(`!${IID}`));
  });
});
