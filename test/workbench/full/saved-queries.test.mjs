// The form of a saved query after a reload of the window, and its setting. The other tests of the form need no editor:
// test/pages/saved-queries.test.mjs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { workbench } from '../harness.mjs';

describe('form of a saved query', () => {
  const window = workbench({ theme: 'high-contrast', signedIn: 'owner' });
  const page = () => window.page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
  const field = (name) => page().locator(`[data-field="${name}"]`).locator('input, select, textarea').first();
  const button = (name) => page().getByRole('button', { name, exact: true });

  /** Opens the form of a new query. */
  const open = async () => {
    await window.openContainer();
    await window.onlyView('Merge Requests');
    await window.command('Switchyard: New Merge Request Query...');
    await field('name').waitFor();
  };
  const addLabel = async () => {
    await field('labels').fill('bu');
    await page().locator('.choices [data-choice]', { hasText: 'bug' }).first().waitFor();
    await window.page.keyboard.press('ArrowDown');
    await window.page.keyboard.press('Enter');
    await page().locator('[data-field="labels"] [data-chip]', { hasText: 'bug' }).waitFor();
  };
  const preview = async () => {
    await button('Preview').click();
    await page()
      .locator('#answer h2', { hasText: /merge request/ })
      .waitFor();
  };
  const selectGroup = async () => {
    await field('place').selectOption({ label: 'Another group' });
    await field('path').fill('acme');
  };
  /** Saves the query in the workspace settings. Returns the saved queries. */
  const save = async () => {
    await field('home').selectOption('workspace');
    await button('Save').click();
    await window.editorTab(/New Merge Request Query/).waitFor({ state: 'detached' });
    const file = path.join(window.workspace, '.vscode', 'settings.json');
    return JSON.parse(await readFile(file, 'utf8'))['switchyard.mergeRequests.queries'];
  };

  it('restores all typed values after a reload of the window', async () => {
    await open();
    await field('name').fill('Bugs');
    await addLabel();
    await selectGroup();
    // An earlier form may be saved with the same path, so the name has to match, too.
    await window.remembered(/typed:\{query:\{(?=[^}]*name:Bugs\b)[^}]*path:acme\b/);
    await window.page.reload();
    await window.editorTab(/New Merge Request Query/).waitFor();
    await page().locator('[data-field="path"]').waitFor();
    assert.equal(await field('path').inputValue(), 'acme');
    assert.equal(await field('name').inputValue(), 'Bugs');
    await page().locator('[data-field="labels"] [data-chip]', { hasText: 'bug' }).waitFor();
    await preview();
  });

  it('edits a query, and deletes it with an undo action', async () => {
    await open();
    await field('name').fill('Typos');
    await selectGroup();
    const saved = (await save()).find(({ name }) => name === 'Typos');
    const filters = { scope: 'all', state: 'opened' };
    assert.deepEqual(saved, { name: 'Typos', host: window.sandbox.url, group: 'acme', filters });
    await window.row(/Typos/, { view: 'Merge Requests' }).first().waitFor();
    await window.command('Switchyard: Edit Merge Request Query...');
    await window.quickRow('Typos').click();
    await field('name').waitFor();
    assert.equal(await field('name').inputValue(), 'Typos');
    await button('Delete').click();
    await window.toast('Query "Typos" deleted.').waitFor();
    await window.editorTab(/Edit Merge Request Query/).waitFor({ state: 'detached' });
    await window.toast('Query "Typos" deleted.').getByRole('button', { name: 'Undo' }).click();
    await window.row(/Typos/, { view: 'Merge Requests' }).first().waitFor();
  });
});
