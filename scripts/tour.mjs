// Takes screenshots of each part of the user interface, to review its wording and layout in a theme or the pseudo-locale:
//
//   node scripts/screenshot.mjs --do scripts/tour.mjs [--theme light] [--pseudo]
//
// With --themes, a comma-separated list, one window shows each part in every theme of the list. With --widths, the views
// are also shown in a side bar of each width:
//
//   node scripts/screenshot.mjs --do scripts/tour.mjs --themes dark,light,high-contrast,high-contrast-light --widths 200,300,450
//
// --parts is a comma-separated list of the steps below. A part may need the one before it.
//
// Finds elements by IDs, icons, and values from the server, because texts differ in the pseudo-locale.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const VIEWS = ['pipelines', 'mergeRequests', 'errors'];

export default async function tour(window) {
  const { page, shot, settle, theme, pseudo, log, sandbox, workspace } = window;
  const themes = window.themes ?? [theme];
  let shown = theme;
  const suffix = () => (pseudo ? `pseudo-${shown}` : shown);
  const panel = () => page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  const row = (text) => page.locator('.part.sidebar .monaco-list-row').filter({ hasText: text }).first();
  const picture = async (name, options) => {
    await settle();
    await shot(`tour-${name}-${suffix()}`, options);
  };
  /** Takes screenshots of what stays while the theme changes; not of menus and tooltips. */
  const inThemes = async (name) => {
    for (const each of themes) {
      await showIn(each);
      await picture(name);
    }
    await showIn(themes[0]);
  };
  /** Takes screenshots of the views in each theme and width of the side bar. */
  const inWidths = async (name) => {
    await inThemes(name);
    if (window.widths === undefined) return;
    for (const width of window.widths) {
      await window.resizeSideBar(width);
      for (const each of themes) {
        await showIn(each);
        // Away from the rows, which show buttons instead of the end of their text under the pointer.
        await page.mouse.move(0, 0);
        await picture(`${name}-${width}`, { clip: await page.locator('.part.sidebar').boundingBox() });
      }
    }
    await window.resizeSideBar(300);
    await showIn(themes[0]);
  };
  const showIn = async (name) => {
    if (name !== shown) await window.changeTheme(name);
    shown = name;
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
  /** Does nothing without a panel, because the palette would run another command. */
  const hidePanel = async () => {
    if (await page.locator('.part.panel').isVisible()) await command('View: Hide Panel');
  };
  const closeEditors = () => command('View: Close All Editors');

  const steps = {
    pipelines: async () => {
      await only('pipelines');
      await row('main').waitFor();
      await inWidths('pipelines');
    },
    log: async () => {
      const id = await failedPipeline(sandbox);
      await page.locator(`.part.sidebar .monaco-list-row[aria-label*=" ${id}"]`).click();
      await unfold(/^test/);
      await row('unit-tests').waitFor();
      await inWidths('pipeline-jobs');
      await row('unit-tests').click();
      await page.locator('.part.editor .detected-link').first().waitFor();
      await inThemes('log');
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
      await inWidths('merge-requests');
      await unfold('!12');
      await inWidths('merge-request-rows');
    },
    page: async () => {
      await row('!12').click();
      await panel().locator('h1').first().waitFor();
      await inThemes('page');
      await panel().locator('body').press('End');
      await inThemes('page-end');
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
      await inThemes('diff');
      await row('!12').locator('.monaco-tl-twistie').click();
      await row('!11').waitFor();
      await unfold('!11');
      const discussions = page.locator('.part.sidebar .monaco-list-row:has(.codicon-comment-discussion)');
      await discussions.first().waitFor();
      await settle();
      await discussions.last().locator('.monaco-tl-twistie').click();
      await row('rank of zero').waitFor();
      await inWidths('threads');
      await row('rank of zero').click();
      await page.locator('.part.editor .review-widget').first().waitFor();
      await inThemes('diff-thread');
      await closeEditors();
      await hidePanel();
    },
    create: async () => {
      // Git: Refresh fails before the repository was found.
      await page.locator('.part.statusbar .statusbar-item:has(.codicon-git-branch)').first().waitFor();
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
      await inThemes('create');
      await closeEditors();
    },
    query: async () => {
      await command('Switchyard: New Merge Request Query...');
      await panel().locator('[data-field="name"]').waitFor();
      await inThemes('query');
      await closeEditors();
    },
    errors: async () => {
      await only('errors');
      await row('46×').waitFor();
      await row('46×').click();
      await row('price.ts').waitFor();
      await inWidths('errors');
      await row('price.ts').click();
      await page.locator('.codelens-decoration').first().waitFor();
      await inThemes('error-line');
      await closeEditors();
    },
    keys: async () => {
      const keys = page
        .locator('.part.sidebar .monaco-list-row')
        .filter({ has: page.locator('.codicon-key') })
        .first();
      await keys.waitFor();
      await keys.click();
      await inWidths('keys');
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
      // The editor is modal and takes the keys that change the theme, so it is opened again in each theme.
      for (const each of themes) {
        await showIn(each);
        await command('Preferences: Open Settings (UI)');
        await page.locator('.settings-editor .suggest-input-container .monaco-editor').click();
        await page.keyboard.type('@ext:switchyard.switchyard');
        await page.locator('.setting-item-category').filter({ hasText: 'Switchyard' }).first().waitFor();
        // The suggestions cover the first setting.
        await page.keyboard.press('Tab');
        await picture('settings');
        await page.keyboard.press('Escape');
        await page.locator('.settings-editor').waitFor({ state: 'hidden' });
      }
      await showIn(themes[0]);
    },
  };
  const tab = page.locator('.part.activitybar [role="tab"]:has([class*="switchyard"])');
  await tab.waitFor();
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  for (const [name, step] of Object.entries(steps)) {
    if (window.parts !== undefined && !window.parts.includes(name)) continue;
    try {
      await step();
    } catch (error) {
      log(`${name}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
      await shot(`tour-failed-${name}-${suffix()}`);
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
