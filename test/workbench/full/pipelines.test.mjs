import assert from 'node:assert/strict';
import { THEMES, themesOf, workbench } from '../harness.mjs';
import { iconContrasts } from '../steps/icon-contrast.mjs';
import { openPipelinesView } from '../steps/stages.mjs';
import { step } from '../steps/step.mjs';

describe('Pipelines view in several themes', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });

  for (const theme of THEMES) {
    it(`is filtered by status until the filter is cleared, ${theme} theme`, async () => {
      await window.changeTheme(theme);
      await openPipelinesView(window);
      const line = (label) =>
        window.quickInput().locator('.monaco-list-row').filter({ hasText: label }).first();
      await step('open the filter with one button, and select the statuses to show', async () => {
        await window
          .row(/^Pipeline \d+, main, running/)
          .first()
          .waitFor();
        await window.viewButton('Pipelines', 'Filter Pipelines...');
        await line('Failed').click();
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
      await step('show the active filter above the rows', async () => {
        await window.page.locator('.part.sidebar').getByText('Showing: failed').waitFor();
        await window.page.mouse.move(900, 600);
        await window.shot(`filtered-${theme}`);
      });
      await step('keep the selection for the next time', async () => {
        await window.viewButton('Pipelines', 'Filter Pipelines...');
        const box = line('Failed').locator('[role="checkbox"], input[type="checkbox"]').first();
        await box.waitFor();
        assert.equal((await box.getAttribute('aria-checked')) ?? String(await box.isChecked()), 'true');
        await window.page.keyboard.press('Escape');
      });
      await step('clear the filter with one button', async () => {
        await window.viewButton('Pipelines', 'Clear Pipeline Filter');
        await window
          .row(/^Pipeline \d+, main, running/)
          .first()
          .waitFor();
        await window.page
          .getByRole('button', { name: 'Clear Pipeline Filter' })
          .waitFor({ state: 'detached' });
      });
    });
  }

  for (const theme of themesOf('dark', 'light', 'high-contrast', 'high-contrast-light')) {
    it(`shows icons with a contrast of at least 3:1 (${theme})`, async () => {
      await window.changeTheme(theme);
      await openPipelinesView(window);
      await window.page.mouse.move(900, 600);
      await window
        .row(/^Pipeline \d+, .*, failed/)
        .first()
        .waitFor();
      const contrasts = await iconContrasts(window.page);
      const icons = new Set(contrasts.map(({ icon }) => icon));
      for (const icon of ['error', 'pass', 'sync']) assert.ok(icons.has(icon), [...icons].join());
      assert.deepEqual(
        contrasts.filter(({ contrast }) => contrast < 3),
        [],
      );
      if (theme.startsWith('high-contrast')) {
        const of = (name) => contrasts.find(({ icon }) => icon === name).contrast;
        assert.ok(of('error') > of('pass'), 'failures stand out');
      }
      await window.shot(`icons-${theme}`);
    });
  }
});

describe('signing in, keyboard', () => {
  const window = workbench({ theme: 'light', signedIn: false });

  it('shows the pipelines after an invalid token was corrected', async () => {
    await step('offer to sign in while signed out', async () => {
      await window.openContainer();
      await window.onlyView('Pipelines');
      await window.page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
      await window.page.mouse.move(900, 600);
      await window.shot('welcome-light');
    });
    await step('explain an invalid token, and keep the typed text', async () => {
      await window.page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await answer(/Sign In \(1\/2\)/, window.sandbox.url);
      await answer(/\(2\/2\)/, 'glpat-wrong-wrong-wrong');
      await window.quickInput().filter({ hasText: 'rejected the token' }).waitFor();
      assert.equal(await input().inputValue(), 'glpat-wrong-wrong-wrong');
      assert.equal(await input().getAttribute('type'), 'password');
      await window.shot('sign-in-light');
    });
    await step('show the pipelines with a valid token', async () => {
      await answer(/\(2\/2\)/, window.sandbox.tokens.developer);
      await window.row(/^Project acme\/storefront/).waitFor();
      await window
        .row(/^Pipeline /)
        .first()
        .waitFor();
      await window.toast(/Signed in as/).waitFor();
      await window.shot('pipelines-light');
    });
  });

  const input = () => window.page.locator('.quick-input-widget input').last();

  async function answer(title, text) {
    await window.quickInput().filter({ hasText: title }).waitFor();
    await input().fill(text);
    await window.page.keyboard.press('Enter');
  }
});
