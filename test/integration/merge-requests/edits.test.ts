import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { api, madeRequest } from '../helpers/made-request';

describe('editing a merge request', () => {
  const world = madeRequest();
  const { answer, name, now, command, choose, messages, lastMessage, press } = world;

  const autoSave = (value: string | undefined): Thenable<void> =>
    vscode.workspace.getConfiguration('files').update('autoSave', value, vscode.ConfigurationTarget.Global);

  // The browser's editor saves automatically.
  before(() => autoSave('off'));
  after(() => autoSave(undefined));

  it('validates and edits the title', async () => {
    world.it.script.type('', 'x'.repeat(256), `Act ${world.number}, renamed`);
    await command('editTitle');
    assert.match(world.it.script.problems[0] ?? '', /^Enter a title\.$/);
    assert.match(world.it.script.problems[1] ?? '', /at most 255 characters\. It currently has 256/);
    assert.equal((await now()).title, `Act ${world.number}, renamed`);
    assert.deepEqual(messages(), []);
  });

  it('edits labels, people, milestone, target branch, and merge options', async () => {
    answer({
      pickFromGroups: ({ groups }) => {
        const all = groups.flatMap(({ items }) => items);
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
    assert.deepEqual(messages(), []);
    answer({ pickFromGroups: () => Promise.resolve([]) });
    await command('editAssignees');
    assert.deepEqual((await now()).assignees, []);
  });

  it('completes names in the description, and attaches files', async () => {
    await command('editDescription');
    assert.equal(world.it.script.mentioned.at(-1), `Saving the description of ${name()} sends it.`);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const { document } = editor;
    const before = document.getText();
    await editor.edit((edit) => {
      edit.insert(document.positionAt(before.length), ' @mar');
    });
    const end = document.positionAt(before.length + ' @mar'.length);
    editor.selection = new vscode.Selection(end, end);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      end,
      '@',
    );
    assert.ok(items.some(({ insertText }) => insertText === '@marek '));
    world.it.script.openWith({ name: 'notes.txt', size: 2, read: () => Promise.resolve(Buffer.from('ok')) });
    await vscode.commands.executeCommand('switchyard.attachFiles');
    assert.match(document.getText(), / @mar \[notes\.txt\]\(\/uploads\/[\da-f]{32}\/notes\.txt\)$/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until(() => document.getText() === before, { description: 'the description as it was' });
  });

  it('does not send a description that is saved automatically, and offers to send it later', async () => {
    const first = (await now()).description;
    await autoSave('afterDelay');
    try {
      await command('editDescription');
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor);
      await editor.edit((edit) => {
        edit.insert(new vscode.Position(0, 0), 'Half ');
      });
      await until(() => !editor.document.isDirty, { description: 'the automatic save' });
      assert.equal((await now()).description, first);
      await vscode.commands.executeCommand('workbench.action.files.save');
      await until(async () => (await now()).description === `Half ${first}`, {
        description: 'the sent text',
      });
      await editor.edit((edit) => {
        edit.insert(new vscode.Position(0, 0), 'Other ');
      });
      await until(() => !editor.document.isDirty, { description: 'the second automatic save' });
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await until(
        () => messages().some((message) => /description of !\d+ haven't been sent\.$/.test(message)),
        {
          description: 'the offer',
        },
      );
      assert.equal((await now()).description, `Half ${first}`);
      await press('Send');
      assert.equal((await now()).description, `Other Half ${first}`);
    } finally {
      await autoSave('off');
      await api('PUT', `/merge_requests/${world.made.iid}`, { description: first });
    }
  });

  it('shows the description of the server after unsent changes were discarded', async () => {
    const first = (await now()).description;
    /** Opens the description, and changes it. The change is saved automatically, which doesn't send it. */
    const change = async (text: string): Promise<vscode.TextDocument> => {
      await command('editDescription');
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor);
      await editor.edit((edit) => {
        edit.insert(new vscode.Position(0, 0), text);
      });
      await until(() => !editor.document.isDirty, { description: 'the automatic save' });
      return editor.document;
    };
    const close = async (): Promise<void> => {
      const before = messages().length;
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await until(() => messages().length > before, { description: 'the offer' });
    };
    await autoSave('afterDelay');
    try {
      await change('Discarded ');
      await close();
      await press('Discard');
      await command('editDescription');
      const opened = vscode.window.activeTextEditor?.document;
      assert.ok(opened);
      assert.equal(opened.getText(), first);
      assert.equal(opened.isDirty, false);
      await change('Kept ');
      await close();
      const { actions } = lastMessage();
      await change('Also ');
      await actions.find(({ title }) => title === 'Send')?.run();
      assert.equal((await now()).description, `Also Kept ${first}`);
      await change('Discarded ');
      await close();
      const later = lastMessage().actions;
      await command('editDescription');
      await later.find(({ title }) => title === 'Discard')?.run();
      assert.equal(vscode.window.activeTextEditor?.document.getText(), `Also Kept ${first}`);
    } finally {
      await autoSave('off');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    }
  });

  it('edits the description in an editor, and asks before overwriting changes of others', async () => {
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
    await api('PUT', `/merge_requests/${world.made.iid}`, { description: 'PAY-1 Of somebody else' });
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
      world.it.script.offered.at(-1)?.map(({ label }) => label),
      ['Compare', 'Overwrite', 'Save to File...'],
    );
    assert.ok(JSON.stringify(world.it.state()).includes('Two. One. PAY-99'), 'what was typed is kept');
    choose(/^Overwrite$/);
    await type('Three. ');
    assert.equal(await editor.document.save(), true);
    assert.equal((await now()).description, 'Three. Two. One. PAY-99\n\nAs it was.');
    assert.ok(!JSON.stringify(world.it.state()).includes('Two. One. PAY-99'), 'until it is sent');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('sets the estimate, adds time spent, and undoes a reset', async () => {
    world.it.script.type('30', 'soon', '3h30m');
    await command('setEstimate');
    assert.match(world.it.script.problems.join('\n'), /^Add a unit .*\n.*Enter numbers with the units/);
    world.it.script.type('1h', 'Read it');
    await command('addTimeSpent');
    const stats = async () => (await now()).time_stats;
    assert.deepEqual([(await stats()).time_estimate, (await stats()).total_time_spent], [12_600, 3_600]);
    world.it.script.type('-15m', '');
    await command('addTimeSpent');
    assert.equal((await stats()).total_time_spent, 2_700);
    choose(/^Reset Time Spent$/);
    await command('resetTime');
    assert.equal((await stats()).total_time_spent, 0);
    await press('Undo');
    assert.equal((await stats()).total_time_spent, 2_700);
  });

  it('runs a timer in the status bar, and adds its time when it stops', async () => {
    const { timer, timerItem } = await world.it.parts.mergeRequestFeature.load();
    await command('startTimer');
    assert.equal(timerItem.shown, `$(watch) ${name()} 0:00`);
    assert.ok(JSON.stringify(world.it.state()).includes('timeTimer'), 'it outlives the window');
    await command('startTimer');
    assert.equal(lastMessage().message, `A timer is already running for ${name()}.`);
    choose(/^Add 1m as Time Spent\.\.\.$/);
    world.it.script.type('25m', 'Worked');
    await vscode.commands.executeCommand('switchyard.stopTimer');
    assert.equal((await now()).time_stats.total_time_spent, 1_500);
    assert.deepEqual([timer.running, timerItem.shown], [undefined, undefined]);
  });
});
