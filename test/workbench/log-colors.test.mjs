import assert from 'node:assert/strict';
import { itInFull, THEMES, themesOf, workbench } from './harness.mjs';
import { line, openFailedLog } from './steps/failed-log.mjs';

describe('log of a failed job', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });

  for (const theme of THEMES) {
    it(`opens at the failing line, in color, with other sections folded, in a ${theme} theme`, async () => {
      await window.changeTheme(theme);
      await openFailedLog(window);
      await line(window, 'at discountFor').waitFor();
      await window.statusItem(/^Ln 52, /).waitFor();
      assert.equal(await line(window, 'Using Docker executor').count(), 0);
      const [property, error] = [await colorOf(window, 'pays:'), await colorOf(window, 'TypeError')];
      assert.notEqual(property, error);
      // Both texts have an explicit color.
      for (const color of [property, error]) assert.match(color, /^rgb\(/);
      await line(window, 'at discountFor').locator('.detected-link').first().waitFor();
      await window.page.mouse.move(900, 750);
    });
  }

  for (const theme of themesOf('dark', 'light', 'high-contrast', 'high-contrast-light')) {
    itInFull(`has readable selected text in a ${theme} theme`, async () => {
      await window.changeTheme(theme);
      await openFailedLog(window);
      await line(window, 'at discountFor').click();
      await window.page.keyboard.press('Control+A');
      await window.statusItem(/selected/).waitFor();
      await window.page.locator('.part.editor .selected-text').first().waitFor({ state: 'attached' });
      // The colors of a new theme and of a selection are applied with a delay.
      await window.page.waitForFunction(ALL_READABLE).catch(() => undefined);
      const found = await window.page.evaluate(CONTRASTS);
      assert.ok(found.length > 20);
      const weak = found.filter(({ contrast }) => contrast < 4.5);
      assert.deepEqual(weak, []);
      await line(window, 'at discountFor').click();
    });
  }

  it('unfolds a section by mouse and folds it by keyboard', async () => {
    await openFailedLog(window);
    await line(window, 'at discountFor').click();
    await window.page.keyboard.press('Control+Home');
    await line(window, 'Preparing the "docker" executor').waitFor();
    await window.page.locator('.part.editor .codicon-folding-collapsed').first().click();
    const inside = line(window, 'Using Docker executor');
    await inside.waitFor();
    await inside.click();
    await window.page.keyboard.press('Control+Shift+BracketLeft');
    await inside.waitFor({ state: 'detached' });
  });

  it('shows in the tooltip of its tab where it is from, and how the job ended', async () => {
    await openFailedLog(window);
    // Until then, rendering the tab again would close the tooltip.
    await line(window, 'at discountFor').waitFor();
    await window.statusItem(/^Ln 52, /).waitFor();
    await window.settle();
    // The pointer is still on the row of the job, whose tooltip prevents the one of the tab.
    await line(window, 'at discountFor').hover();
    await window.editorTab(/^unit-tests/).hover();
    await window.page
      .locator('.monaco-hover')
      .getByText(/^127\.0\.0\.1:\d+\/unit-tests #\d+ • failed · script failure · .+ · Pipeline #\d+ \S/)
      .waitFor();
  });

  it('goes to the problem with F4, and opens its link to the file', async () => {
    await openFailedLog(window);
    await window.page.keyboard.press('F4');
    const place = line(window, 'at discountFor').locator('.detected-link').first();
    await place.waitFor();
    await window.statusItem(/^Ln 53, .*selected/).waitFor();
    await window.statusItem(/Problem 1 of 1/).waitFor();
    await window.followLink(place);
    await window.editorTab(/price\.ts/).waitFor();
    await window.statusItem(/^Ln 42, Col 17/).waitFor();
    await window.page.locator('.part.editor .squiggly-error').first().waitFor();
  });

  itInFull('keeps the log and its problems when a problem is opened from the Problems panel', async () => {
    await openFailedLog(window);
    const tab = window.editorTab(/^unit-tests/);
    await tab.waitFor();
    await window.page.keyboard.press('Control+Shift+M');
    const problem = window.page
      .locator('.markers-panel [role="treeitem"]')
      .filter({ hasText: 'switchyard · unit-tests' });
    await problem.first().waitFor();
    await problem.first().click();
    await window.editorTab(/price\.ts/).waitFor();
    await window.settle();
    assert.equal(await tab.count(), 1, 'the log has a tab of its own');
    assert.equal(await problem.count(), 1);
  });
});

/** The displayed color of a text in the log. */
async function colorOf(window, word) {
  const [first] = word.split(' ');
  return line(window, word)
    .first()
    .evaluate((row, text) => {
      const piece = [...row.querySelectorAll('span span')].find((span) => span.textContent.includes(text));
      return document.defaultView.getComputedStyle(piece ?? row).color;
    }, first);
}

/** Runs in the page: the contrast of each visible piece of text in a fully selected editor. */
const CONTRASTS = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, a = 1], below) => [r, g, b].map((value, at) => value * a + below[at] * (1 - a));
  const luminance = (color) => {
    const [r, g, b] = color.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const editor = document.querySelector('.part.editor .monaco-editor');
  const ground = channels(getComputedStyle(editor.querySelector('.monaco-editor-background')).backgroundColor);
  const selection = editor.querySelector('.selected-text');
  const behind = over(channels(getComputedStyle(selection).backgroundColor), ground);
  const pieces = [...editor.querySelectorAll('.view-line > span > span')];
  return pieces
    .filter((piece) => piece.textContent.trim() !== '' && getComputedStyle(piece, '::after').content === 'none')
    .map((piece) => {
      const { color, opacity } = getComputedStyle(piece);
      const [r, g, b] = channels(color);
      const text = over([r, g, b, Number(opacity)], behind);
      const [one, other] = [luminance(text), luminance(behind)];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      return { text: piece.textContent, color, contrast };
    });
})()`;

const ALL_READABLE = `(() => { const all = ${CONTRASTS}; return all.length > 20 && all.every(({ contrast }) => contrast >= 4.5); })()`;
