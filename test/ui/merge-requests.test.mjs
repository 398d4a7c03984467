import assert from 'node:assert/strict';
import { THEMES, workbench } from './harness.mjs';

for (const theme of THEMES) {
  describe(`the merge requests, in a ${theme} window`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
    const open = (name) => window.unfold(row(name));

    it('show first what a person owes others', async () => {
      await window.openContainer();
      await window.onlyView('Merge Requests');
      await row(/^Waiting for Me, \d+ merge requests/).waitFor();
      await row(/^To Review, 1 merge request$/).waitFor();
      await row(/^Waiting for Others/).waitFor();
      assert.equal(await row(/^Waiting for Others/).getAttribute('aria-expanded'), 'false');
      await window.settle();
      await window.shot(`merge-requests-${theme}`);
    });

    it('open to commits, pipelines, people, issues and time', async () => {
      await open(/^Merge request 12,/);
      for (const section of [/^Commits/, /^Pipelines/, /^People/, /^Closes/, /^Time/]) await open(section);
      await row(/^Commit [0-9a-f]{8}, Pay with a gift card/).waitFor();
      await row(/^Pipeline \d+, /).waitFor();
      await row(/^Reviewer Marek Novák/).waitFor();
      await row(/^Issue #3, /).waitFor();
      await row(/^Spent, /).waitFor();
      await window.settle();
      await window.shot(`merge-request-${theme}`);
    });

    it('offer what may be done, at most three of it on the row', async () => {
      const request = row(/^Merge request 12,/);
      await request.hover();
      assert.ok((await request.getByRole('button').count()) <= 3);
      await request.getByRole('button', { name: 'Open in Browser' }).waitFor();
      await request.click({ button: 'right' });
      for (const name of [/^Merge\.\.\./, /^Rebase/, /^Copy Source Branch Name/])
        await window.page.getByRole('menuitem', { name }).waitFor();
      await window.shot(`merge-request-menu-${theme}`);
      await window.page.keyboard.press('Escape');
    });
  });
}
