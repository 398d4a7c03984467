import assert from 'node:assert/strict';
import { changesInEveryWay } from './changes-world.mjs';
import { THEMES, workbench } from './harness.mjs';

for (const theme of THEMES) {
  describe(`the changes of a merge request, in a ${theme} window`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
    const unfold = (name, expanded) => window.unfold(row(name), expanded);
    const box = (name) => row(name).getByRole('checkbox');
    const names = async () => {
      const rows = await window.view('Merge Requests').getByRole('treeitem').all();
      return Promise.all(rows.map((each) => each.getAttribute('aria-label')));
    };

    it('stand as files in their folders, with a letter and words for what happened to them', async () => {
      const iid = await changesInEveryWay(window);
      await window.openContainer();
      await window.onlyView('Merge Requests');
      await row(/^Waiting for Me, /).waitFor();
      await unfold(/^Waiting for Me, /, false);
      await unfold(/^Created by Me, /);
      await unfold(new RegExp(`^Merge request ${iid}, `));
      await unfold(/^Changes, 11 files$/);
      await row(/^Changes, 11 files, 14 lines added, 4 lines removed, 0 of 11 viewed$/).waitFor();
      const told = await names();
      for (const name of [
        'deploy.md in docs, deleted, 3 lines removed',
        'money.md in docs, added, symbolic link, 1 line added',
        'postcodes.md in docs, renamed from docs/addresses.md',
        'prices.md in docs, modified, 1 line added, 1 line removed',
        'card.png in media, added, binary',
        'scan.sh in scripts, modified, mode changed 100644 → 100755',
        'Folder src/checkout/wallet, 2 files',
        'Generated, 2 files',
      ])
        assert.ok(told.includes(name), `${name} is not among ${told.join('; ')}`);
      await window.settle();
      await window.shot(`changes-${theme}`);
    });

    it('are ticked off with the mouse, one by one and by folder', async () => {
      await box(/^card\.ts in /).click();
      await row(/^card\.ts in .*, viewed$/).waitFor();
      await row(/^Changes, .* 1 of 11 viewed$/).waitFor();
      await box(/^Folder src\/checkout\/wallet, 2 files/).click();
      await row(/^Changes, .* 2 of 11 viewed$/).waitFor();
      assert.equal(await box(/^luhn\.ts in /).getAttribute('aria-checked'), 'true');
      await box(/^Folder docs, /).click();
      await row(/^Changes, .* 7 of 11 viewed$/).waitFor();
      await window.contextMenu(row(/^prices\.md in /), 'Mark as Not Viewed');
      await row(/^Changes, .* 6 of 11 viewed$/).waitFor();
      assert.equal(await box(/^Folder docs, /).getAttribute('aria-checked'), 'false');
      await window.settle();
      await window.shot(`changes-viewed-${theme}`);
    });

    it('can be filtered and shown as a list', async () => {
      await window.rowButton(row(/^Changes, /), 'Filter Changes...');
      await window.quickRow('Not Viewed').first().click();
      await window.shot(`changes-filter-${theme}`);
      await window.page.keyboard.press('Enter');
      await row(/^Filtered, not viewed, 5 of 11$/).waitFor();
      await window.contextMenu(row(/^Changes, /), 'View Changes as List');
      await row(/^Folder docs/).waitFor({ state: 'detached' });
      await row(/^prices\.md in docs/).waitFor();
      await unfold(/^Generated, /);
      await row(/^package-lock\.json, added, 4 lines added, generated$/).waitFor();
      await window.settle();
      await window.shot(`changes-list-${theme}`);
      await window.rowButton(row(/^Filtered, /), 'Clear Filter of Changes');
      await row(/^deploy\.md in /).waitFor();
      await window.contextMenu(row(/^Changes, /), 'View Changes as Tree');
      await row(/^Folder docs, /).waitFor();
    });
  });
}
