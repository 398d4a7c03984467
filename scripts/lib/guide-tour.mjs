// Takes the screenshots of the user guide and the README. Each is taken in a window that shows the demo project.
import { execFileSync } from 'node:child_process';
import { untilEffect } from './page-actions.mjs';

const CARDS_BRANCH = 'feature/gift-cards';
/** Maximum number of times that the sandbox's clock is advanced until a pipeline has a status. */
const MAX_ADVANCES = 200;

/** Screenshots of a signed-in window, by name. Each function brings the window into the state to show. */
export const SIGNED_IN = {
  pipelines: async (window) => {
    await showOnly(window, 'Pipelines');
    await window.unfold(window.row(/^Pipeline \d+, main, running/).first());
    const running = window.row(/^Job .*, running/).first();
    for (let advances = 0; advances < MAX_ADVANCES && !(await running.isVisible()); advances++) {
      await window.sandbox.advance(4_000);
      await window.command('Switchyard: Refresh Pipelines');
      await window.settle();
      // The label of a stage contains its status, which changes.
      const closed = window.row(/^Stage /).and(window.page.locator('[aria-expanded="false"]'));
      while ((await closed.count()) > 0) await window.unfold(window.row((await labelsOf(closed))[0]));
    }
    await window.openRow(running, window.statusItem(/\bFollowing /));
    await window.sandbox.advance(3_000);
  },

  log: async (window) => {
    await showOnly(window, 'Pipelines');
    const id = await failedPipelineOf(window, 'unit-tests');
    await window.unfold(window.row(new RegExp(`^Pipeline ${id},`)).first());
    await window.unfold(window.row(/^Stage test/).first());
    const place = window.editorLines().locator('.detected-link').first();
    await window.openRow(window.row(/^Job unit-tests, failed/).first(), place);
  },

  find: async (window) => {
    await window.command('Switchyard: Go to Pipeline, Job, or Merge Request...');
    await window.quickInput().getByPlaceholder('Enter a number').fill('gift');
    await window.quickRow(/!12 Pay with a gift card/).waitFor();
  },

  'review-diff': async (window) => {
    await showOnly(window, 'Merge Requests');
    await window.unfold(window.row(/^Merge request 12, /).first());
    await window.unfold(window.row(/^Changes, /).first());
    const line = window.page.locator('.part.editor .editor.modified .view-line').first();
    await window.openRow(window.row(/^pay\.ts in /).first(), line);
  },

  'review-comment': async (window) => {
    await showOnly(window, 'Merge Requests');
    await window.unfold(window.row(/^Merge request 11, /).first());
    await window.unfold(window.row(/^Discussions/).first());
    const thread = window.page.locator('.part.editor .review-widget').first();
    await window.openRow(window.row(/^Thread, unresolved, What does a rank of zero mean/).first(), thread);
  },

  'errors-line': async (window) => {
    await showOnly(window, 'Errors');
    await window.unfold(window.row(/^Error TypeError: Cannot read/).first());
    const lens = window.page.locator('.codelens-decoration').first();
    await window.openRow(window.row(/^Frame discountFor/).first(), lens);
  },

  'client-key-rotation': async (window) => {
    await showOnly(window, 'Errors');
    await window.unfold(window.row(/^Client Keys/).first());
    await window.contextMenu(window.row(/^Client key \d+, active/).first(), /^Rotate Client Key/);
    await window.modal().getByRole('button', { name: 'Create New Key' }).click();
    await window.quickInput().getByText("I've Replaced the DSN").waitFor();
    await window.page.keyboard.press('Escape');
    await window.row(/^Rotation of Key #\d+, step 2 of 4/).waitFor();
  },

  'merge-continued': async (window) => {
    await showOnly(window, 'Merge Requests');
    await window.unfold(window.row(/^Merge request 12, /).first());
    const merge = pageOf(window).getByRole('button', { name: 'Merge...', exact: true }).first();
    await window.openRow(window.row(/^Overview/).first(), merge);
    const choice = window.quickRow(/^Merge \w{8} into main/).first();
    await untilEffect(
      (timeout) => merge.click({ timeout }),
      (timeout) => choice.waitFor({ timeout }),
    );
  },

  create: async (window) => {
    const { workspace } = window;
    const git = (...args) => execFileSync('git', ['-C', workspace, ...args], { encoding: 'utf8' });
    git('checkout', '--quiet', '-b', 'feature/price-rounding');
    git('commit', '--quiet', '--allow-empty', '--message', 'Round half cents up');
    await window.command('Git: Refresh');
    await window.statusItem(/feature\/price-rounding/).waitFor();
    await window.command('Switchyard: Create Merge Request...');
    await pageOf(window).locator('#create-extent details').waitFor();
  },

  signals: async (window) => {
    execFileSync('git', ['-C', window.workspace, 'fetch', '--quiet', 'origin']);
    execFileSync('git', ['-C', window.workspace, 'checkout', '--quiet', '--force', CARDS_BRANCH]);
    await window.command('Git: Refresh');
    await window.statusItem(/Pipeline: \w+ · !12/).waitFor();
    await showOnly(window, 'Pipelines');
    const { id } = await untilPipelineIs(window, 'pending', 'running');
    await window.command('Switchyard: Refresh Pipelines');
    await window.contextMenu(window.row(new RegExp(`^Pipeline ${id},`)).first(), 'Watch Pipeline');
    await window.row(new RegExp(`^Pipeline ${id},.*watched$`)).waitFor();
    await untilPipelineIs(window, 'failed');
    await window.toast(new RegExp(`Pipeline #${id} .*failed`)).waitFor();
  },
};

/** Screenshots of a window without an account. */
export const SIGNED_OUT = {
  welcome: async (window) => {
    await showOnly(window, 'Pipelines');
    await window.page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  },

  'sign-in': async (window) => {
    await window.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await answer(window, /\(1\/2\)/, window.sandbox.url);
    await answer(window, /\(2\/2\)/, 'glpat-wrong-wrong-wrong');
    await window.quickInput().filter({ hasText: 'rejected the token' }).waitFor();
  },
};

async function showOnly(window, view) {
  await window.openContainer();
  await window.onlyView(view);
}

const pageOf = ({ page }) => page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');

const labelsOf = (rows) => rows.evaluateAll((found) => found.map((row) => row.getAttribute('aria-label')));

async function answer(window, title, text) {
  await window.quickInput().filter({ hasText: title }).waitFor();
  await window.quickInput().locator('input').last().fill(text);
  await window.page.keyboard.press('Enter');
}

async function asked({ sandbox: { url, tokens } }, path) {
  const headers = { 'private-token': tokens.owner };
  const response = await fetch(`${url}/api/v4/projects/1/${path}`, { headers });
  return response.json();
}

const latestPipeline = async (window, query) => (await asked(window, `pipelines?${query}&per_page=1`))[0];

/** Returns the ID of the latest pipeline of the default branch in which a job failed. */
async function failedPipelineOf(window, jobName) {
  for (const { id } of await asked(window, 'pipelines?ref=main&status=failed')) {
    const jobs = await asked(window, `pipelines/${id}/jobs?scope[]=failed`);
    if (jobs.some(({ name }) => name === jobName)) return id;
  }
  throw new Error(`The demo data has no pipeline of main in which ${jobName} failed.`);
}

/** Advances the sandbox's clock until the latest pipeline of the branch has one of the statuses. */
async function untilPipelineIs(window, ...statuses) {
  for (let advances = 0; advances < MAX_ADVANCES; advances++) {
    const pipeline = await latestPipeline(window, `ref=${encodeURIComponent(CARDS_BRANCH)}`);
    if (statuses.includes(pipeline.status)) return pipeline;
    await window.sandbox.advance(20_000);
  }
  throw new Error(`The latest pipeline of ${CARDS_BRANCH} is never ${statuses.join(' or ')}.`);
}
