// The page of a merge request: contents and actions.
import { itInFull, workbench } from './harness.mjs';
import { openMergeRequest } from './steps/merge-request-pages.mjs';

const heading = (window, name) => window.panel().getByRole('heading', { name });
const button = (window, name) => window.panel().getByRole('button', { name, exact: true }).first();

describe('merge request page', () => {
  const window = workbench({ theme: 'light', signedIn: 'maintainer' });

  it('shows how to continue a merge only while the message is open', async () => {
    await openMergeRequest(window, 12);
    await button(window, 'Merge...').click();
    await window.quickRow('Edit Merge Commit Message...').first().click();
    const notification = window.toast('Save and close the message to continue merging !12.');
    await notification.waitFor();
    await window.page.locator('.editor-actions').getByRole('button', { name: 'Continue Merge' }).click();
    const merge = window.quickRow(/^Merge \w{8} into main/).first();
    await merge.waitFor();
    await notification.waitFor({ state: 'detached' });
    await window.quickInput().getByRole('textbox').first().press('Escape');
    await merge.waitFor({ state: 'hidden' });
  });

  it('continues the merge when the message file is closed after the notification was dismissed', async () => {
    await openMergeRequest(window, 12);
    await button(window, 'Merge...').click();
    await window.quickRow('Edit Merge Commit Message...').first().click();
    const tab = window.page.getByRole('tab', { name: /Merge Commit Message/ });
    await tab.waitFor();
    await window.page.locator('.editor-actions').getByRole('button', { name: 'Continue Merge' }).waitFor();
    await window.page.getByText('See merge request acme/storefront!12').first().waitFor();
    await window.command('Notifications: Clear All Notifications');
    await tab.click();
    await window.page.keyboard.press('Control+End');
    await window.page.keyboard.type(' and more');
    await window.page.keyboard.press('Control+s');
    await window.page.keyboard.press('Control+w');
    await tab.waitFor({ state: 'detached' });
    const merge = window.quickRow(/^Merge \w{8} into main/).first();
    await merge.waitFor();
    await window.panel().getByRole('heading', { name: 'Description' }).click();
    await merge.waitFor();
    await window.quickInput().getByRole('textbox').first().press('Escape');
    await merge.waitFor({ state: 'hidden' });
  });

  itInFull("doesn't mark the user's own changes as new", async () => {
    await openMergeRequest(window, 12);
    await button(window, 'Mark as Draft').click();
    await button(window, 'Mark as Ready').click();
    await button(window, 'Mark as Draft').waitFor();
    await window.openContainer();
    await window.onlyView('Merge Requests');
    const row = /^Merge request 12, Pay with a gift card, open,.* (?:just now|\d+ minutes? ago),/;
    await window.row(row, { view: 'Merge Requests' }).first().waitFor();
  });

  /** Opens two merge requests, the second one last. */
  const openBoth = async () => {
    await openMergeRequest(window, 12);
    await heading(window, 'Pay with a gift card').waitFor();
    await openMergeRequest(window, 11);
    await heading(window, 'Hide products without sales in the search').waitFor();
  };

  itInFull('opens several merge requests in separate tabs', async () => {
    await openBoth();
    await window.editorTab(/!12/).waitFor();
    await window.editorTab(/!11/).waitFor();
    await window.panel().getByRole('checkbox', { name: 'Filter' }).waitFor();
    await window.editorTab(/!12/).click();
    // Later, a refresh of the data would also render the page.
    await heading(window, 'Pay with a gift card').waitFor({ timeout: 15_000 });
  });

  it('is restored after a reload of the window', async () => {
    await openBoth();
    await window.remembered(/iid:11\b/);
    await window.remembered(/mru:\[1,0\]/);
    await window.page.reload();
    await window.editorTab(/!11/).waitFor();
    await heading(window, 'Hide products without sales in the search').waitFor();
  });
});
