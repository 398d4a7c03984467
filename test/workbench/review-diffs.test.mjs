import assert from 'node:assert/strict';
import { itInFull, THEMES, workbench } from './harness.mjs';
import { changesWithPictures } from './worlds/review-world.mjs';

for (const theme of THEMES) {
  describe(`diffs of a merge request, ${theme} theme`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
    const open = (name) => window.unfold(row(name));
    const line = (text, side = '') =>
      window.page.locator(`.part.editor ${side} .view-line`).filter({ hasText: text }).first();
    /** The image on one side of a diff (0: left). Each side is a separate page. */
    const picture = (side) =>
      window.page
        .frameLocator('iframe.webview.ready')
        .nth(side)
        .frameLocator('iframe#active-frame')
        .locator('body.container img');
    let iid;

    before(async () => {
      iid = await changesWithPictures(window);
    });

    beforeEach(async () => {
      await window.openContainer();
      await window.onlyView('Merge Requests');
      await open(/^Created by Me/);
      await open(new RegExp(`^Merge request ${iid},`));
      await open(/^Changes/);
    });

    const openRates = () => window.openRow(row(/^rates\.ts/), line('RATE_12 = 12.5;', '.editor.modified'));

    it('open side by side with a click on the row of a file', async () => {
      await window.openRow(row(/^rates\.ts/), window.editorTab(`rates.ts (!${iid} base ↔ version 1)`));
      await line('RATE_12 = 12;', '.editor.original').waitFor();
      await line('RATE_12 = 12.5;', '.editor.modified').waitFor();
    });

    it('go to the next change with F4, and to the next file after the last change', async () => {
      await openRates();
      await line('RATE_12 = 12.5;', '.editor.modified').click();
      await window.page.keyboard.press('F4');
      await line('RATE_60_AND_A_HALF', '.editor.modified').waitFor();
      await window.page.keyboard.press('Shift+F4');
      await line('RATE_12 = 12.5;', '.editor.modified').waitFor();
    });

    itInFull('can be shown in the inline view', async () => {
      await openRates();
      await window.command('Compare: Toggle Inline View');
      await window.page.locator('.part.editor .monaco-diff-editor:not(.side-by-side)').waitFor();
      await line('RATE_12 = 12.5;').waitFor();
      await window.command('Compare: Toggle Inline View');
      await window.page.locator('.part.editor .monaco-diff-editor.side-by-side').waitFor();
    });

    it('describe a Git LFS file', async () => {
      await window.openRow(row(/^film\.mp4/), line('Stored with Git LFS (1.4 MB)', '.editor.modified'));
    });

    it('show images, and go to the previous changed file from them', async () => {
      for (const name of ['badge.png', 'new-badge.png']) {
        const named = new RegExp(`^${name.replace('.', '\\.')}`);
        await window.openRow(row(named), window.editorTab(named));
        await window.settle();
        // One for each side. Those of the previous file are gone.
        for (const side of [0, 1]) await picture(side).waitFor();
      }
      await window.page.getByRole('button', { name: 'Previous Changed File' }).click();
      await window.editorTab(/^film\.mp4/).waitFor();
    });

    it('have keys for files and viewed marks, and select the row of the active file', async () => {
      const selected = (name) => row(name).and(window.page.locator('[aria-selected="true"]'));
      await window.openRow(row(/^film\.mp4/), selected(/^film\.mp4/));
      await openRates();
      await line('RATE_12 = 12.5;', '.editor.modified').click();
      await window.page.keyboard.press('v');
      await window.page.getByRole('button', { name: 'Mark as Unviewed' }).waitFor();
      await window.page.keyboard.press('[');
      await window.editorTab(/^rates\.ts/).waitFor({ state: 'detached' });
      await selected(/^new-badge\.png/).waitFor();
      // Images have no text that could have the focus.
      await window.page.getByRole('button', { name: 'Next Changed File' }).click();
      await window.editorTab(/^rates\.ts/).waitFor();
      await selected(/^rates\.ts/).waitFor();
      await window.page.getByRole('button', { name: 'Mark as Unviewed' }).click();
      await window.page.getByRole('button', { name: 'Mark as Viewed' }).waitFor();
    });

    it('open together for all changes from the button of their row', async () => {
      const tab = window.editorTab(new RegExp(`^Changes \\(!${iid} base ↔ version 1\\)`));
      await window.rowButton(row(/^Changes/), 'Open All Changes', tab);
      await line('RATE_12 = 12.5;').waitFor();
      await line('Stored with Git LFS').waitFor();
    });

    if (theme === 'dark') {
      it('are restored after a reload of the window', async () => {
        await row(/^rates\.ts/).dblclick();
        await line('RATE_12 = 12.5;', '.editor.modified').waitFor();
        await window.remembered(/primarySerialized.{0,400}rates\.ts/);
        await window.kept(/rates\.ts[^}]*state:selected/);
        await window.page.reload();
        await window.editorTab(`rates.ts (!${iid} base ↔ version 1)`).waitFor();
        await line('RATE_12 = 12.5;', '.editor.modified').waitFor();
        // When the row is restored, its view is shown, which could disturb the next test.
        await row(/^rates\.ts/)
          .and(window.page.locator('[aria-selected="true"]'))
          .waitFor();
        assert.equal(await window.page.getByText('The editor could not be opened').count(), 0);
      });
    }
  });
}
