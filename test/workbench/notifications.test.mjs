import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { itInFull, workbench } from './harness.mjs';
import { openFailedLog } from './steps/failed-log.mjs';
import { step } from './steps/step.mjs';

const BRANCH = 'feature/gift-cards';
const STORE = '/api/v4/projects/acme%2Fstorefront';

describe('status bar and notifications', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });

  const ask = async (path) => {
    const { url, tokens } = window.sandbox;
    const response = await fetch(`${url}${STORE}${path}`, { headers: { 'private-token': tokens.owner } });
    assert.ok(response.ok, path);
    return response.json();
  };
  const newest = async () => (await ask(`/pipelines?ref=${encodeURIComponent(BRANCH)}&per_page=1`))[0];

  /** Advances the sandbox's clock until the latest pipeline of the branch has one of the statuses. */
  const untilNewestIs = async (...statuses) => {
    for (let tries = 0; tries < 200; tries++) {
      const pipeline = await newest();
      if (statuses.includes(pipeline.status)) return pipeline;
      await window.sandbox.advance(20_000);
    }
    throw new Error(`the newest pipeline of ${BRANCH} is never ${statuses.join(' or ')}`);
  };

  it('follow the pipeline of the branch until it fails, and open the failed job log', async () => {
    // Another test could have opened a view.
    await window.page.reload();
    await step('show the pipeline and the merge request of the branch before a view is opened', async () => {
      await window.statusItem(/Pipeline: /).waitFor();
      execFileSync('git', ['-C', window.workspace, 'fetch', '--quiet', 'origin']);
      execFileSync('git', ['-C', window.workspace, 'checkout', '--quiet', BRANCH]);
      // The test host doesn't watch files.
      await window.command('Git: Refresh');
      await window.statusItem(/Pipeline: passed · !12/).waitFor();
      await window.openContainer();
      await window.onlyView('Pipelines');
    });
    await step(
      'notify of a failed watched pipeline, with a button that opens the failed job log',
      async () => {
        const { id } = await untilNewestIs('pending', 'running');
        await window.command('Switchyard: Refresh Pipelines');
        const row = window.row(new RegExp(`^Pipeline ${id},`));
        await window.contextMenu(row, 'Watch Pipeline');
        await window.row(new RegExp(`^Pipeline ${id},.*watched$`)).waitFor();
        await untilNewestIs('failed');
        const toast = window.toast(new RegExp(`Pipeline #${id} “.+” failed for ${BRANCH}: `));
        await toast.waitFor();
        await window.statusItem(/Pipeline: failed · !12/).waitFor();
        await window.page.locator('.part.activitybar .badge-content').filter({ hasText: /^1$/ }).waitFor();
        await toast.getByRole('button', { name: 'Open Failed Job Log' }).click();
        await window.editorTab(/^unit-tests #\d+/).waitFor();
        await window.editorLines().filter({ hasText: 'ERROR: Job failed' }).waitFor();
      },
    );
    await step('open the failed job log from the status bar', async () => {
      await window.command('View: Close All Editors');
      await window.statusItem(/Pipeline: failed/).click();
      await window.editorTab(/^unit-tests #\d+/).waitFor();
    });
  });

  itInFull('finds items by part of a title and by number, and offers recently opened items', async () => {
    await openFailedLog(window);
    const input = window.quickInput().locator('input[type="text"]').first();
    await window.command('Switchyard: Go to Pipeline, Job, or Merge Request...');
    await window
      .quickRow(/^unit-tests/)
      .first()
      .waitFor();
    await input.fill('gift');
    await window.quickRow(/!12 Pay with a gift card/).waitFor();
    const { id } = await newest();
    await input.fill(`#${id}`);
    await window.quickRow(`#${id} ${BRANCH}`).waitFor();
    await window.page.keyboard.press('Enter');
    await window.page
      .locator(`.part.sidebar .monaco-list-row.selected[aria-label^="Pipeline ${id},"]`)
      .waitFor();
  });
});
