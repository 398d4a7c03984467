// The form for a new merge request.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { workbench } from './harness.mjs';
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
    error: (name, text) => page().locator(`[data-error-of="${name}"]`, { hasText: text }),
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
    /** Runs `shot` with the panel at its minimum supported width. */
    narrow: async (shot) => {
      await window.page.setViewportSize({ width: 660, height: 900 });
      await shot();
      await window.page.setViewportSize({ width: 1400, height: 900 });
    },
  };
}

describe('form for a new merge request, mouse and keyboard', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });
  const form = formOf(window);
  const { page, field, error, button } = form;

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

  it("prefills the title and description from the commits, and shows that the branch isn't pushed", async () => {
    await openForBranch('feature/42-price-rounding');
    assert.equal(await field('title').inputValue(), 'Price rounding');
    assert.match(await field('description').inputValue(), /- Round half cents up/);
    assert.equal(await field('push').isChecked(), true);
    await page().getByText("hasn't been pushed yet").waitFor();
    await page().locator('#create-commits summary').click();
    await page().locator('#create-commits li', { hasText: 'Round half cents up' }).waitFor();
    await window.shot('create-dark');
    assert.deepEqual(await accessibilityProblems(await panelContent(window.page)), []);
  });

  it('shows missing values at their fields before sending anything', async () => {
    await openForBranch('feature/missing-values');
    await field('title').fill('');
    await window.sandbox.clearRequests();
    await window.page.keyboard.press('Enter');
    await error('title', 'Enter a title.').waitFor();
    await field('targetBranch').fill('mian');
    await error('targetBranch', "Branch mian doesn't exist").waitFor();
    await window.shot('create-problems-dark');
    const sent = (await window.sandbox.requests()).filter(({ method }) => method === 'POST');
    assert.deepEqual(sent, []);
  });

  it('suggests branches, people, and labels, and assigns the user', async () => {
    await openForBranch('feature/people');
    await field('targetBranch').fill('mian');
    await error('targetBranch', "doesn't exist").waitFor();
    await field('targetBranch').fill('mai');
    await page().locator('.choices [data-choice]', { hasText: 'main' }).first().waitFor();
    await window.page.keyboard.press('ArrowDown');
    await window.page.keyboard.press('Enter');
    await error('targetBranch', "doesn't exist").waitFor({ state: 'detached' });
    await field('title').fill('Round prices');
    await field('labels').fill('bu');
    await page().locator('.choices [data-choice]', { hasText: 'bug' }).first().click();
    await addReviewer();
    await assignToMe();
    await button('Assign to Me').waitFor({ state: 'detached' });
    await page().locator('[data-field="labels"] [data-chip]', { hasText: 'bug' }).waitFor();
    assert.equal(await field('title').inputValue(), 'Round prices');
    await window.shot('create-people-dark');
  });

  it('replaces an edited description only on request', async () => {
    await openForBranch('feature/template');
    await field('description').fill('In my own words.');
    await field('template').selectOption({ label: 'Bug' });
    await button('Replace Description').waitFor();
    assert.equal(await field('description').inputValue(), 'In my own words.');
    await window.shot('create-template-dark');
    await button('Replace Description').click();
    await page().locator('[data-field="description"]').locator('textarea').waitFor();
    await button('Restore Previous Description').click();
    await button('Restore Previous Description').waitFor({ state: 'detached' });
    assert.equal(await field('description').inputValue(), 'In my own words.');
  });

  it('writes the description with the toolbar, completion, attachments, and a preview', async () => {
    const { keyboard } = window.page;
    await openForBranch('feature/described');
    const description = field('description');
    await description.fill('');
    await keyboard.press('Control+b');
    await keyboard.type('Rounds');
    await keyboard.press('End');
    await keyboard.type(' half cents, ask @dan');
    await page().locator('.choices [data-choice]', { hasText: '@dana' }).waitFor();
    await window.shot('create-completion-dark');
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
    await window.shot('create-preview-dark');
    assert.deepEqual(await accessibilityProblems(await panelContent(window.page)), []);
    await page().getByRole('tab', { name: 'Write' }).click();
    await page().locator('textarea:focus').waitFor();
    await window.sandbox.clearRequests();
    await button('Create Merge Request').click();
    await window.editorTab(/^!\d+ Described/).waitFor();
    await page().locator('.markdown strong', { hasText: 'Rounds' }).first().waitFor();
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
    await form.narrow(() => window.shot('create-narrow-dark'));
    await field('title').fill('Round prices up');
    await window.remembered(/Round prices up/);
    await window.page.reload();
    // Reloading also restarts the extensions.
    await page().locator('#create-extent details').waitFor();
    await isThere('Round prices up');
  });

  it('creates one merge request on a double click, and replaces the form with its page', async () => {
    await openForBranch('feature/created');
    await field('title').fill('Round prices');
    await field('draft').check();
    await window.sandbox.clearRequests();
    await button('Create Merge Request').dblclick();
    await window.editorTab(/^!\d+ Draft: Round prices/).waitFor();
    await page().getByRole('heading', { name: 'Round prices' }).waitFor();
    const sent = (await window.sandbox.requests()).filter(
      ({ method, path: at }) => method === 'POST' && at.endsWith('/merge_requests'),
    );
    assert.equal(sent.length, 1);
    await window
      .row(/Draft: Round prices/, { view: 'Merge Requests' })
      .first()
      .waitFor();
    await window.shot('create-made-dark');
  });

  it('rejects a second merge request for a branch, and offers to open the existing one', async () => {
    await window.changeTheme('high-contrast');
    gitIn(window, 'owner').git('checkout', '-q', 'fix/typos');
    await form.open();
    await page().getByText('already has an open merge request into main').waitFor();
    await window.shot('create-open-high-contrast');
    await button('Create Merge Request').click();
    await page().locator('#create-failure', { hasText: '!17 is already open' }).waitFor();
    await page().locator('#create-failure').scrollIntoViewIfNeeded();
    await window.shot('create-failure-high-contrast');
    await form.narrow(() => window.shot('create-narrow-high-contrast'));
    assert.deepEqual(await accessibilityProblems(await panelContent(window.page)), []);
    await page().locator('#create-failure').getByRole('button', { name: 'Open !17' }).click();
    await window.editorTab(/!17/).waitFor();
  });
});

describe('form for a new merge request from a fork', () => {
  const window = workbench({ theme: 'light', signedIn: 'developer', project: 'dana/storefront' });
  const form = formOf(window);
  const { page, field } = form;

  it('targets the upstream project, and is readable in a narrow column', async () => {
    const { git, commit } = gitIn(window, 'developer');
    git('checkout', '-q', '-b', 'docs/cups');
    commit('docs/cups.md', 'Explain cups');
    await form.open();
    assert.equal(await field('target').inputValue(), '1');
    assert.equal(await field('allowCollaboration').isChecked(), true);
    await window.shot('create-fork-light');
    await form.narrow(() => window.shot('create-narrow-light'));
    await page().getByRole('button', { name: 'Create Merge Request' }).scrollIntoViewIfNeeded();
    await window.shot('create-foot-light');
  });
});
