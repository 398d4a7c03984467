// Sections of the merge request page by mouse and keyboard: bar, changes, search, and actions after a merge.
import assert from 'node:assert/strict';
import { COMMAND } from '../../src/presentation/shared/command-ids.ts';
import { mergeRequestPages } from './helpers/merge-request-pages.mjs';

describe('sections of the merge request page', () => {
  const pages = mergeRequestPages({ role: 'owner' });
  const bar = () => pages.page.getByRole('region', { name: 'Summary' });
  const file = (path) => pages.page.getByRole('button', { name: new RegExp(`^${path},`) });
  const summary = (text) => pages.page.locator('summary', { hasText: text });

  it('have a bar with title, state, and next step above them, which covers no focused element', async () => {
    await pages.open(11);
    const title = pages.page.getByRole('heading', { level: 1 });
    await title.waitFor();
    await pages.page.getByRole('heading', { name: 'Activity' }).waitFor();
    await bar().waitFor({ state: 'hidden' });
    await title.hover();
    const before = await pages.page.locator('body').evaluate((body) => body.scrollHeight);
    await pages.page.mouse.wheel(0, 900);
    await bar().waitFor();
    await bar().getByText('Hide products without sales in the search').waitFor();
    await bar().getByText('Open', { exact: true }).waitFor();
    assert.equal(await bar().locator('[data-act], [data-command]').count(), 1);
    assert.equal(await pages.page.locator('body').evaluate((body) => body.scrollHeight), before);
    assert.deepEqual(await pages.tab.problems(), []);
    // Backward with the keyboard, to elements above the visible part.
    const button = pages.page.locator('.merge-request-page .comment-list button').last();
    await button.focus();
    for (let step = 0; step < 12; step++) {
      await pages.page.keyboard.press('Shift+Tab');
      const focused = pages.page.locator(':focus');
      const top = await focused.evaluate((element) => element.getBoundingClientRect().top);
      const edge = (await bar().isVisible()) ? 43 : 0;
      assert.ok(top >= edge, `${await focused.textContent()} at ${top}`);
    }
    await bar()
      .getByRole('button', { name: /Hide products/ })
      .click();
    await bar().waitFor({ state: 'hidden' });
    assert.equal(await pages.page.locator(':focus').evaluate((element) => element.id), 'title');
  });

  it('load the changes when they are expanded, and open a diff with the keyboard and with the mouse', async () => {
    await pages.open(11);
    await summary('Changes').focus();
    await pages.page.keyboard.press('Enter');
    const first = pages.page.locator('.file .path').first();
    await first.waitFor();
    const path = await first.textContent();
    await pages.page.keyboard.press('Tab');
    await pages.page.keyboard.press('Space');
    await pages.page.getByRole('checkbox', { name: `Viewed: ${path}`, checked: true }).waitFor();
    await pages.page.keyboard.press('Tab');
    await pages.page.keyboard.press('Enter');
    const opened = () => pages.world.executed.filter(({ id }) => id === COMMAND.openFileDiff);
    await pages.tab.until(() => opened().length === 1);
    await pages.page.getByRole('checkbox', { name: `Viewed: ${path}` }).click();
    await pages.page.getByRole('checkbox', { name: `Viewed: ${path}`, checked: false }).waitFor();
    await file(path.replaceAll('.', '\\.')).click();
    await pages.tab.until(() => opened().length === 2);
    const target = { kind: 'change', mergeRequest: pages.world.key(11), path };
    for (const { argument } of opened()) assert.deepEqual(argument.target, target);
    assert.deepEqual(await pages.tab.problems(), []);
  });

  it('show the source branch of a merged merge request, and that it was deleted', async () => {
    await pages.api('PUT', '/merge_requests/12/merge', { should_remove_source_branch: false });
    await pages.open(12);
    await pages.page.getByText('Merge commit:').waitFor();
    await pages.page.getByText('Source branch not deleted:').waitFor();
    assert.deepEqual(await pages.tab.problems(), []);
    await pages.page.getByRole('button', { name: 'Delete Source Branch...' }).click();
    await pages.page.getByText('Source branch deleted', { exact: true }).waitFor();
  });

  it('show who still has to approve, in high contrast and in a narrow column', async () => {
    await pages.open(18);
    await pages.page.getByText('All eligible users', { exact: true }).waitFor();
    await pages.page.getByText(/Approved by .* · Can be approved by/).waitFor();
    await pages.tab.changeTheme('high-contrast');
    assert.deepEqual(await pages.tab.problems(), []);
    await pages.tab.resize(300);
    const { content, visible } = await pages.tab.widths();
    assert.ok(content <= visible, `nothing is cut off: ${content} of ${visible}`);
  });
});
