import assert from 'node:assert/strict';
import { changesInEveryWay } from './changes-world.mjs';
import { workbench } from './harness.mjs';

describe('rows below a merge request while it is read again', () => {
  const window = workbench({ signedIn: 'maintainer' });
  const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
  const unfold = (name, expanded) => window.unfold(row(name), expanded);

  /** Counts rows of the view that are drawn anew from now on. */
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

  it('take a click that is pressed before the answer and released after it', async () => {
    const iid = await changesInEveryWay(window);
    await window.openContainer();
    await window.onlyView('Merge Requests');
    await row(/^Waiting for Me, /).waitFor();
    await unfold(/^Waiting for Me, /, false);
    await unfold(/^Created by Me, /);
    await unfold(new RegExp(`^Merge request ${iid}, `));
    await unfold(/^Changes, 11 files$/);
    await row(/^prices\.md in /).waitFor();
    await window.settle();
    await window.sandbox.clearRequests();
    await window.sandbox.fault({ kind: 'slow', path: '**', ms: 500 });
    await window.viewButton('Merge Requests', 'Refresh');
    await row(/^prices\.md in /).hover();
    await watchRows();
    await window.page.mouse.down();
    const isRead = async () =>
      (await window.sandbox.requests()).some(({ path }) => path.includes(`/merge_requests/${iid}?`));
    while (!(await isRead())) await window.page.evaluate(() => new Promise(globalThis.requestAnimationFrame));
    await window.settle();
    await window.page.mouse.up();
    await window.sandbox.clearFaults();
    await window.editorTab(/prices\.md/).waitFor();
    const files = (await drawnAnew()).filter((label) => / in (docs|media|scripts|src)/.test(label));
    // The row under the mouse is told that it is selected.
    assert.deepEqual(
      files.filter((label) => !label.startsWith('prices.md')),
      [],
    );
  });
});
