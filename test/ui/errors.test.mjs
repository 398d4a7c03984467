import { THEMES, workbench } from './harness.mjs';

for (const theme of THEMES) {
  describe(`the errors' view in the theme ${theme}`, () => {
    const window = workbench({ theme, signedIn: 'owner' });
    const row = (name) => window.row(name, 'Errors');

    it('leads from an error to the line of code that it came from, which tells of it', async () => {
      await window.openContainer();
      await window.onlyView('Errors');
      await row(/^Error TypeError: Cannot read/).click();
      await row(/^Frame discountFor, at src\/cart\/price.ts:42$/).waitFor();
      await row(/^Error RangeError/).hover();
      await window.settle();
      await window.shot(`errors-${theme}`);
      await row(/^Frame discountFor/).click();
      await window.page.locator('.view-line').filter({ hasText: 'return rule.rate' }).waitFor();
      const lens = window.page
        .locator('.codelens-decoration')
        .filter({ hasText: /46 events, last seen/ })
        // Each of its calls in this file has one.
        .first();
      await lens.waitFor();
      await window.shot(`errors-line-${theme}`);
      await lens.getByRole('button').or(lens.locator('a')).first().click();
      await window.page.getByRole('tab', { name: /^TypeError: Cannot read/ }).waitFor();
      await window.page.locator('.view-line').filter({ hasText: 'Stack trace' }).waitFor();
      await window.shot(`errors-document-${theme}`);
    });

    it('shows the code that came along where there is no file', async () => {
      await row(/^1 library frame/).click();
      await row(/^Frame Layer.handle/).click();
      await window.page.getByRole('tab', { name: /^layer.js/ }).waitFor();
      await window.page
        .locator('.codelens-decoration')
        .filter({ hasText: /layer.js:95:5 isn't in this workspace/ })
        .waitFor();
      await window.shot(`errors-context-${theme}`);
    });
  });
}
