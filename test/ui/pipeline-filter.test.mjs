import assert from 'node:assert/strict';
import { THEMES, workbench } from './harness.mjs';

for (const theme of THEMES) {
  describe(`filtering pipelines, in a ${theme} window`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });

    it('is one button away, and ticks what is to be shown', async () => {
      await window.openContainer();
      await window.onlyView('Pipelines');
      await window
        .row(/^Pipeline \d+, main, running/)
        .first()
        .waitFor();
      await window.viewButton('Pipelines', 'Filter Pipelines...');
      await line('failed', 'pipelines').click();
      await window.shot(`filter-${theme}`);
      await window.page.keyboard.press('Enter');
      await window
        .row(/^Pipeline \d+, .*, running/)
        .first()
        .waitFor({ state: 'detached' });
      await window
        .row(/^Pipeline \d+, .*, failed/)
        .first()
        .waitFor();
    });

    it('says above the rows what is left of them', async () => {
      await window.page.locator('.part.sidebar').getByText('Showing: failed').waitFor();
      await window.page.mouse.move(900, 600);
      await window.shot(`filtered-${theme}`);
    });

    it('has the same ticked the next time', async () => {
      await window.viewButton('Pipelines', 'Filter Pipelines...');
      const box = line('failed', 'pipelines').locator('[role="checkbox"], input[type="checkbox"]').first();
      await box.waitFor();
      assert.equal((await box.getAttribute('aria-checked')) ?? String(await box.isChecked()), 'true');
      await window.page.keyboard.press('Escape');
    });

    it('is taken away by one button', async () => {
      await window.viewButton('Pipelines', 'Clear Pipeline Filter');
      await window
        .row(/^Pipeline \d+, main, running/)
        .first()
        .waitFor();
      await window.page.getByRole('button', { name: 'Clear Pipeline Filter' }).waitFor({ state: 'detached' });
    });

    const line = (label, description) =>
      window
        .quickInput()
        .locator('.monaco-list-row')
        .filter({ hasText: label })
        .filter({ hasText: description })
        .first();
  });
}
