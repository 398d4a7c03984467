import { THEMES, workbench } from './harness.mjs';

for (const theme of THEMES) {
  describe(`Errors view, ${theme} theme`, () => {
    const window = workbench({ theme, signedIn: 'owner' });
    const row = (name) => window.row(name, { view: 'Errors' }).first();

    const openError = async () => {
      await window.openContainer();
      await window.onlyView('Errors');
      await window.unfold(row(/^Error TypeError: Cannot read/));
    };

    it('opens the line of code of an error, with a code lens for the error', async () => {
      await openError();
      await row(/^Frame discountFor, at src\/cart\/price.ts:42$/).waitFor();
      await row(/^Error RangeError/).hover();
      await window.settle();
      await window.shot(`errors-${theme}`);
      const line = window.page.locator('.view-line').filter({ hasText: 'return rule.rate' });
      await window.openRow(row(/^Frame discountFor/), line);
      const lens = window.page
        .locator('.codelens-decoration')
        .filter({ hasText: /46 events, last seen/ })
        // Each frame of the stack trace in this file has a code lens.
        .first();
      await lens.waitFor();
      await window.shot(`errors-line-${theme}`);
      await lens.getByRole('button').or(lens.locator('a')).first().click();
      await window.page.getByRole('tab', { name: /^TypeError: Cannot read/ }).waitFor();
      await window.page.locator('.view-line').filter({ hasText: 'Stack trace' }).waitFor();
      await window.shot(`errors-document-${theme}`);
    });

    it("shows the source code from the event if the file isn't in the workspace", async () => {
      await openError();
      await window.unfold(row(/^1 library frame/));
      await window.openRow(row(/^Frame Layer.handle/), window.editorTab(/^layer.js/));
      await window.page
        .locator('.codelens-decoration')
        .filter({ hasText: /layer.js:95:5 isn't in this workspace/ })
        .waitFor();
      await window.shot(`errors-context-${theme}`);
    });
  });
}
