// Actions in a workbench, by what a user sees. Each helper waits for a state, never for a fixed time.
import { ownContainer } from './workbench.mjs';

/** How the editor's list names each theme, and the class that the window has in it. */
const THEMES = {
  dark: ['Dark Modern', 'vs-dark'],
  light: ['Light Modern', 'vs'],
  'high-contrast': ['Dark High Contrast', 'hc-black'],
  'high-contrast-light': ['Light High Contrast', 'hc-light'],
};

/** How long a menu may take to open, in milliseconds. */
const MENU_MS = 5_000;
/** How long the palette is given to list a command; it doesn't change while it is open. */
const PALETTE_MS = 5_000;

/** How much further than to the edge an editor is scrolled, in pixels. */
const SCROLL_MARGIN = 20;

/** Helpers bound to one page. */
export function handsOn(page) {
  const hands = {
    /** Opens the extension's views in the side bar, unless they are open. */
    async openContainer() {
      const tab = await ownContainer(page);
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
      await page.locator('.part.sidebar .pane').first().waitFor();
    },

    /** Gives one of the extension's views the whole height: it is opened, and the others are closed. */
    async onlyView(name) {
      for (const each of ['Pipelines', 'Merge Requests', 'Errors']) {
        const header = page.locator('.part.sidebar .pane-header').filter({ hasText: each });
        await header.waitFor();
        if ((await header.getAttribute('aria-expanded')) !== String(each === name)) await header.click();
      }
      // What a view that is closed shows is there until it has been folded.
      await page
        .locator('.part.sidebar .pane:not(.expanded) .pane-body')
        .first()
        .waitFor({ state: 'detached' });
    },

    /** Presses a button in the title of a view; where views share the side bar, it is there while the mouse is. */
    async viewButton(name, title) {
      await page.locator('.part.sidebar .pane-header').filter({ hasText: name }).hover();
      await page.getByRole('button', { name: title }).click();
    },

    /** Opens a row by its arrow, or closes it. While rows are being loaded they are drawn anew under the mouse. */
    async unfold(row, expanded = true) {
      await row.waitFor();
      await hands.settle();
      await row.locator('.monaco-tl-twistie').click();
      await row.and(page.locator(`[aria-expanded="${expanded}"]`)).waitFor();
    },

    /** A view of the side bar by its name. */
    view: (name) => page.getByRole('tree', { name }),

    /** A row by its label or by what a screen reader says, anywhere or in one view. */
    row: (name, { view } = {}) =>
      (view === undefined ? page : hands.view(view)).getByRole('treeitem', { name }),

    /** Presses a button that a row shows while the mouse is on it. */
    async rowButton(row, name) {
      await row.hover();
      await row.getByRole('button', { name }).click();
    },

    /** Opens a row's context menu and chooses from it. */
    async contextMenu(row, name) {
      await row.waitFor();
      await hands.settle();
      await row.click({ button: 'right' });
      // A row that is drawn anew at this moment takes its menu with it.
      const item = page.getByRole('menuitem', { name });
      await item.waitFor({ timeout: MENU_MS }).catch(() => row.click({ button: 'right' }));
      await hands.chooseFromMenu(name);
    },

    /** Chooses from the menu that is open. The editor takes no click in the first moment of a menu; the keyboard needs none. */
    async chooseFromMenu(name) {
      const item = page.getByRole('menuitem', { name });
      await item.waitFor();
      await item.hover();
      await page.locator('.monaco-menu .action-item.focused').filter({ hasText: name }).waitFor();
      await page.keyboard.press('Enter');
      await item.waitFor({ state: 'hidden' });
    },

    /** Runs a command by its title, such as `Switchyard: Sign In...`. */
    async command(title) {
      const input = page.locator('.quick-input-widget input[type="text"]').first();
      const row = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first();
      const find = async (timeout) => {
        await page.keyboard.press('F1');
        await input.waitFor();
        await input.fill(`>${title}`);
        await row.waitFor({ timeout });
      };
      // The palette lists what there was when it was opened: before the extension is activated, less.
      await find(PALETTE_MS).catch(async () => {
        await page.keyboard.press('Escape');
        await input.waitFor({ state: 'hidden' });
        await find();
      });
      await page.keyboard.press('Enter');
    },

    /** Changes to another theme: a window that is open costs less than another one. */
    async changeTheme(name) {
      const [label, className] = THEMES[name];
      for (const key of ['Control+K', 'Control+T']) await page.keyboard.press(key);
      await hands.quickInput().getByPlaceholder('Select Color Theme').fill(label);
      await hands.quickRow(label).first().click();
      await hands.quickInput().waitFor({ state: 'hidden' });
      await page.locator(`.monaco-workbench.${className}`).waitFor();
    },

    /**
     * Clicks something between the lines of the right side of a diff, such as a button of a thread. A code editor
     * scrolls by the mouse wheel only: the browser can't bring into view what is below its visible part.
     */
    async clickBetweenLines(target) {
      const side = page.locator('.part.editor .editor.modified .overflow-guard').first();
      await target.waitFor();
      for (;;) {
        const [shown, wanted] = [await side.boundingBox(), await target.boundingBox()];
        const below = wanted.y + wanted.height - (shown.y + shown.height);
        const above = shown.y - wanted.y;
        if (below <= 0 && above <= 0) break;
        // On the line numbers: the box of a comment would scroll its own text.
        await page.mouse.move(shown.x + 20, shown.y + shown.height / 2);
        await page.mouse.wheel(0, below > 0 ? below + SCROLL_MARGIN : -above - SCROLL_MARGIN);
        await page.evaluate(() => new Promise((drawn) => window.requestAnimationFrame(() => drawn())));
      }
      await target.click();
    },

    /** Text and choice boxes at the top of the window. */
    quickInput: () => page.locator('.quick-input-widget'),
    quickRow: (text) => page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }),
    toast: (text) => page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text }),
    modal: () => page.locator('.monaco-dialog-box'),
    editorTab: (name) => page.locator('.part.editor').getByRole('tab', { name }),
    editorLines: () => page.locator('.part.editor .view-line'),
    statusItem: (text) => page.locator('.part.statusbar .statusbar-item').filter({ hasText: text }),

    /** Waits until nothing in the window says that it is busy. */
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

    /** What the window shows, as text: the quickest way to see what a page holds. */
    outline: (selector = '.monaco-workbench') => page.locator(selector).first().ariaSnapshot(),
  };
  return hands;
}
