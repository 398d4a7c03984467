import assert from 'node:assert/strict';
import { line, openFailedLog } from './failed-log.mjs';
import { workbench } from './harness.mjs';

describe('a window that is reloaded', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });
  const tab = (name) => window.editorTab(name);

  it('has its log, comparison, history, and search editors again, in their order', async () => {
    await openFailedLog(window);
    await line(window, 'at discountFor').waitFor();
    await window.statusItem(/^Ln 53, /).waitFor();
    await tab(/^unit-tests/).dblclick();
    await window.command('Switchyard: Show Job History');
    await tab(/^History of unit-tests/).waitFor();
    await tab(/^unit-tests #/).click();
    await window.command('Switchyard: Compare Log with Last Passed Run');
    await tab(/↔/).waitFor();
    await tab(/↔/).dblclick();
    // What the reader folds and where the cursor is.
    await tab(/^unit-tests #\d+$/).click();
    await line(window, 'at discountFor').click();
    await window.page.keyboard.press('Control+Home');
    await window.page.locator('.part.editor .codicon-folding-collapsed').first().click();
    await line(window, 'Using Docker executor').first().click();
    await window.statusItem(/^Ln 3, /).waitFor();
    const before = await tabs();
    assert.equal(before.length, 3);
    await window.kept(/open-editors.*switchyard-compare/);
    await window.scrolled(/unit-tests.*lineNumber:3\b/);
    await window.page.reload();
    await tab(/↔/).waitFor();
    await line(window, 'Using Docker executor').first().waitFor();
    assert.deepEqual(await tabs(), before);
    await window.statusItem(/^Ln 3, /).waitFor();
    await window.shot('reloaded-log');
  });

  it('shows each of them when its tab is clicked', async () => {
    await tab(/^History of unit-tests/).click();
    await line(window, 'failed').first().waitFor();
    await tab(/↔/).click();
    await window.page.locator('.part.editor .editor.modified .view-line').first().waitFor();
  });

  const tabs = () =>
    window.page.locator('.part.editor [role="tab"]').evaluateAll((all) =>
      all.map((each) => ({
        name: each.getAttribute('data-resource-name') ?? each.textContent,
        active: each.getAttribute('aria-selected'),
      })),
    );
});
