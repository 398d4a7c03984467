import assert from 'node:assert/strict';
import { workbench } from '../harness.mjs';
import { line, openFailedLog } from '../steps/failed-log.mjs';
import { step } from '../steps/step.mjs';

describe('reloaded window', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });
  const tab = (name) => window.editorTab(name);

  /** The selected row. When it is restored, its view is expanded, which could hide the view of the next test. */
  const selectedRow = () =>
    window.page.locator('.part.sidebar [role="treeitem"][aria-selected="true"]').first();

  /** Waits until the state of a view is saved with a selected row. */
  const rowSelected = (key) => window.kept(new RegExp(`${key}:\\[[^\\]]*state:selected`));

  /** Opens a log, the history of its job, and a comparison with the log of another run. */
  const openThree = async () => {
    await openFailedLog(window);
    await line(window, 'at discountFor').waitFor();
    await window.statusItem(/^Ln 52, /).waitFor();
    await tab(/^unit-tests/).dblclick();
    await window.command('Switchyard: Show Job History');
    await tab(/^History of unit-tests/).waitFor();
    await tab(/^unit-tests #/).click();
    await window.command('Switchyard: Compare Log with Last Passed Run');
    await tab(/↔/).waitFor();
    await tab(/↔/).dblclick();
  };

  it('restores its log, comparison, history, and search editors in their order', async () => {
    await openThree();
    await step('reload the window', async () => {
      // Changes the folding and the cursor position.
      await tab(/^unit-tests #\d+$/).click();
      await line(window, 'at discountFor').click();
      await window.page.keyboard.press('Control+Home');
      await window.page.locator('.part.editor .codicon-folding-collapsed').first().click();
      await line(window, 'Using Docker executor').first().click();
      await window.statusItem(/^Ln 3, /).waitFor();
      const before = await tabs();
      assert.equal(before.length, 3);
      await window.kept(/open-editors:\[[^\]]*switchyard-compare/);
      await rowSelected('pipeline-rows');
      await window.scrolled(/unit-tests.*lineNumber:3\b/);
      await window.page.reload();
      // The active editor is restored first, and the others in their order.
      await tab(/^History of unit-tests/).waitFor();
      await line(window, 'Using Docker executor').first().waitFor();
      assert.deepEqual(await tabs(), before);
      await window.statusItem(/^Ln 3, /).waitFor();
      await selectedRow().waitFor();
      await window.shot('reloaded-log');
    });
    await step('show each restored editor when its tab is clicked', async () => {
      await tab(/^History of unit-tests/).click();
      await line(window, 'failed').first().waitFor();
      await tab(/↔/).click();
      await window.page.locator('.part.editor .editor.modified .view-line').first().waitFor();
    });
  });

  it('restores its editors in their order among pages and files', async () => {
    await openThree();
    const log = tab(/^unit-tests #\d+$/);
    await log.click();
    await window.openContainer();
    await window.onlyView('Merge Requests');
    // An editor opens next to the active one.
    await window
      .row(/^Merge request 12, /, { view: 'Merge Requests' })
      .first()
      .dblclick();
    await tab(/^!12/).waitFor();
    // A page that isn't loaded has no state yet that could be restored.
    await window.panel().getByRole('heading', { name: 'Pay with a gift card' }).waitFor();
    await tab(/^History of unit-tests/).click();
    await line(window, 'failed').first().waitFor();
    await window.page.keyboard.press('ControlOrMeta+p');
    await window.page.locator('.quick-input-widget input').first().fill('price.ts');
    await window.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ hasText: 'price.ts' })
      .first()
      .click();
    await tab(/^price\.ts/).dblclick();
    await tab(/↔/).click();
    const before = await tabs();
    assert.deepEqual(
      before.map(({ name }) => /unit-tests|!12|price/.exec(name)?.[0]),
      ['unit-tests', '!12', 'unit-tests', 'unit-tests', 'price'],
    );
    await window.kept(/open-editors:\[[^\]]*switchyard-compare[^}]*active:true/);
    await rowSelected('merge-request-rows');
    await window.remembered(/iid:12.*price\.ts/);
    await window.page.reload();
    await tab(/^History of unit-tests/).waitFor();
    await window.page.locator('.part.editor .editor.modified .view-line').first().waitFor();
    assert.deepEqual(await tabs(), before);
    await selectedRow().waitFor();
    await window.shot('reloaded-order');
  });

  it('shows its status bar items in their order', async () => {
    await openFailedLog(window);
    const items = window.page.locator('.part.statusbar .statusbar-item[id*="switchyard.switchyard"]');
    // VS Code reverses the elements on the right with a style.
    const ids = () =>
      items.evaluateAll((all) =>
        all
          .map((each) => ({ id: each.id.split('.').at(-1), ...each.getBoundingClientRect().toJSON() }))
          .filter(({ width }) => width > 0)
          .sort((a, b) => a.x - b.x)
          .map(({ id }) => id),
      );
    for (const id of ['branch', 'logProblems', 'log'])
      await window.page.locator(`.statusbar-item[id$="switchyard.${id}"]`).waitFor();
    assert.deepEqual(await ids(), ['branch', 'logProblems', 'log']);
  });

  const row = (name) => window.row(name, { view: 'Pipelines' }).first();

  it('restores the expanded rows and the selected row of a view', async () => {
    await openFailedLog(window);
    await rowSelected('pipeline-rows');
    // Only this test has a log as the only editor, so no state of the tests before it matches.
    await window.kept(/open-editors:\[\{[^\]}]*switchyard-log[^\]}]*\}\]/);
    const before = await rows();
    assert.ok(before.some(({ name, expanded }) => name.startsWith('Stage ') && expanded === 'true'));
    await window.page.reload();
    await row(/^Job unit-tests, failed/).waitFor();
    await selectedRow().waitFor();
    assert.deepEqual(await rows(), before);
    await window.shot('reloaded-rows');
  });

  it('keeps all rows collapsed after they were collapsed with the menu', async () => {
    await openFailedLog(window);
    await window.viewMenu('Pipelines', 'Collapse All');
    await row(/^Job unit-tests, /).waitFor({ state: 'detached' });
    await window.kept(/pipeline-rows:\[\{[^\]]*state:collapsed\}\]/);
    await window.page.reload();
    await row(/storefront/).waitFor();
    await window.settle();
    assert.ok((await rows()).every(({ expanded }) => expanded !== 'true'));
  });

  const rows = () =>
    window
      .view('Pipelines')
      .getByRole('treeitem')
      .evaluateAll((all) =>
        all.map((each) => ({
          // Without ages and durations.
          name: each.getAttribute('aria-label').split(',')[0],
          expanded: each.getAttribute('aria-expanded'),
          selected: each.getAttribute('aria-selected'),
        })),
      );

  const tabs = () =>
    window.page.locator('.part.editor [role="tab"]').evaluateAll((all) =>
      all.map((each) => ({
        name: each.querySelector('.label-name').textContent,
        active: each.getAttribute('aria-selected'),
      })),
    );
});
