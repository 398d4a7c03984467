// First use of the package without account, folder, or server.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openGrowingLog, trustClone } from '../../../scripts/lib/newcomer.mjs';
import { newcomer } from '../harness.mjs';
import { openFailedLog } from '../steps/failed-log.mjs';
import { hoverGutter } from '../steps/gutter.mjs';
import { step } from '../steps/step.mjs';

/** Maximum time in milliseconds of all steps. */
const JOURNEY_MS = 900_000;
const STEPS = [
  'Sign in, or explore the demo project',
  'See your pipelines',
  'Open the log of a failed job',
  'Review a merge request',
  'Learn the keyboard shortcuts',
];

describe('first steps after installing the package', () => {
  const window = newcomer();
  const pipelines = (name) => window.row(name, { view: 'Pipelines' }).first();
  const requests = (name) => window.row(name, { view: 'Merge Requests' }).first();
  const errors = (name) => window.row(name, { view: 'Errors' }).first();
  const line = (text, side = '') =>
    window.page.locator(`.part.editor ${side} .view-line`).filter({ hasText: text }).first();
  const done = (name) => window.page.getByRole('checkbox', { name: `${name}: Completed` });
  const picture = async (name) => {
    await window.settle();
    await window.shot(`first-steps-${name}`);
  };
  const openWalkthrough = async () => {
    await window.command('Welcome: Open Walkthrough...');
    await window.quickRow('Get Started with Switchyard').first().click();
    await window.page.getByText('See your pipelines', { exact: true }).waitFor();
  };

  it('lead from the welcome view to all features in the demo project, which can be removed', async function () {
    this.timeout(JOURNEY_MS);
    await step('offers to sign in or to explore the demo project', async () => {
      await window.openContainer();
      await window.page.getByRole('button', { name: 'Explore the Demo Project' }).waitFor();
      await picture('1-welcome');
      await openWalkthrough();
      await picture('2-walkthrough');
    });
    await step('shows the pipelines of the demo project next to the walkthrough', async () => {
      await window.page
        .locator('.part.editor')
        .getByRole('button', { name: 'Explore the Demo Project', exact: true })
        .click();
      await trustClone(window);
      await pipelines(/^Pipeline 1119, main, running/).waitFor();
      await done('Sign in, or explore the demo project').waitFor();
      await done('See your pipelines').waitFor();
      await picture('3-demo');
    });
    await step('shows a job log that grows', async () => {
      await openGrowingLog(window);
      await picture('4-growing-log');
    });
    await step('shows the failing line of a failed job, and opens the problem in the code', async () => {
      await openFailedLog(window);
      const place = line('at discountFor').locator('.detected-link').first();
      await place.waitFor();
      await picture('5-failed-log');
      await window.page.keyboard.press('F4');
      await window.statusItem(/^Ln 53, .*selected/).waitFor();
      await window.followLink(place);
      await window.editorTab(/price\.ts/).waitFor();
      await window.page.locator('.part.editor .squiggly-error').first().waitFor();
      await picture('6-problem');
    });
    await step('shows a merge request and its changes', async () => {
      await window.onlyView('Merge Requests');
      await window.unfold(requests(/^Merge request 12, /));
      await window.unfold(requests(/^Changes/));
      await window.openRow(
        requests(/^pay\.ts/),
        window.page.locator('.part.editor .editor.modified .view-line').first(),
      );
      await picture('7-diff');
    });
    await step('adds a comment on a line', async () => {
      const modified = window.page.locator('.part.editor .editor.modified');
      const place = await hoverGutter(window.page, modified, modified.locator('.view-line').nth(2));
      await window.page.mouse.click(...place);
      const widget = window.page.locator('.part.editor .review-widget');
      await widget.locator('.monaco-editor.focused').waitFor();
      await window.page.keyboard.type('Good catch.');
      await widget.getByRole('button', { name: 'Add Comment Now' }).click();
      await widget.filter({ hasText: 'Good catch.' }).getByText('Unresolved').waitFor();
      await picture('8-comment');
      await widget.getByRole('button', { name: 'Resolve Thread' }).click();
    });
    await step('merges a merge request', async () => {
      // Not the one above: in the demo, commits are pushed to it while the tests are running.
      const ready = requests(/^Merge request 4, Support Swiss francs, .*ready to merge/);
      await ready.waitFor();
      await window.contextMenu(ready, /^Merge\.\.\./);
      await window
        .quickRow(/^Merge \w{8} into main/)
        .first()
        .waitFor();
      await picture('9-merge');
      await window
        .quickRow(/^Merge \w{8} into main/)
        .first()
        .click();
      await requests(/^Merge request 4, Support Swiss francs, /).waitFor({ state: 'detached' });
      await picture('10-merged');
    });
    await step('opens the line of an error', async () => {
      await window.onlyView('Errors');
      await window.unfold(errors(/^Error TypeError: Cannot read/));
      await window.openRow(
        errors(/^Frame discountFor, at src\/cart\/price.ts:42$/),
        line('return rule.rate'),
      );
      await picture('11-error');
    });
    await step('completes all steps of the walkthrough', async () => {
      await window.command('Switchyard: Go to Pipeline, Job, or Merge Request...');
      await window.quickInput().getByRole('textbox').first().press('Escape');
      await openWalkthrough();
      for (const name of STEPS) await done(name).waitFor();
      await picture('12-done');
    });
    await step('keeps the demo after a reload, and its token out of command lines and files', async () => {
      await window.page.reload();
      await window.openContainer();
      await window.onlyView('Pipelines');
      await pipelines(/^Pipeline 1119, main/).waitFor();
      // The previous extension host may end after the new one has started.
      const limit = performance.now() + 30_000;
      while ((await servers()).length > 1 && performance.now() < limit)
        await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal((await servers()).length, 1, 'the server of the former extension host has ended');
      assert.doesNotMatch((await servers()).join(), /glpat-/);
      const found = spawnSync('grep', ['-rlE', 'glpat-[A-Za-z0-9_-]{20}', window.dataDir], {
        encoding: 'utf8',
      });
      assert.deepEqual([found.status, found.stdout], [1, '']);
    });
    await step('removes all files and processes of the demo with the demo project', async () => {
      await window.command('Switchyard: Remove Demo Project');
      await window.modal().getByRole('button', { name: 'Remove Demo Project' }).click();
      await window.page.waitForURL((url) => !url.searchParams.has('folder'));
      await window.openContainer();
      await window.page.getByRole('button', { name: 'Explore the Demo Project', exact: true }).waitFor();
      assert.deepEqual(await servers(), []);
      const left = (
        await readdir(path.join(window.dataDir, 'data/User/globalStorage/switchyard.switchyard'))
      ).filter((name) => name.startsWith('demo-'));
      assert.deepEqual(left, []);
    });
  });

  /** Command lines of the demo servers of this host. */
  async function servers() {
    const folders = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(
      folders.map((name) => readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')),
    );
    return lines.filter((each) => each.includes(path.dirname(window.dataDir)) && each.includes('sandbox.js'));
  }
});
