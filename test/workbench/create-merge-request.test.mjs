// The form for a new merge request: keys, pasted files, and a reload of the window. The other tests of the form need no
// editor: test/pages/create-merge-request.test.mjs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { itInFull, workbench } from './harness.mjs';
import { accessibilityProblems, panelContent, panelFrame } from './steps/panel-page.mjs';

/** Runs git in the window's workspace. Pushes use the token of a role. */
function gitIn(window, role) {
  const git = (...args) => execFileSync('git', ['-C', window.workspace, ...args], { encoding: 'utf8' });
  const url = new URL(git('remote', 'get-url', 'origin').trim());
  [url.username, url.password] = [role, window.sandbox.tokens[role]];
  git('remote', 'set-url', '--push', 'origin', url.href);
  const commit = (file, message) => {
    mkdirSync(path.dirname(path.join(window.workspace, file)), { recursive: true });
    writeFileSync(path.join(window.workspace, file), `${message}\n`);
    git('add', '--all');
    git('commit', '-q', '-m', message);
  };
  return { git, commit };
}

function formOf(window) {
  const page = () => panelFrame(window.page);
  return {
    page,
    field: (name) => page().locator(`[data-field="${name}"]`).locator('input, select, textarea').first(),
    button: (name) => page().getByRole('button', { name, exact: true }),
    open: async () => {
      await window.openContainer();
      await window.page.locator('.part.statusbar .codicon-git-branch').first().waitFor();
      // The test host doesn't watch files.
      await window.command('Git: Refresh');
      const branch = execFileSync('git', ['-C', window.workspace, 'branch', '--show-current']);
      await window.statusItem(String(branch).trim()).first().waitFor();
      await window.command('Switchyard: Create Merge Request...');
      await page().locator('#create-extent details').waitFor();
    },
  };
}

describe('form for a new merge request, mouse and keyboard', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });
  const form = formOf(window);
  const { page, field, button } = form;

  /** Opens the form for a new branch with a commit. */
  const openForBranch = async (branch) => {
    const { git, commit } = gitIn(window, 'owner');
    git('checkout', '-q', 'main');
    git('checkout', '-q', '-b', branch);
    commit('.gitlab/merge_request_templates/Bug.md', 'Add merge request template for bugs');
    commit('docs/rounding.md', 'Round half cents up');
    await form.open();
  };
  const addReviewer = async () => {
    await field('reviewers').fill('dana');
    await page().locator('[data-field="reviewers"] [data-choice]').first().click();
  };
  const assignToMe = async () => {
    await button('Assign to Me').click();
    await page().locator('[data-field="assignees"] [data-chip]', { hasText: 'Olivia' }).waitFor();
  };

  itInFull('writes the description with the toolbar, completion, attachments, and a preview', async () => {
    const { keyboard } = window.page;
    await openForBranch('feature/described');
    const description = field('description');
    await description.fill('');
    await keyboard.press('Control+b');
    await keyboard.type('Rounds');
    await keyboard.press('End');
    await keyboard.type(' half cents, ask @dan');
    await page().locator('.choices [data-choice]', { hasText: '@dana' }).waitFor();
    await keyboard.press('Enter');
    await description.evaluate((box) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['pixels'], 'shot.png'));
      box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    });
    await page().getByText('Attached shot.png.').first().waitFor();
    assert.match(
      await description.inputValue(),
      /^\*\*Rounds\*\* half cents, ask @dana !\[shot\]\(\/uploads\/[\da-f]{32}\/shot\.png\)$/,
    );
    await keyboard.press('Shift+Tab');
    await keyboard.press('Shift+Tab');
    await page().getByRole('tab', { name: 'Write' }).and(page().locator(':focus')).waitFor();
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    const preview = page().getByRole('tabpanel', { name: 'Preview' });
    await preview.locator('strong', { hasText: 'Rounds' }).waitFor();
    await preview.getByRole('link', { name: '@dana' }).waitFor();
    assert.deepEqual(await accessibilityProblems(await panelContent(window.page)), []);
    await page().getByRole('tab', { name: 'Write' }).click();
    await page().locator('textarea:focus').waitFor();
    await window.sandbox.clearRequests();
    await button('Create Merge Request').click();
    await window.editorTab(/^!\d+ Described/).waitFor();
    await page().locator('.markdown strong', { hasText: 'Rounds' }).first().waitFor();
    await window
      .row(/Described/, { view: 'Merge Requests' })
      .first()
      .waitFor();
  });

  it('restores typed values after closing the form and after reloading the window', async () => {
    await openForBranch('feature/restored');
    await field('title').fill('Round prices');
    await field('description').fill('In my own words.');
    await addReviewer();
    await assignToMe();
    assert.equal(await field('reviewers').inputValue(), '', 'what was chosen is not typed any more');
    const isThere = async (title) => {
      assert.equal(await field('title').inputValue(), title);
      assert.equal(await field('description').inputValue(), 'In my own words.');
      await page().locator('[data-field="reviewers"] [data-chip]', { hasText: 'Dana' }).waitFor();
      await page().locator('[data-field="assignees"] [data-chip]', { hasText: 'Olivia' }).waitFor();
    };
    await button('Cancel').click();
    await window.editorTab(/New/).waitFor({ state: 'detached' });
    await form.open();
    await page().getByText('The form was restored').waitFor();
    await isThere('Round prices');
    await field('title').fill('Round prices up');
    await window.remembered(/Round prices up/);
    await window.page.reload();
    // Reloading also restarts the extensions.
    await page().locator('#create-extent details').waitFor();
    await isThere('Round prices up');
  });
});
