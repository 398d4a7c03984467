import assert from 'node:assert/strict';
import { THEMES, workbench } from './harness.mjs';
import { changesInEveryWay } from './worlds/changes-world.mjs';

for (const theme of THEMES) {
  describe(`Merge Requests view, ${theme} theme`, () => {
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

    it('offers the actions in the context menu, and at most three on the row', async () => {
      await unfold(/^To Review, /);
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

    describe('changes of a merge request', () => {
      // Each test has its own merge request, because marks, filters, and layouts are remembered.
      const unused = [];
      const used = [];
      let iid;

      before(async () => {
        for (const name of ['shown', 'viewed', 'filtered', 'refreshed'])
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
        const told = await names();
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
          assert.ok(told.includes(name), `${name} is not among ${told.join('; ')}`);
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

      /** Starts recording which rows of the view are rendered again. */
      const watchRows = () =>
        window.page.evaluate(() => {
          globalThis.drawnAnew = [];
          globalThis.watcher?.disconnect();
          globalThis.watcher = new globalThis.MutationObserver((records) => {
            for (const { target } of records) {
              const within = target instanceof globalThis.Element ? target : target.parentElement;
              const label = within?.closest('[role="treeitem"]')?.getAttribute('aria-label');
              if (label !== undefined && label !== null) globalThis.drawnAnew.push(label);
            }
          });
          const view = document.querySelector('.part.sidebar [role="tree"][aria-label="Merge Requests"]');
          globalThis.watcher.observe(view, { childList: true, characterData: true, subtree: true });
        });
      const drawnAnew = () => window.page.evaluate(() => [...new Set(globalThis.drawnAnew)]);

      /**
       * Waits until the ages in the rows of the new merge requests have changed and stay for some time. When
       * one changes, the rows below are drawn again.
       */
      async function showAgesThatStay() {
        const { url, tokens } = window.sandbox;
        const requests = `${url}/api/v4/projects/acme%2Fstorefront/merge_requests`;
        const response = await fetch(
          `${requests}?${[...unused, ...used].map((each) => `iids[]=${each}`).join('&')}`,
          {
            headers: { 'private-token': tokens.maintainer },
          },
        );
        const updated = (await response.json()).map(({ updated_at: at }) => Date.parse(at));
        await window.page.waitForFunction(
          (times) =>
            times
              .map((at) => ((Date.now() - at) / 1000) % 60)
              .every((seconds) => seconds > 1 && seconds < 40),
          updated,
        );
        await refresh();
        await window.settle();
      }

      /** Refreshes the view. Resolves when the merge request has been requested. */
      async function refresh(press = async () => {}) {
        await window.sandbox.clearRequests();
        await window.viewButton('Merge Requests', 'Refresh');
        await press();
        const isRead = async () =>
          (await window.sandbox.requests()).some(({ path }) => path.includes(`/merge_requests/${iid}?`));
        while (!(await isRead()))
          await window.page.evaluate(() => new Promise(globalThis.requestAnimationFrame));
      }

      it('handles a click that is pressed before and released after a refresh of the rows', async () => {
        await row(/^prices\.md in /).waitFor();
        await showAgesThatStay();
        await window.sandbox.fault({ kind: 'slow', path: '**', ms: 500 });
        await refresh(async () => {
          await row(/^prices\.md in /).hover();
          await watchRows();
          await window.page.mouse.down();
        });
        await window.settle();
        // Later updates can't change what the click does.
        const files = (await drawnAnew()).filter((label) => / in (docs|media|scripts|src)/.test(label));
        await window.page.mouse.up();
        await window.sandbox.clearFaults();
        await window.editorTab(/prices\.md/).waitFor();
        // The clicked row is updated because it becomes selected.
        assert.deepEqual(
          files.filter((label) => !label.startsWith('prices.md')),
          [],
        );
      });
    });
  });
}
