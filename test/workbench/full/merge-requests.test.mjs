import assert from 'node:assert/strict';
import { THEMES, workbench } from '../harness.mjs';
import { changesInEveryWay } from '../worlds/changes-world.mjs';

for (const theme of THEMES) {
  describe(`rows of the Merge Requests view, ${theme} theme`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
    const unfold = (name, expanded) => window.unfold(row(name), expanded);

    beforeEach(async () => {
      await window.openContainer();
      await window.onlyView('Merge Requests');
      await unfold(/^Needs Your Attention, /);
    });

    it("shows the merge requests that need the user's attention first", async () => {
      await row(/^Needs Your Attention, \d+ merge requests/).waitFor();
      await row(/^To Review, 1 merge request$/).waitFor();
      // The rows of an expanded merge request could move the last group out of view.
      await unfold(/^Merge request 12,/, false);
      await row(/^Waiting on Others/).waitFor();
      assert.equal(await row(/^Waiting on Others/).getAttribute('aria-expanded'), 'false');
      await window.settle();
      await window.shot(`merge-requests-${theme}`);
    });

    it('shows commits, pipelines, people, issues, and time', async () => {
      await unfold(/^To Review, /);
      await unfold(/^Merge request 12,/);
      for (const section of [/^Commits/, /^Pipelines/, /^People/, /^Issues to Close/, /^Time/])
        await unfold(section);
      await row(/^Commit [0-9a-f]{8}, Pay with a gift card/).waitFor();
      await row(/^Pipeline \d+, /).waitFor();
      await row(/^Reviewer Marek Novák/).waitFor();
      await row(/^Issue #3, /).waitFor();
      await row(/^Spent, /).waitFor();
      await window.settle();
      await window.shot(`merge-request-${theme}`);
    });

    describe('changes of a merge request', () => {
      // Each test has its own merge request, because marks, filters, and layouts are remembered.
      const unused = [];
      const used = [];
      let iid;

      before(async () => {
        for (const name of ['shown', 'viewed', 'filtered'])
          unused.push(await changesInEveryWay(window, `feature/wallet-${name}`));
      });

      /** Expands only the changes of a merge request that no other test has used. */
      beforeEach(async () => {
        await window.viewButton('Merge Requests', 'Refresh');
        await unfold(/^Needs Your Attention, /, false);
        await unfold(/^Created by Me, /);
        for (const each of used) await unfold(new RegExp(`^Merge request ${each}, `), false);
        iid = unused.pop();
        used.push(iid);
        await unfold(new RegExp(`^Merge request ${iid}, `));
        await unfold(/^Changes, 11 files/);
        await row(/^Changes, .* 0 of 11 viewed$/).waitFor();
        await window.settle();
      });

      const box = (name) => row(name).getByRole('checkbox');
      const names = async () => {
        const rows = await window.view('Merge Requests').getByRole('treeitem').all();
        return Promise.all(rows.map((each) => each.getAttribute('aria-label')));
      };

      it('shows files in folders, with a letter and a description of the change', async () => {
        await row(/^Changes, 11 files, 14 lines added, 4 lines removed, 0 of 11 viewed$/).waitFor();
        const labels = await names();
        for (const name of [
          'deploy.md in docs, deleted, 3 lines removed',
          'money.md in docs, added, symbolic link, 1 line added',
          'postcodes.md in docs, renamed from docs/addresses.md',
          'prices.md in docs, modified, 1 line added, 1 line removed',
          'card.png in media, added, binary',
          'scan.sh in scripts, modified, mode 100644 → 100755',
          'Folder src/checkout/wallet, 2 files',
          'Generated, 2 files',
        ])
          assert.ok(labels.includes(name), `${name} is not among ${labels.join('; ')}`);
        await window.settle();
        await window.shot(`changes-${theme}`);
      });

      const viewed = (count) => row(new RegExp(`^Changes, .* ${count} of 11 viewed$`));

      it('marks files as viewed with the mouse, individually and by folder', async () => {
        await window.checkRow(row(/^card\.ts in /), row(/^card\.ts in .*, viewed$/));
        await viewed(1).waitFor();
        await window.checkRow(row(/^Folder src\/checkout\/wallet, 2 files/), viewed(2));
        assert.equal(await box(/^luhn\.ts in /).getAttribute('aria-checked'), 'true');
        await window.checkRow(row(/^Folder docs, /), viewed(7));
        await window.contextMenu(row(/^prices\.md in /), 'Mark as Unviewed');
        await viewed(6).waitFor();
        assert.equal(await box(/^Folder docs, /).getAttribute('aria-checked'), 'false');
        await window.settle();
        await window.shot(`changes-viewed-${theme}`);
      });

      it('filters the changes and shows them as a list', async () => {
        await window.checkRow(row(/^Folder docs, /), viewed(5));
        await window.contextMenu(row(/^prices\.md in /), 'Mark as Unviewed');
        await viewed(4).waitFor();
        await window.checkRow(row(/^Folder src\/checkout\/wallet, 2 files/), viewed(6));
        const unviewed = window.quickRow('Unviewed').first();
        await window.rowButton(row(/^Changes, /), 'Filter Changes...', unviewed);
        await unviewed.click();
        await window.shot(`changes-filter-${theme}`);
        await window.page.keyboard.press('Enter');
        await row(/^Filtered, unviewed, 5 of 11$/).waitFor();
        await window.contextMenu(row(/^Changes, /), 'View Changes as List');
        await row(/^Folder docs/).waitFor({ state: 'detached' });
        await row(/^prices\.md in docs/).waitFor();
        await unfold(/^Generated, /);
        await row(/^package-lock\.json, added, 4 lines added, generated$/).waitFor();
        await window.settle();
        await window.shot(`changes-list-${theme}`);
        await window.rowButton(row(/^Filtered, /), 'Clear Changes Filter', row(/^deploy\.md in /));
        await window.contextMenu(row(/^Changes, /), 'View Changes as Tree');
        await row(/^Folder docs, /).waitFor();
      });
    });
  });
}
