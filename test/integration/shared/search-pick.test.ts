import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { systemClock } from '../../../src/base/clock';
import { searchPick, type SearchPickResults } from '../../../src/ui/shared/editor/search-pick';
import { until } from '../helpers/harness';

describe('search picker', () => {
  const { window } = vscode;
  const { createQuickPick } = window;
  afterEach(() => {
    window.createQuickPick = createQuickPick;
  });

  let pick: vscode.QuickPick<vscode.QuickPickItem> | undefined;
  beforeEach(() => {
    pick = undefined;
    window.createQuickPick = <T extends vscode.QuickPickItem>(): vscode.QuickPick<T> => {
      const made = createQuickPick<T>();
      pick = made;
      return made;
    };
  });

  it('shows actions below the reason of a failure, and selects none of them automatically', async () => {
    let answer: (() => void) | undefined;
    const asked = searchPick<string>(
      {
        title: 'Find',
        placeholder: 'Find',
        search: () =>
          new Promise((resolve) => {
            const actions = [{ label: 'Open in Browser', value: 'browse' }];
            answer = () => {
              resolve({ groups: [], note: 'No such page', failed: true, actions });
            };
          }),
      },
      systemClock,
    );
    const release = await until(() => answer);
    let chosen: string | undefined;
    const closed = asked.then((value) => {
      chosen = value;
    });
    const shown = pick ?? assert.fail();
    let accepted = false;
    shown.onDidAccept(() => {
      accepted = true;
    });
    const accept = () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    // Enter during a search selects a single result. The list may not be visible yet.
    await until(async () => {
      await accept();
      return accepted || undefined;
    });
    release();
    await until(() => !shown.busy || undefined);
    // The window answers in order, so it has reported by then that the list was closed.
    for (let turn = 0; turn < 2; turn++) await vscode.commands.getCommands();
    assert.equal(chosen, undefined);
    assert.deepEqual(
      shown.items.map(({ label }) => label),
      ['No such page', 'Open in Browser'],
    );
    const [, action] = shown.items;
    assert.ok(action);
    shown.activeItems = [action];
    // The list in the window is updated later.
    await until(async () => {
      await accept();
      return chosen;
    });
    await closed;
    assert.equal(chosen, 'browse');
  });

  it('ignores the results of an outdated search', async () => {
    const answers = new Map<string, () => void>();
    const search = (typed: string): Promise<SearchPickResults<string>> =>
      new Promise((resolve) => {
        answers.set(typed, () => {
          resolve({ groups: [{ items: [{ label: typed || 'all', value: typed }] }] });
        });
      });
    const asked = searchPick({ title: 'Find', placeholder: 'Find', search }, systemClock);
    await until(() => answers.get(''));
    assert.ok(pick);
    pick.value = 'new';
    const answer = await until(() => answers.get('new'));
    answer();
    await until(() => pick?.busy === false || undefined);
    answers.get('')?.();
    await setImmediate();
    assert.deepEqual(
      pick.items.map(({ label }) => label),
      ['new'],
    );
    pick.hide();
    await asked;
  });
});
