import assert from 'node:assert/strict';
import { THEMES, workbench } from './harness.mjs';
import { iconContrasts } from './steps/icon-contrast.mjs';
import { openPipelinesView, openStages } from './steps/stages.mjs';
import { step } from './steps/step.mjs';

describe('Pipelines view, mouse', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });

  it('starts without a notification', async () => {
    // Another test could have closed notifications.
    await window.page.reload();
    await window.page.locator('.part.sidebar .monaco-list-row').first().waitFor();
    await window.settle();
    assert.equal(await window.toast('').count(), 0);
  });

  it("shows the pipelines of the workspace’s project in the activity bar's view", async () => {
    await openPipelinesView(window);
    await window.row(/^Project acme\/storefront/).waitFor();
    await window
      .row(/^Pipeline \d+, main, running/)
      .first()
      .waitFor();
  });

  for (const theme of THEMES) {
    it(`is filtered by status until the filter is cleared, ${theme} theme`, async () => {
      await window.changeTheme(theme);
      await openPipelinesView(window);
      const line = (label) =>
        window.quickInput().locator('.monaco-list-row').filter({ hasText: label }).first();
      await step('open the filter with one button, and select the statuses to show', async () => {
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
      await step('show the active filter above the rows', async () => {
        await window.page.locator('.part.sidebar').getByText('Showing: failed').waitFor();
        await window.page.mouse.move(900, 600);
        await window.shot(`filtered-${theme}`);
      });
      await step('keep the selection for the next time', async () => {
        await window.viewButton('Pipelines', 'Filter Pipelines...');
        const box = line('Failed').locator('[role="checkbox"], input[type="checkbox"]').first();
        await box.waitFor();
        assert.equal((await box.getAttribute('aria-checked')) ?? String(await box.isChecked()), 'true');
        await window.page.keyboard.press('Escape');
      });
      await step('clear the filter with one button', async () => {
        await window.viewButton('Pipelines', 'Clear Pipeline Filter');
        await window
          .row(/^Pipeline \d+, main, running/)
          .first()
          .waitFor();
        await window.page
          .getByRole('button', { name: 'Clear Pipeline Filter' })
          .waitFor({ state: 'detached' });
      });
    });
  }

  for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light']) {
    it(`shows icons with a contrast of at least 3:1 (${theme})`, async () => {
      await window.changeTheme(theme);
      await openPipelinesView(window);
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

  it('shows the stages of a running pipeline, and the jobs of a stage', async () => {
    await openPipelinesView(window);
    await openRunningPipeline();
    await window
      .row(/^Stage /)
      .first()
      .waitFor();
    await aRunningJob();
  });

  it('opens and follows the log of a running job on a click, and shows that in the status bar', async () => {
    await openPipelinesView(window);
    await openRunningPipeline();
    const job = await aRunningJob();
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

  it('stops following when the user scrolls up, and resumes on a click', async () => {
    await openPipelinesView(window);
    const pipeline = window.row(new RegExp(`^Pipeline ${await pipelineOfLoadTest()}, `));
    await window.unfold(pipeline);
    const load = window.row(/^Job load-test, running/);
    for (let tries = 0; tries < 10 && !(await waits(load, 1_000)); tries++) await openStages(window);
    await load.click();
    await window.editorTab(/^load-test/).waitFor();
    const following = window.statusItem(/\bFollowing load-test/);
    await following.waitFor();
    // A short window, so that even a short log doesn't fit.
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
  });

  it('cancels a job with the button of its row, and updates the row', async () => {
    await openNewPipeline();
    const running = await aRunningJob();
    const name = (await running.getAttribute('aria-label')).replace(/^Job (.+?), running.*$/, '$1');
    const job = (state) => window.row(new RegExp(`^Job ${escaped(name)}, ${state}`));
    await window.rowButton(job('running'), /^Cancel Job/, job('cancel'));
    const notification = window.toast(`${name} (#`);
    await notification
      .getByText(/cancel/)
      .first()
      .waitFor();
    await notification.getByRole('button', { name: 'Retry' }).waitFor();
    await window.command('Notifications: Clear All Notifications');
    await notification.waitFor({ state: 'detached' });
  });

  it('offers only the actions that the status allows in the context menu of a row', async () => {
    const pipeline = await openNewPipeline();
    await aRunningJob();
    const [{ id }] = await ask(`/pipelines/${pipeline}/jobs?scope[]=running`);
    await ask(`/jobs/${id}/cancel`, 'POST');
    await window.page.getByRole('button', { name: 'Refresh Pipelines' }).click();
    await window
      .row(/^Job .*, cancel(ing|ed)/)
      .first()
      .click({ button: 'right' });
    await window.page.getByRole('menuitem', { name: 'Open Job Log' }).waitFor();
    assert.equal(await window.page.getByRole('menuitem', { name: 'Cancel Job' }).count(), 0);
    await window.page.keyboard.press('Escape');
  });

  it('asks before it cancels a pipeline, without a second button named Cancel', async () => {
    await openPipelinesView(window);
    const running = window.row(/^Pipeline \d+, .*, running/).first();
    const dialog = window.page.locator('.monaco-dialog-box');
    await window.rowButton(running, /^Cancel Pipeline/, dialog.getByText(/^Cancel pipeline #\d+ for .*\?$/));
    await dialog.getByRole('button', { name: 'Cancel Pipeline' }).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Cancel', exact: true }).count(), 0);
    await window.shot('cancel-pipeline');
    await dialog.getByRole('button', { name: 'Keep Running' }).click();
    await dialog.waitFor({ state: 'detached' });
    await running.waitFor();
  });

  it('shows the details of a job in a tooltip', async () => {
    await openPipelinesView(window);
    await openRunningPipeline();
    await aRunningJob();
    await window.rowTooltip(window.row(/^Job /).first(), 'Started by');
    await window.shot('pipelines-tooltip');
  });

  const openRunningPipeline = () => window.unfold(window.row(/^Pipeline \d+, main, running/).first());

  const ask = async (target, method = 'GET') => {
    const { url, tokens } = window.sandbox;
    const response = await fetch(`${url}/api/v4/projects/1${target}`, {
      method,
      headers: { 'private-token': tokens.maintainer },
    });
    assert.ok(response.ok, `${method} ${target}: ${response.status}`);
    return response.json();
  };

  /** Returns the pipeline in which a load test of the demo world runs, which writes to its log for a long time. */
  async function pipelineOfLoadTest() {
    const load = (await ask('/jobs?scope[]=running&per_page=100')).find(({ name }) => name === 'load-test');
    assert.ok(load, 'no load test is running');
    return load.pipeline.id;
  }

  /** Starts and opens another pipeline, whose jobs no other test uses. Returns its ID. */
  async function openNewPipeline() {
    const { id } = await ask('/pipeline?ref=main', 'POST');
    await openPipelinesView(window);
    await window.page.getByRole('button', { name: 'Refresh Pipelines' }).click();
    await window.unfold(window.row(new RegExp(`^Pipeline ${id},`)).first());
    return id;
  }

  /** Returns the row of a running job. Advances the sandbox's clock until there is one. */
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

describe('signing in, keyboard', () => {
  const window = workbench({ theme: 'light', signedIn: false });

  it('shows the pipelines after an invalid token was corrected', async () => {
    await step('offer to sign in while signed out', async () => {
      await window.openContainer();
      await window.onlyView('Pipelines');
      await window.page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
      await window.page.mouse.move(900, 600);
      await window.shot('welcome-light');
    });
    await step('explain an invalid token, and keep the typed text', async () => {
      await window.page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await answer(/Sign In \(1\/2\)/, window.sandbox.url);
      await answer(/\(2\/2\)/, 'glpat-wrong-wrong-wrong');
      await window.quickInput().filter({ hasText: 'rejected the token' }).waitFor();
      assert.equal(await input().inputValue(), 'glpat-wrong-wrong-wrong');
      assert.equal(await input().getAttribute('type'), 'password');
      await window.shot('sign-in-light');
    });
    await step('show the pipelines with a valid token', async () => {
      await answer(/\(2\/2\)/, window.sandbox.tokens.developer);
      await window.row(/^Project acme\/storefront/).waitFor();
      await window
        .row(/^Pipeline /)
        .first()
        .waitFor();
      await window.toast(/Signed in as/).waitFor();
      await window.shot('pipelines-light');
    });
  });

  const input = () => window.page.locator('.quick-input-widget input').last();

  async function answer(title, text) {
    await window.quickInput().filter({ hasText: title }).waitFor();
    await input().fill(text);
    await window.page.keyboard.press('Enter');
  }
});

/** True if the element appears before the timeout. */
async function waits(locator, timeout = 2_000) {
  return locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
