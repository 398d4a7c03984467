// Restores the initial state of a window between the tests of a block.

const SIZE = { width: 1400, height: 900 };
const KEY = 'Control+Shift+Alt+F12';
/** Maximum time in milliseconds for the commands to take effect before the key is pressed again. */
const CLOSING_MS = 10_000;
const MAX_TRIES = 5;

/** A key binding that closes what a test has opened. Without it, each command would need the Command Palette. */
export const RESTORING_KEY = {
  key: 'ctrl+shift+alt+f12',
  command: 'runCommands',
  args: {
    commands: [
      'workbench.action.closeQuickOpen',
      'notifications.clearAll',
      'workbench.action.closePanel',
      'workbench.view.explorer',
      'workbench.action.closeAllEditors',
    ],
  },
};

/**
 * Closes editors, prompts, dialogs, menus, notifications, and the panel, and shows the Explorer, as in a new
 * window. Restores the size and the theme of the window, and removes simulated faults of the sandbox.
 */
export async function restoreWindow({ page, sandbox, changeTheme }, theme) {
  await sandbox.clearFaults();
  await page.setViewportSize(SIZE);
  await closePopups(page);
  let state;
  for (let tries = 0; state !== 'restored'; tries++) {
    if (tries === MAX_TRIES) throw new Error("Couldn't restore the window after the previous test.");
    // If a page of the extension has the focus, the window doesn't get the key.
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press(KEY);
    state = await stateOf(page);
    if (state === 'asks') {
      await page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" }).click();
      state = await stateOf(page);
    }
  }
  await page.mouse.move(0, 0);
  if (theme !== undefined) await changeTheme(theme);
}

/** Closes open dialogs and menus with Escape. */
async function closePopups(page) {
  const open = page.locator('.monaco-dialog-box, .monaco-menu').first();
  while (await open.isVisible()) {
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'hidden', timeout: CLOSING_MS }).catch(() => undefined);
  }
}

/** Waits until the window is restored or asks whether to save a file. Undefined after some time. */
async function stateOf(page) {
  try {
    const state = await page.waitForFunction(
      () => {
        const isVisible = (selector) =>
          [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());
        if (isVisible('.monaco-dialog-box')) return 'asks';
        const open =
          '.part.editor .tab, .notifications-toasts .notification-list-item, .quick-input-widget, .part.panel';
        const title = document.querySelector('.part.sidebar .composite.title')?.textContent ?? '';
        return !isVisible(open) && /explorer/i.test(title) && 'restored';
      },
      undefined,
      { timeout: CLOSING_MS },
    );
    return await state.jsonValue();
  } catch {
    return undefined;
  }
}
