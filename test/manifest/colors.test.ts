import assert from 'node:assert/strict';
import { COLOR_DEFINITIONS } from '../../src/manifest/contributed-colors';

/** Side bar backgrounds of the current and previous default themes. */
const BACKGROUNDS = {
  dark: ['#181818', '#252526', '#333333'],
  light: ['#f8f8f8', '#f3f3f3'],
  highContrast: ['#000000'],
  highContrastLight: ['#ffffff'],
} as const;

/** Returns the relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('colors of status icons', () => {
  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const)
    it(`have a contrast of at least 3:1 on the side bar (${theme})`, () => {
      for (const [name, definition] of Object.entries(COLOR_DEFINITIONS)) {
        assert.match(definition[theme], /^#[0-9a-f]{6}$/);
        for (const background of BACKGROUNDS[theme])
          assert.ok(contrast(definition[theme], background) >= 3, `${name} on ${background}`);
      }
    });

  it('have a higher contrast for failures than for passed items in high contrast themes', () => {
    const { failed, passed } = COLOR_DEFINITIONS;
    for (const [theme, background] of [
      ['highContrast', '#000000'],
      ['highContrastLight', '#ffffff'],
    ] as const)
      assert.ok(contrast(failed[theme], background) > contrast(passed[theme], background), theme);
  });
});
