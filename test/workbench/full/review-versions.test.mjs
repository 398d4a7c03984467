import { THEMES, workbench } from '../harness.mjs';
import { step } from '../steps/step.mjs';
import { pushedAgain } from '../worlds/versions-world.mjs';

for (const theme of THEMES) {
  describe(`versions of a merge request, ${theme} theme`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
    const unfold = (name, expanded) => window.unfold(row(name), expanded);
    const line = (text, side) =>
      window.page.locator(`.part.editor .editor.${side} .view-line`).filter({ hasText: text }).first();

    /** Opens a new merge request that was reviewed and then got another commit. */
    const openReviewed = async (name) => {
      const world = await pushedAgain(window, name);
      await window.openContainer();
      await window.onlyView('Merge Requests');
      await window.command('Switchyard: Refresh Merge Requests');
      // Files of another test would have the same names.
      await window.collapseAll('Merge Requests', row(/^Needs Your Attention, /));
      await unfold(/^Created by Me, /);
      await unfold(new RegExp(`^Merge request ${world.iid}, `));
      await unfold(/^Changes, 3 files/);
      await row(/^rates\.ts in /).waitFor();
      await window.contextMenu(row(/^Changes, /), 'Mark Merge Request as Reviewed');
      await window.page
        .getByText(`Version 1 of !${world.iid} marked as reviewed. This isn't sent to the server.`)
        .waitFor();
      await world.addCommit();
      await window.command('Switchyard: Refresh Merge Requests');
      await row(/^Since Last Review, versions 1 to 2, 1 commit added$/).waitFor();
      await row(/^vouchers\.md in docs, /).waitFor();
      return world;
    };
    const showVersion3 = async (world) => {
      await world.rebase();
      await window.command('Switchyard: Refresh Merge Requests');
      await row(
        /^Since Last Review, versions 1 to 3, The branch was rebased (onto [0-9a-f]{8} )?and force-pushed\./,
      ).waitFor();
      await window.settle();
    };

    it('shows the changes since a version that was marked as reviewed', async () => {
      await openReviewed('vouchers');
    });

    it('shows a force-push, and lists separately the files that were only rebased', async () => {
      const world = await openReviewed('rebased-vouchers');
      await showVersion3(world);
      await unfold(/^Only Rebased, /);
      await row(/^list\.ts in /).waitFor();
      await window.openRow(
        row(/^rates\.ts in /),
        window.editorTab(`rates.ts (!${world.iid} version 1 ↔ version 3)`),
      );
      await line('RATE = 1;', 'original').waitFor();
      await line('STEP_12 = other', 'original').waitFor();
      await line('RATE = 2;', 'modified').waitFor();
      await window.settle();
      await window.shot(`versions-rebased-${theme}`);
    });

    it('compares any two versions selected from a list, and returns to all changes', async () => {
      await showVersion3(await openReviewed('compared-vouchers'));
      await step('compare two versions', async () => {
        await window.openRow(row(/^Since Last Review, /), window.quickRow(/^Version 3/).first());
        await window.settle();
        await window.shot(`versions-list-${theme}`);
        await window
          .quickRow(/^Version 3/)
          .first()
          .click();
        await window.quickRow(/^Base/).first().waitFor();
        await window.settle();
        await window.shot(`versions-compared-with-${theme}`);
        await window
          .quickRow(/^Version 2/)
          .first()
          .click();
        await row(/^Between Two Versions, versions 2 to 3, /).waitFor();
        await window.settle();
        await window.shot(`versions-compared-${theme}`);
      });
      await step('return to all changes with the button of the row', async () => {
        const between = row(/^Between Two Versions, /);
        await window.rowButton(between, 'Show All Changes', row(/^Changes, 3 files, /));
        await between.waitFor({ state: 'detached' });
      });
    });
  });
}
