// Takes screenshots of each part of the user interface, to review its wording and layout in a theme or the pseudo-locale:
//
//   node scripts/screenshot.mjs --do scripts/tour.mjs [--theme light] [--pseudo]
//
// Finds elements by IDs, icons, and values from the server, because texts differ in the pseudo-locale.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const VIEWS = ['pipelines', 'mergeRequests', 'errors'];

export default async function tour(window) {
  const { page, shot, settle, theme, pseudo, log, sandbox, workspace } = window;
  const suffix = pseudo ? `pseudo-${theme}` : theme;
  const panel = () => page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  const row = (text) => page.locator('.part.sidebar .monaco-list-row').filter({ hasText: text }).first();
  const picture = async (name) => {
    await settle();
    await shot(`tour-${name}-${suffix}`);
  };
  /** Expands one of the extension's views and collapses the others. */
  const only = async (view) => {
    const headers = page.locator('.part.sidebar .pane-header');
    for (const [index, each] of VIEWS.entries()) {
      const header = headers.nth(index);
      await header.waitFor();
      if ((await header.getAttribute('aria-expanded')) !== String(each === view)) await header.click();
    }
  };
  const unfold = async (text) => {
    await row(text).waitFor();
    await settle();
    if ((await row(text).getAttribute('aria-expanded')) === 'false')
      await row(text).locator('.monaco-tl-twistie').click();
  };
  /** The palette finds commands by their English titles in every language. */
  const command = async (title) => {
    await page.keyboard.press('F1');
    const input = page.locator('.quick-input-widget input[type="text"]').first();
    await input.fill(`>${title}`);
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await page.keyboard.press('Enter');
  };
  const closeEditors = () => command('View: Close All Editors');

  const steps = {
    pipelines: async () => {
      await only('pipelines');
      await row('main').waitFor();
      await picture('pipelines');
    },
    log: async () => {
      const id = await failedPipeline(sandbox);
      await page.locator(`.part.sidebar .monaco-list-row[aria-label*=" ${id}"]`).click();
      await unfold(/^test/);
      await row('unit-tests').waitFor();
      await picture('pipeline-jobs');
      await row('unit-tests').click();
      await page.locator('.part.editor .detected-link').first().waitFor();
      await picture('log');
      await row('unit-tests').click({ button: 'right' });
      await page.locator('.monaco-menu .action-item').first().waitFor();
      await picture('job-menu');
      await page.keyboard.press('Escape');
      await row('unit-tests').hover();
      await page.locator('.monaco-hover-content').first().waitFor();
      await picture('job-tooltip');
      await closeEditors();
    },
    'merge-requests': async () => {
      await only('mergeRequests');
      await row('!12').waitFor();
      await picture('merge-requests');
      await unfold('!12');
      await picture('merge-request-rows');
    },
    page: async () => {
      await row('!12').click();
      await panel().locator('h1').first().waitFor();
      await picture('page');
      await panel().locator('body').press('End');
      await picture('page-end');
      await closeEditors();
    },
    diff: async () => {
      await row('!12').click({ button: 'right' });
      await page.locator('.monaco-menu .action-item').first().waitFor();
      await picture('merge-request-menu');
      await page.keyboard.press('Escape');
      const changes = page.locator('.part.sidebar .monaco-list-row:has(.codicon-diff-multiple)').first();
      await changes.locator('.monaco-tl-twistie').click();
      await row('.ts').waitFor();
      await settle();
      await row('.ts').click();
      await page.locator('.part.editor .modified .view-line').first().waitFor();
      await picture('diff');
      await row('!12').locator('.monaco-tl-twistie').click();
      await row('!11').waitFor();
      await unfold('!11');
      const discussions = page.locator('.part.sidebar .monaco-list-row:has(.codicon-comment-discussion)');
      await discussions.first().waitFor();
      await settle();
      await discussions.last().locator('.monaco-tl-twistie').click();
      await row('rank of zero').waitFor();
      await picture('threads');
      await row('rank of zero').click();
      await page.locator('.part.editor .review-widget').first().waitFor();
      await picture('diff-thread');
      await closeEditors();
      await command('View: Close Panel');
    },
    create: async () => {
      const git = (...args) => execFileSync('git', ['-C', workspace, ...args], { encoding: 'utf8' });
      const url = new URL(git('remote', 'get-url', 'origin').trim());
      [url.username, url.password] = ['maintainer', sandbox.tokens.maintainer];
      git('remote', 'set-url', '--push', 'origin', url.href);
      git('checkout', '-q', '-b', 'feature/price-rounding');
      writeFileSync(path.join(workspace, 'rounding.md'), 'Round half cents up.\n');
      git('add', '--all');
      git('commit', '-q', '-m', 'Round half cents up');
      await command('Git: Refresh');
      await command('Switchyard: Create Merge Request...');
      await panel().locator('[data-field="title"]').waitFor();
      await picture('create');
      await closeEditors();
    },
    query: async () => {
      await command('Switchyard: New Merge Request Query...');
      await panel().locator('[data-field="name"]').waitFor();
      await picture('query');
      await closeEditors();
    },
    errors: async () => {
      await only('errors');
      await row('46×').waitFor();
      await row('46×').click();
      await row('price.ts').waitFor();
      await picture('errors');
      await row('price.ts').click();
      await page.locator('.codelens-decoration').first().waitFor();
      await picture('error-line');
      await closeEditors();
    },
    keys: async () => {
      const keys = page
        .locator('.part.sidebar .monaco-list-row')
        .filter({ has: page.locator('.codicon-key') })
        .first();
      await keys.waitFor();
      await keys.click();
      await picture('keys');
    },
    palette: async () => {
      await page.keyboard.press('F1');
      await page.locator('.quick-input-widget input').first().fill('>Switchyard: ');
      await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
      await picture('palette');
      await page.keyboard.press('Escape');
    },
    'sign-in': async () => {
      await command('Switchyard: Sign In...');
      await page.locator('.quick-input-widget input').first().waitFor();
      await picture('sign-in');
      await page.keyboard.press('Escape');
    },
    settings: async () => {
      await command('Preferences: Open Settings (UI)');
      await page.locator('.settings-editor .suggest-input-container .monaco-editor').click();
      await page.keyboard.type('@ext:switchyard.switchyard');
      await page.locator('.setting-item-category').filter({ hasText: 'Switchyard' }).first().waitFor();
      await picture('settings');
    },
  };
  await page.locator('.part.activitybar [role="tab"]:has([class*="switchyard"])').click();
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step();
    } catch (error) {
      log(`${name}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
      await shot(`tour-failed-${name}-${suffix}`);
      await page.keyboard.press('Escape');
    }
  }
}

/** Returns the ID of the latest failed push pipeline for main. */
async function failedPipeline({ url, tokens }) {
  const query = 'ref=main&source=push&status=failed&per_page=1';
  const headers = { 'PRIVATE-TOKEN': tokens.maintainer };
  const response = await fetch(`${url}/api/v4/projects/1/pipelines?${query}`, { headers });
  const [pipeline] = await response.json();
  return pipeline.id;
}
