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

  it('ignores the results of an outdated search', async () => {
    let pick: vscode.QuickPick<vscode.QuickPickItem> | undefined;
    window.createQuickPick = <T extends vscode.QuickPickItem>(): vscode.QuickPick<T> => {
      const made = createQuickPick<T>();
      pick = made;
      return made;
    };
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
