import assert from 'node:assert/strict';
import { itInFull, workbench } from './harness.mjs';
import { openPipelinesView, openStages } from './steps/stages.mjs';

describe('Pipelines view, mouse', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });

  it('starts without a notification', async () => {
    // Another test could have closed notifications.
    await window.page.reload();
    await window.page.locator('.part.sidebar .monaco-list-row').first().waitFor();
    // The status bar shows it last.
    await window.statusItem(/Pipeline: /).waitFor();
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

  it('opens and follows the log of a running job on a click, and shows that in the status bar', async () => {
    await openPipelinesView(window);
    await openRunningPipeline();
    const job = await aRunningJob();
    await window.openRow(job, window.editorTab(/#\d+/));
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
  });

  it('stops following when the user scrolls up, and resumes on a click', async () => {
    await openPipelinesView(window);
    const pipeline = window.row(new RegExp(`^Pipeline ${await pipelineOfLoadTest()}, `));
    await window.unfold(pipeline);
    const load = window.row(/^Job load-test, running/);
    for (let tries = 0; tries < 10 && !(await waits(load, 1_000)); tries++) await openStages(window);
    await window.openRow(load, window.editorTab(/^load-test/));
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

  itInFull('offers only the actions that the status allows in the context menu of a row', async () => {
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
    await dialog.getByRole('button', { name: 'Keep Running' }).click();
    await dialog.waitFor({ state: 'detached' });
    await running.waitFor();
  });

  itInFull('shows the details of a job in a tooltip', async () => {
    await openPipelinesView(window);
    await openRunningPipeline();
    await aRunningJob();
    await window.rowTooltip(window.row(/^Job /).first(), 'Started by');
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

/** True if the element appears before the timeout. */
async function waits(locator, timeout = 2_000) {
  return locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
