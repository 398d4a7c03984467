import assert from 'node:assert/strict';
import { THEMES, workbench } from './harness.mjs';
import { iconContrasts } from './icon-contrast.mjs';
import { openStages } from './stages.mjs';

describe('pipelines, by mouse', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });
  let job;

  it('starts without a notification', async () => {
    await window.settle();
    assert.equal(await window.toast('').count(), 0);
  });

  it('shows the pipelines of the workspace’s project behind the activity bar', async () => {
    await window.openContainer();
    await window.onlyView('Pipelines');
    await window.row(/^Project acme\/storefront/).waitFor();
    await window
      .row(/^Pipeline \d+, main, running/)
      .first()
      .waitFor();
  });

  for (const theme of THEMES) {
    describe(`with a filter, in a ${theme} theme`, () => {
      before(() => window.changeTheme(theme));
      after(() => window.changeTheme('dark'));

      it('is one button away, and ticks what is to be shown', async () => {
        await window
          .row(/^Pipeline \d+, main, running/)
          .first()
          .waitFor();
        await window.viewButton('Pipelines', 'Filter Pipelines...');
        await line('Failed').click();
        await window.shot(`filter-${theme}`);
        await window.page.keyboard.press('Enter');
        await window
          .row(/^Pipeline \d+, .*, running/)
          .first()
          .waitFor({ state: 'detached' });
        await window
          .row(/^Pipeline \d+, .*, failed/)
          .first()
          .waitFor();
      });

      it('says above the rows what is left of them', async () => {
        await window.page.locator('.part.sidebar').getByText('Showing: failed').waitFor();
        await window.page.mouse.move(900, 600);
        await window.shot(`filtered-${theme}`);
      });

      it('has the same ticked the next time', async () => {
        await window.viewButton('Pipelines', 'Filter Pipelines...');
        const box = line('Failed').locator('[role="checkbox"], input[type="checkbox"]').first();
        await box.waitFor();
        assert.equal((await box.getAttribute('aria-checked')) ?? String(await box.isChecked()), 'true');
        await window.page.keyboard.press('Escape');
      });

      it('is taken away by one button', async () => {
        await window.viewButton('Pipelines', 'Clear Pipeline Filter');
        await window
          .row(/^Pipeline \d+, main, running/)
          .first()
          .waitFor();
        await window.page
          .getByRole('button', { name: 'Clear Pipeline Filter' })
          .waitFor({ state: 'detached' });
      });

      const line = (label) =>
        window.quickInput().locator('.monaco-list-row').filter({ hasText: label }).first();
    });
  }

  for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light']) {
    it(`shows icons with a contrast of at least 3:1 (${theme})`, async () => {
      await window.changeTheme(theme);
      await window.page.mouse.move(900, 600);
      await window
        .row(/^Pipeline \d+, .*, failed/)
        .first()
        .waitFor();
      const contrasts = await iconContrasts(window.page);
      const icons = new Set(contrasts.map(({ icon }) => icon));
      for (const icon of ['error', 'pass', 'sync']) assert.ok(icons.has(icon), [...icons].join());
      assert.deepEqual(
        contrasts.filter(({ contrast }) => contrast < 3),
        [],
      );
      if (theme.startsWith('high-contrast')) {
        const of = (name) => contrasts.find(({ icon }) => icon === name).contrast;
        assert.ok(of('error') > of('pass'), 'failures stand out');
      }
      await window.shot(`icons-${theme}`);
    });
  }

  it('opens a running pipeline to its stages, and a stage to its jobs', async () => {
    await window.changeTheme('dark');
    await window
      .row(/^Pipeline \d+, main, running/)
      .first()
      .click();
    await window
      .row(/^Stage /)
      .first()
      .waitFor();
    job = await aRunningJob();
  });

  it('opens the log of a running job on a click, follows it, and says so', async () => {
    await job.click();
    await window.editorTab(/#\d+/).waitFor();
    await window.editorLines().filter({ hasText: 'Running with gitlab-runner' }).waitFor();
    await window.statusItem(/\bFollowing /).waitFor();
    const lines = async () =>
      Number(await window.page.locator('.part.editor .line-numbers').last().textContent());
    const before = await lines();
    for (let tries = 0; tries < 10 && (await lines()) <= before; tries++) {
      await window.sandbox.advance(3_000);
      await window.page
        .waitForFunction(
          (count) =>
            Number([...document.querySelectorAll('.part.editor .line-numbers')].at(-1)?.textContent) > count,
          before,
          { timeout: 5_000 },
        )
        .catch(() => undefined);
    }
    assert.ok((await lines()) > before, 'the log grows where the reader looks');
    await window.page.mouse.move(900, 600);
    await window.shot('pipelines-dark');
  });

  it('stops following when the reader scrolls up, and starts again on a click', async () => {
    // The demo world has a load test that writes for a long time.
    await window
      .row(/^Pipeline \d+, [^,]+, running, .+, [1-9]/)
      .first()
      .click();
    const load = window.row(/^Job load-test, running/);
    for (let tries = 0; tries < 10 && !(await waits(load, 1_000)); tries++) await openStages(window);
    await load.click();
    await window.editorTab(/^load-test/).waitFor();
    const following = window.statusItem(/\bFollowing load-test/);
    await following.waitFor();
    // However little was written so far, it is more than this window shows.
    await window.page.setViewportSize({ width: 1400, height: 500 });
    await window.page.locator('.part.editor .monaco-editor').first().click();
    await window.page.keyboard.press('Control+Home');
    const paused = window.statusItem(/Not following load-test/);
    await paused.waitFor();
    await paused.click();
    await following.waitFor();
    await window.page
      .locator('.part.editor .line-numbers')
      .filter({ hasText: /^1$/ })
      .waitFor({ state: 'detached' });
    await window.page.setViewportSize({ width: 1400, height: 900 });
  });

  it('cancels a job by the button of its row, and the row tells it', async () => {
    const running = await aRunningJob();
    const name = (await running.getAttribute('aria-label')).replace(/^Job (.+?), running.*$/, '$1');
    await window.rowButton(running, /^Cancel Job/);
    await window.row(new RegExp(`^Job ${escaped(name)}, cancel`)).waitFor();
    const notification = window.toast(`${name} (#`);
    await notification
      .getByText(/cancel/)
      .first()
      .waitFor();
    await notification.getByRole('button', { name: 'Retry' }).waitFor();
    await window.command('Notifications: Clear All Notifications');
    await notification.waitFor({ state: 'detached' });
  });

  it('offers in the menu of a row what its status allows', async () => {
    await window
      .row(/^Job .*, cancel(ing|ed)/)
      .first()
      .click({ button: 'right' });
    await window.page.getByRole('menuitem', { name: 'Open Job Log' }).waitFor();
    assert.equal(await window.page.getByRole('menuitem', { name: 'Cancel Job' }).count(), 0);
    await window.page.keyboard.press('Escape');
  });

  it('shows the facts of a job where the mouse rests', async () => {
    await window.row(/^Job /).first().hover();
    const tip = window.page.locator('.workbench-hover').filter({ hasText: 'Started by' });
    await tip.waitFor();
    await window.shot('pipelines-tooltip');
  });

  /** A row of a running job, letting the sandbox's clock run until there is one. */
  async function aRunningJob() {
    const running = window.row(/^Job .*, running/).first();
    for (let tries = 0; tries < 30; tries++) {
      await openStages(window);
      if (await waits(running, 1_000)) return running;
      await window.sandbox.advance(4_000);
      await window.page.getByRole('button', { name: 'Refresh Pipelines' }).click();
    }
    throw new Error('no job came to run');
  }
});

describe('signing in, by keyboard', () => {
  const window = workbench({ theme: 'light', signedIn: false });

  it('is offered where nobody is signed in', async () => {
    await window.openContainer();
    await window.onlyView('Pipelines');
    await window.page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
    await window.page.mouse.move(900, 600);
    await window.shot('welcome-light');
  });

  it('explains a wrong token and keeps what was typed', async () => {
    await window.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await answer(/Sign In \(1\/2\)/, window.sandbox.url);
    await answer(/\(2\/2\)/, 'glpat-wrong-wrong-wrong');
    await window.quickInput().filter({ hasText: 'rejected the token' }).waitFor();
    assert.equal(await input().inputValue(), 'glpat-wrong-wrong-wrong');
    assert.equal(await input().getAttribute('type'), 'password');
    await window.shot('sign-in-light');
  });

  it('shows the pipelines with a good one', async () => {
    await answer(/\(2\/2\)/, window.sandbox.tokens.developer);
    await window.row(/^Project acme\/storefront/).waitFor();
    await window
      .row(/^Pipeline /)
      .first()
      .waitFor();
    await window.toast(/Signed in as/).waitFor();
    await window.shot('pipelines-light');
  });

  const input = () => window.page.locator('.quick-input-widget input').last();

  async function answer(title, text) {
    await window.quickInput().filter({ hasText: title }).waitFor();
    await input().fill(text);
    await window.page.keyboard.press('Enter');
  }
});

/** Whether it comes within the time. */
async function waits(locator, timeout = 2_000) {
  return locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
