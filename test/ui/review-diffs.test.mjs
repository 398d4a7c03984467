import assert from 'node:assert/strict';
import { THEMES, workbench } from './harness.mjs';
import { changesWithPictures } from './review-world.mjs';

for (const theme of THEMES) {
  describe(`the diffs of a merge request, in a ${theme} window`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
    const open = (name) => window.unfold(row(name));
    const line = (text, side = '') =>
      window.page.locator(`.part.editor ${side} .view-line`).filter({ hasText: text }).first();
    /** The image on one side of a diff, 0 the left one: each side has a page of its own. */
    const picture = (side) =>
      window.page
        .frameLocator('iframe.webview.ready')
        .nth(side)
        .frameLocator('iframe#active-frame')
        .locator('body.container img');
    let iid;

    it('open with a click on the row of a file, both sides beside each other', async () => {
      iid = await changesWithPictures(window);
      await window.openContainer();
      await window.onlyView('Merge Requests');
      await open(/^Created by Me/);
      await open(new RegExp(`^Merge request ${iid},`));
      await open(/^Changes/);
      await row(/^rates\.ts/).click();
      await window.editorTab(`rates.ts (!${iid} base ↔ version 1)`).waitFor();
      await line('RATE_12 = 12;', '.editor.original').waitFor();
      await line('RATE_12 = 12.5;', '.editor.modified').waitFor();
      await window.settle();
      await window.shot(`review-diff-${theme}`);
    });

    it('lead on to the next change, and behind the last one to the next file', async () => {
      await line('RATE_12 = 12.5;', '.editor.modified').click();
      await window.page.keyboard.press('F4');
      await line('RATE_60_AND_A_HALF', '.editor.modified').waitFor();
      await window.page.keyboard.press('Shift+F4');
      await line('RATE_12 = 12.5;', '.editor.modified').waitFor();
    });

    it('are read one below the other', async () => {
      await window.command('Compare: Toggle Inline View');
      await window.page.locator('.part.editor .monaco-diff-editor:not(.side-by-side)').waitFor();
      await line('RATE_12 = 12.5;').waitFor();
      await window.settle();
      await window.shot(`review-inline-${theme}`);
      await window.command('Compare: Toggle Inline View');
      await window.page.locator('.part.editor .monaco-diff-editor.side-by-side').waitFor();
    });

    it('tell what is stored elsewhere', async () => {
      await row(/^film\.mp4/).click();
      await line('Stored with Git LFS (1.4 MB)', '.editor.modified').waitFor();
    });

    it('show pictures as pictures, and go on from there', async () => {
      for (const name of ['badge.png', 'new-badge.png']) {
        await row(new RegExp(`^${name.replace('.', '\\.')}`)).click();
        await window.editorTab(new RegExp(`^${name.replace('.', '\\.')}`)).waitFor();
        await window.settle();
        // One for each side; those of the file before are gone.
        for (const side of [0, 1]) await picture(side).waitFor();
        await window.shot(`review-${name.replace('.png', '')}-${theme}`);
      }
      await window.page.getByRole('button', { name: 'Previous Changed File' }).click();
      await window.editorTab(/^film\.mp4/).waitFor();
    });

    it('open all together from the row above them', async () => {
      await window.rowButton(row(/^Changes/), 'Open All Changes');
      await window.editorTab(new RegExp(`^Changes \\(!${iid} base ↔ version 1\\)`)).waitFor();
      await line('RATE_12 = 12.5;').waitFor();
      await line('Stored with Git LFS').waitFor();
      await window.settle();
      await window.shot(`review-all-${theme}`);
    });

    if (theme === 'dark') {
      it('are there again after the window was reloaded', async () => {
        await window.command('View: Close All Editors');
        await row(/^rates\.ts/).dblclick();
        await line('RATE_12 = 12.5;', '.editor.modified').waitFor();
        await window.remembered(/primarySerialized.{0,400}rates\.ts/);
        await window.page.reload();
        await window.editorTab(`rates.ts (!${iid} base ↔ version 1)`).waitFor();
        await line('RATE_12 = 12.5;', '.editor.modified').waitFor();
        assert.equal(await window.page.getByText('The editor could not be opened').count(), 0);
      });
    }
  });
}
