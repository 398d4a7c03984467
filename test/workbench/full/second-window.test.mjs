// Two windows of the same profile: what is reviewed in one of them is known in the other one when it gets the focus.
import { handsOn } from '../../../scripts/lib/page-actions.mjs';
import { workbench } from '../harness.mjs';
import { pushedAgain } from '../worlds/versions-world.mjs';

/** Tells a page whether its window has the focus. In the test browser, all windows have it. */
const setFocus = (page, hasFocus) =>
  page.evaluate((value) => {
    document.hasFocus = () => value;
    globalThis.dispatchEvent(new globalThis.Event(value ? 'focus' : 'blur'));
  }, hasFocus);

describe('second window', () => {
  const window = workbench({ signedIn: 'maintainer' });

  /** Expands the changes of the merge request. */
  const expandChanges = async (hands, iid) => {
    const row = (name) => hands.row(name, { view: 'Merge Requests' }).first();
    await hands.openContainer();
    await hands.onlyView('Merge Requests');
    await hands.unfold(row(/^Created by Me/));
    await hands.unfold(row(new RegExp(`^Merge request ${iid}, `)));
    await hands.unfold(row(/^Changes, 3 files/));
    await row(/^rates\.ts in /).waitFor();
    return row;
  };

  it('shows only the changes since a review that was completed in the first window', async () => {
    const world = await pushedAgain(window);
    const page = await window.page.context().newPage();
    try {
      const second = handsOn(page);
      await page.goto(window.page.url());
      const there = await expandChanges(second, world.iid);
      await setFocus(page, false);
      await window.page.bringToFront();
      const here = await expandChanges(window, world.iid);
      await window.contextMenu(here(/^Changes, /), 'Mark Merge Request as Reviewed');
      await window.page
        .getByText(`Version 1 of !${world.iid} marked as reviewed. This isn't sent to the server.`)
        .waitFor();
      await world.addCommit();
      await page.bringToFront();
      await setFocus(page, true);
      await second.command('Switchyard: Refresh Merge Requests');
      await there(/^Since Last Review, versions 1 to 2, 1 commit added$/).waitFor();
      await there(/^vouchers\.md in docs, /).waitFor();
      await there(/^rates\.ts in /).waitFor({ state: 'detached' });
    } finally {
      await page.close();
    }
  });
});
