// Actions in a workbench, by what a user sees. Each helper waits for a state, never for a fixed time.
import { ownContainer } from './workbench.mjs';

/** The name of each theme in the editor's list, and its CSS class. */
const THEMES = {
  dark: ['Dark Modern', 'vs-dark'],
  light: ['Light Modern', 'vs'],
  'high-contrast': ['Dark High Contrast', 'hc-black'],
  'high-contrast-light': ['Light High Contrast', 'hc-light'],
};

/** Maximum time in milliseconds until an action has an effect, such as an open menu or view container. */
const EFFECT_MS = 5_000;
/** Maximum number of times that an action is repeated until it has an effect. */
const MAX_TRIES = 3;
/**
 * Maximum time in milliseconds for a command to appear in the palette, whose list doesn't change while it is
 * open.
 */
const PALETTE_MS = 5_000;

/** Additional scroll distance in pixels. */
const SCROLL_MARGIN = 20;

/**
 * Repeats an action until its effect is visible: the editor drops a click on a row that it renders again at that
 * moment, and closes the row's menu and tooltip. `act` and `effect` get the maximum time to wait, in milliseconds;
 * undefined for the usual time. A repeated action can fail because its effect is late and has removed its target.
 */
export async function untilEffect(act, effect) {
  await act();
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    try {
      return await effect(EFFECT_MS);
    } catch {
      await act(EFFECT_MS).catch(() => undefined);
    }
  }
  return effect();
}

/** Returns helpers for a page. */
export function handsOn(page) {
  const hands = {
    /** Opens the extension's views in the side bar, unless they are open. */
    async openContainer() {
      const tab = await ownContainer(page);
      const selected = tab.and(page.locator('[aria-selected="true"]'));
      while (!(await selected.isVisible())) {
        await tab.click();
        // If a reloaded window has just restored the views, the click hides them.
        await selected.waitFor({ timeout: EFFECT_MS }).catch(() => undefined);
      }
      await page.locator('.part.sidebar .pane').first().waitFor();
    },

    /** Expands one of the extension's views and collapses the others. */
    async onlyView(name) {
      for (const each of ['Pipelines', 'Merge Requests', 'Errors']) {
        const header = page.locator('.part.sidebar .pane-header').filter({ hasText: each });
        await header.waitFor();
        if ((await header.getAttribute('aria-expanded')) !== String(each === name)) await header.click();
      }
      // Waits until the content of a collapsed view is removed, after its animation.
      await page
        .locator('.part.sidebar .pane:not(.expanded) .pane-body')
        .first()
        .waitFor({ state: 'detached' });
    },

    /**
     * Clicks a button in the title of a view. If several views share the side bar, it is only visible on
     * hover.
     */
    async viewButton(name, title) {
      await page.locator('.part.sidebar .pane-header').filter({ hasText: name }).hover();
      await page.getByRole('button', { name: title }).click();
    },

    /** Selects an item of the menu in the title of a view. */
    async viewMenu(name, title) {
      const header = page.locator('.part.sidebar .pane-header').filter({ hasText: name });
      await hands.settle();
      await hands.chooseFromMenu(title, async () => {
        await header.hover();
        await header.locator('.codicon-toolbar-more').click();
      });
    },

    /**
     * Expands or collapses a row with its arrow, unless it is already. Waits until rows are loaded, because
     * loading renders them again.
     */
    async unfold(row, expanded = true) {
      await row.waitFor();
      await hands.settle();
      await untilEffect(
        async (timeout) => {
          if ((await row.getAttribute('aria-expanded', { timeout })) !== String(expanded))
            await row.locator('.monaco-tl-twistie').click({ timeout });
        },
        (timeout) => row.and(page.locator(`[aria-expanded="${expanded}"]`)).waitFor({ timeout }),
      );
    },

    /** Collapses all rows of a view. `row` is one of them: its state shows when the command has ended. */
    async collapseAll(name, row) {
      await hands.unfold(row);
      await hands.viewMenu(name, 'Collapse All');
      await row.and(page.locator('[aria-expanded="false"]')).waitFor();
    },

    /** Returns a view of the side bar. */
    view: (name) => page.getByRole('tree', { name }),

    /** Returns a row by its label or accessible name, in all views or in one view. */
    row: (name, { view } = {}) =>
      (view === undefined ? page : hands.view(view)).getByRole('treeitem', { name }),

    /** Clicks a button that a row shows on hover, until its effect is visible. */
    rowButton: (row, name, shown) =>
      untilEffect(
        async (timeout) => {
          await row.hover({ timeout });
          await row.getByRole('button', { name }).click({ timeout });
        },
        (timeout) => shown.waitFor({ timeout }),
      ),

    /** Clicks a row until what it opens is visible. */
    openRow: (row, shown) =>
      untilEffect(
        (timeout) => row.click({ timeout }),
        (timeout) => shown.waitFor({ timeout }),
      ),

    /**
     * Selects a row's check box until its effect is visible. The editor shows it as checked at once, even if the
     * extension isn't notified, because the row was replaced.
     */
    async checkRow(row, shown) {
      const box = row.getByRole('checkbox');
      await untilEffect(
        async (timeout) => {
          if ((await box.getAttribute('aria-checked', { timeout })) === 'true') await box.click({ timeout });
          await box.click({ timeout });
        },
        (timeout) => shown.waitFor({ timeout }),
      );
    },

    /** Shows the tooltip of a row, and returns it. `text`: contained in it. */
    async rowTooltip(row, text) {
      const tip = page.locator('.workbench-hover').filter({ hasText: text });
      await untilEffect(
        async () => {
          await page.mouse.move(0, 0);
          await row.hover();
        },
        (timeout) => tip.waitFor({ timeout }),
      );
      return tip;
    },

    /** Opens a row's context menu and selects an item. */
    async contextMenu(row, name) {
      await row.waitFor();
      await hands.settle();
      await hands.chooseFromMenu(name, () => row.click({ button: 'right' }));
    },

    /**
     * Follows a link in a text editor with Control and a click. Holding Control renders the line again, so
     * the link is clicked by its position: the element that was found may no longer exist. If the editor
     * scrolls or renders the line meanwhile, the pointer is moved to the link again.
     */
    async followLink(link) {
      let place;
      try {
        await untilEffect(
          async (timeout) => {
            await page.keyboard.up('Control');
            await link.hover({ timeout });
            place = await link.boundingBox({ timeout });
            await page.keyboard.down('Control');
          },
          (timeout) => page.locator('.part.editor .detected-link-active').first().waitFor({ timeout }),
        );
        await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
      } finally {
        await page.keyboard.up('Control');
      }
    },

    /**
     * Opens a menu and selects an item with the keyboard, because the editor ignores clicks directly after
     * opening a menu.
     */
    async chooseFromMenu(name, open) {
      const item = page.getByRole('menuitem', { name });
      const pointed = page.locator('.monaco-menu .action-item.focused').filter({ hasText: name });
      let isOpen = false;
      await untilEffect(
        async () => {
          if (isOpen) await page.keyboard.press('Escape');
          isOpen = true;
          await open();
        },
        async (timeout) => {
          await item.hover({ timeout });
          await pointed.waitFor({ timeout });
        },
      );
      await page.keyboard.press('Enter');
      await item.waitFor({ state: 'hidden' });
    },

    /** Runs a command by its title, such as `Switchyard: Sign In...`. */
    async command(title) {
      const input = page.locator('.quick-input-widget input[type="text"]').first();
      const row = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first();
      const find = async (timeout) => {
        await page.keyboard.press('F1');
        await input.waitFor({ timeout });
        await input.fill(`>${title}`);
        await row.waitFor({ timeout });
      };
      // The palette only lists commands that exist when it is opened, and some don't exist before activation. A page
      // that has just taken the focus doesn't pass the key on.
      await find(PALETTE_MS).catch(async () => {
        await page.keyboard.press('Escape');
        await input.waitFor({ state: 'hidden' });
        await find();
      });
      await page.keyboard.press('Enter');
    },

    /** Changes the theme of the window, which is faster than opening another window. */
    async changeTheme(name) {
      const [label, className] = THEMES[name];
      for (const key of ['Control+K', 'Control+T']) await page.keyboard.press(key);
      await hands.quickInput().getByPlaceholder('Select Color Theme').fill(label);
      await hands.quickRow(label).first().click();
      await hands.quickInput().waitFor({ state: 'hidden' });
      await page.locator(`.monaco-workbench.${className}`).waitFor();
    },

    /** Drags the edge of the side bar, in pixels. */
    async resizeSideBar(width) {
      const bar = await page.locator('.part.sidebar').boundingBox();
      const y = bar.y + bar.height / 2;
      await page.mouse.move(bar.x + bar.width, y);
      await page.mouse.down();
      await page.mouse.move(bar.x + width, y, { steps: 4 });
      await page.mouse.up();
      await page.mouse.move(0, 0);
    },

    /**
     * Clicks an element between the lines on the right side of a diff, such as a button of a thread. Code
     * editors only scroll with the mouse wheel, so the browser can't scroll such an element into view.
     */
    async clickBetweenLines(target) {
      const side = page.locator('.part.editor .editor.modified .overflow-guard').first();
      await target.waitFor();
      for (;;) {
        const [shown, wanted] = [await side.boundingBox(), await target.boundingBox()];
        const below = wanted.y + wanted.height - (shown.y + shown.height);
        const above = shown.y - wanted.y;
        if (below <= 0 && above <= 0) break;
        // Scrolls on the line numbers, because a comment's text box would scroll its own text.
        await page.mouse.move(shown.x + 20, shown.y + shown.height / 2);
        await page.mouse.wheel(0, below > 0 ? below + SCROLL_MARGIN : -above - SCROLL_MARGIN);
        await page.evaluate(() => new Promise((drawn) => window.requestAnimationFrame(() => drawn())));
      }
      await target.click();
    },

    /** Input boxes and quick picks at the top of the window. */
    quickInput: () => page.locator('.quick-input-widget'),
    quickRow: (text) => page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }),
    toast: (text) => page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text }),
    modal: () => page.locator('.monaco-dialog-box'),
    editorTab: (name) => page.locator('.part.editor').getByRole('tab', { name }),
    editorLines: () => page.locator('.part.editor .view-line'),
    statusItem: (text) => page.locator('.part.statusbar .statusbar-item').filter({ hasText: text }),

    /** Waits until the window shows no progress indicator. */
    async settle() {
      const busy = [
        '.monaco-progress-container.active',
        '.part.statusbar .codicon-modifier-spin',
        '.part.sidebar .codicon-modifier-spin.codicon-tree-item-loading',
        '.part.sidebar .monaco-tl-twistie.codicon-tree-item-loading',
      ];
      await page.waitForFunction((selector) => document.querySelector(selector) === null, busy.join(', '));
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
    },

    /** Returns the content of the window as text. */
    outline: (selector = '.monaco-workbench') => page.locator(selector).first().ariaSnapshot(),
  };
  return hands;
}
