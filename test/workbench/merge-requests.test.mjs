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

    it('offers the actions in the context menu, and at most three on the row', async () => {
      await unfold(/^To Review, /);
      const request = row(/^Merge request 12,/);
      await request.hover();
      assert.ok((await request.getByRole('button').count()) <= 3);
      await request.getByRole('button', { name: 'Open in Browser' }).waitFor();
      await request.click({ button: 'right' });
      for (const name of [/^Merge\.\.\./, /^Rebase/, /^Copy Source Branch Name/])
        await window.page.getByRole('menuitem', { name }).waitFor();
      await window.page.keyboard.press('Escape');
    });

    describe('changes of a merge request', () => {
      let iid;

      before(async () => {
        iid = await changesInEveryWay(window);
        await window.viewButton('Merge Requests', 'Refresh');
        await unfold(/^Needs Your Attention, /, false);
        await unfold(/^Created by Me, /);
        await unfold(new RegExp(`^Merge request ${iid}, `));
        await unfold(/^Changes, 11 files/);
        await window.settle();
      });

      /** Starts recording which rows of the view are rendered again. */
      const watchRows = () =>
        window.page.evaluate(() => {
          globalThis.redrawnLabels = [];
          globalThis.watcher?.disconnect();
          globalThis.watcher = new globalThis.MutationObserver((records) => {
            for (const { target } of records) {
              const within = target instanceof globalThis.Element ? target : target.parentElement;
              const label = within?.closest('[role="treeitem"]')?.getAttribute('aria-label');
              if (label !== undefined && label !== null) globalThis.redrawnLabels.push(label);
            }
          });
          const view = document.querySelector('.part.sidebar [role="tree"][aria-label="Merge Requests"]');
          globalThis.watcher.observe(view, { childList: true, characterData: true, subtree: true });
        });
      const redrawnLabels = () => window.page.evaluate(() => [...new Set(globalThis.redrawnLabels)]);

      /**
       * Waits until the age in the row of the new merge request has changed and stays for some time. When it
       * changes, the rows below are drawn again.
       */
      async function showAgesThatStay() {
        const { url, tokens } = window.sandbox;
        const response = await fetch(`${url}/api/v4/projects/acme%2Fstorefront/merge_requests/${iid}`, {
          headers: { 'private-token': tokens.maintainer },
        });
        const { updated_at: updated } = await response.json();
        await window.page.waitForFunction((at) => {
          const seconds = ((Date.now() - at) / 1000) % 60;
          return seconds > 1 && seconds < 40;
        }, Date.parse(updated));
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
        const files = (await redrawnLabels()).filter((label) => / in (docs|media|scripts|src)/.test(label));
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
