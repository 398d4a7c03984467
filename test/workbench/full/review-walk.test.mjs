// Navigation in the files of a merge request with the keyboard, in every kind of editor.
import assert from 'node:assert/strict';
import { untilEffect } from '../../../scripts/lib/page-actions.mjs';
import { THEMES, workbench } from '../harness.mjs';
import { filesOfEveryKind, WALKED } from '../worlds/walk-world.mjs';

for (const theme of THEMES) {
  describe(`keys for the files of a merge request, ${theme} theme`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
    const status = (text) => window.page.locator('.part.statusbar').getByText(text);
    let iid;

    before(async () => {
      iid = await filesOfEveryKind(window);
    });

    beforeEach(async () => {
      await window.openContainer();
      await window.onlyView('Merge Requests');
      await window.unfold(row(/^Created by Me/));
      await window.unfold(row(new RegExp(`^Merge request ${iid},`)));
      await window.unfold(row(/^Changes/));
      await window.unfold(row(/^Generated/));
    });

    /** The row of the active file is selected when the extension knows that its diff is open. */
    const active = (name) =>
      row(new RegExp(`^${name.replace('.', '\\.')} `))
        .and(window.page.locator('[aria-selected="true"]'))
        .waitFor();

    const open = (name) => window.openRow(row(new RegExp(`^${name.replace('.', '\\.')} `)), tab(name));
    const tab = (name) => window.editorTab(new RegExp(`^${name.replace('.', '\\.')} `));

    const activeName = () =>
      window.page.evaluate(
        () => document.querySelector('.part.editor .tab.active .label-name')?.textContent.split(' ')[0] ?? '',
      );

    /** Presses a key until its message appears, and returns the names of the files in the order of their tabs. */
    const walk = async (key, end) => {
      const names = [];
      while (names.length <= WALKED.length) {
        const name = await activeName();
        names.push(name);
        await active(name);
        await window.settle();
        // Keys can also move the cursor in the file, and the page of an image that is being loaded doesn't pass them on.
        await untilEffect(
          () => window.page.keyboard.press(key),
          (timeout) =>
            window.page.waitForFunction(
              ([before, message]) => {
                const text = (selector) => document.querySelector(selector)?.textContent ?? '';
                return (
                  text('.part.editor .tab.active .label-name').split(' ')[0] !== before ||
                  text('.part.statusbar').includes(message)
                );
              },
              [name, end],
              { timeout },
            ),
        );
        if (await status(end).isVisible()) return names;
      }
      throw new Error(`${end} didn't appear: ${names.join(', ')}`);
    };

    /** Waits for a note at the end of a line, which isn't part of the text. */
    const noted = (text) =>
      window.page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('.part.editor .view-line span')].some((each) =>
            window.getComputedStyle(each, '::after').content.replaceAll('\u00a0', ' ').includes(wanted),
          ),
        text,
      );

    /** The image on one side of a diff (0: left). Each side is a separate page. */
    const picture = (side) =>
      window.page
        .frameLocator('iframe.webview.ready')
        .nth(side)
        .frameLocator('iframe#active-frame')
        .locator('body.container img');

    it('go from the first to the last file and back with F4 and Shift+F4', async () => {
      await open(WALKED[0]);
      assert.deepEqual(await walk('F4', `This is the last changed file in !${iid}.`), WALKED);
      assert.deepEqual(
        await walk('Shift+F4', `This is the first changed file in !${iid}.`),
        [...WALKED].reverse(),
      );
    });

    it('go through the rows with the arrow keys after a click, and to the diff with a second click', async () => {
      const focused = (name) =>
        window.page
          .locator('.part.sidebar .monaco-list:focus-within .monaco-list-row.focused')
          .filter({ hasText: name });
      const editorFocus = window.page.locator('.part.editor .monaco-editor.focused');
      await row(/^added\.txt /).click();
      await active('added.txt');
      await window.settle();
      await window.page.keyboard.press('ArrowDown');
      await focused('binary.bin').waitFor();
      await window.page.keyboard.press('ArrowUp');
      await focused('added.txt').waitFor();
      assert.equal(await editorFocus.count(), 0);
      // Enter opens the row again, as the second click.
      await window.page.keyboard.press('Enter');
      await editorFocus.first().waitFor();
      await row(/^edited\.txt /).click();
      await active('edited.txt');
      assert.equal(await editorFocus.count(), 0);
      await row(/^edited\.txt /).click();
      await editorFocus.first().waitFor();
    });

    it("show in a diff what its lines don't contain", async () => {
      await open('now-renamed.txt');
      await noted('renamed from walk/renamed.txt');
      await window.settle();
      await window.shot(`review-note-renamed-${theme}`);
      await open('script.sh');
      await noted('mode 100644 → 100755');
      await window.settle();
      await window.shot(`review-note-mode-${theme}`);
      await open('binary.bin');
      await tab('binary.bin').getByText('binary, 12 kB → 14 kB').waitFor();
      await window.page.getByRole('button', { name: 'Open Anyway' }).last().waitFor();
      await window.settle();
      await window.shot(`review-binary-${theme}`);
      await open('logo.png');
      await window.editorTab(new RegExp(`^logo\\.png \\(!${iid}`)).waitFor();
      for (const side of [0, 1]) await picture(side).waitFor();
      await window.settle();
      await window.shot(`review-image-${theme}`);
    });

    it('mark a file as viewed and open the next one with Alt+Shift+V, also a binary file', async () => {
      await open('added.txt');
      await active('added.txt');
      await window.page.keyboard.press('Alt+Shift+V');
      await active('binary.bin');
      await row(/^added\.txt .*, viewed/).waitFor();
      await window.page.keyboard.press('Alt+Shift+V');
      await active('deleted.txt');
      await row(/^binary\.bin .*, viewed/).waitFor();
      await window.page.keyboard.press('Alt+Shift+U');
      await tab('edited.txt').waitFor();
    });

    it('go through all files in one editor with F4', async () => {
      await window.rowButton(
        row(/^Changes/),
        'Open All Changes',
        window.editorTab(new RegExp(`^Changes \\(!${iid} base`)),
      );
      await window.page.locator('.part.editor .view-line').filter({ hasText: 'after' }).first().waitFor();
      await window.settle();
      await window.page.keyboard.press('F4');
      const cursor = window.page.locator('.part.statusbar [id="status.editor.selection"]');
      await cursor.waitFor();
      await window.editorTab(new RegExp(`^Changes \\(!${iid} base`)).waitFor();
    });
  });
}
