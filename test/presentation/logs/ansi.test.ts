import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type LogStyle, TRUE_COLOR } from '../../../src/domain/logs/style';
import {
  contrast,
  ofPalette,
  readableOn,
  SURFACES,
  type ThemeKind,
} from '../../../src/presentation/logs/ansi-colors';
import { type AnsiColor, styleOf } from '../../../src/presentation/logs/ansi-styles';

const KINDS: readonly ThemeKind[] = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

const color = fc.oneof(
  fc.integer({ min: 0, max: 255 }),
  fc.integer({ min: 0, max: 0xffffff }).map((rgb) => TRUE_COLOR + rgb),
);
const flag = fc.constantFrom(true as const, undefined);
const style: fc.Arbitrary<LogStyle> = fc.record({
  foreground: fc.option(color, { nil: undefined }),
  background: fc.option(color, { nil: undefined }),
  inverse: flag,
  bold: flag,
  dim: flag,
});

/** Returns the approximate RGB value of a color in themes of a kind. */
function like(shown: AnsiColor, kind: ThemeKind): number {
  if ('css' in shown) return Number.parseInt(shown.css.slice(1), 16);
  const { sixteen, foreground, background } = SURFACES[kind];
  if (shown.theme === 'editor.foreground') return foreground;
  if (shown.theme === 'editor.background') return background;
  const names = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];
  const [, bright, name = ''] = /^terminal\.ansi(Bright)?(\w+)$/.exec(shown.theme) ?? [];
  return sixteen[names.indexOf(name) + (bright === undefined ? 0 : 8)] ?? -1;
}

describe('job log colors', () => {
  it('are theme colors for the sixteen terminal colors', () => {
    assert.deepEqual(styleOf({ foreground: 9 }, 'dark'), { color: { theme: 'terminal.ansiBrightRed' } });
    assert.deepEqual(styleOf({ foreground: 14 }, 'dark'), { color: { theme: 'terminal.ansiBrightCyan' } });
    assert.deepEqual(styleOf({ foreground: 2 }, 'light'), { color: { theme: 'terminal.ansiGreen' } });
  });

  it("are fixed colors if the theme color isn't readable", () => {
    for (const [foreground, kind] of [
      [0, 'dark'],
      [1, 'dark'],
      [3, 'light'],
      [8, 'dark'],
      [15, 'light'],
      [11, 'light'],
      [4, 'high-contrast'],
    ] as const) {
      const shown = styleOf({ foreground }, kind)?.color;
      assert.ok(shown !== undefined && 'css' in shown, `${foreground} ${kind}`);
      assert.ok(contrast(like(shown, kind), SURFACES[kind].background) >= SURFACES[kind].contrast);
    }
  });

  it('are unchanged if they are readable', () => {
    assert.deepEqual(styleOf({ foreground: TRUE_COLOR + 0xffcc00 }, 'dark'), { color: { css: '#ffcc00' } });
    assert.deepEqual(styleOf({ foreground: TRUE_COLOR + 0x000080 }, 'light'), {
      color: { css: '#000080' },
    });
  });

  it('are readable on their background in every kind of theme', () => {
    fc.assert(
      fc.property(style, fc.constantFrom(...KINDS), (given, kind) => {
        const themeStyle = styleOf(given, kind);
        if (themeStyle?.color === undefined) return;
        const { background, tolerated, contrast: own } = SURFACES[kind];
        const behind = themeStyle.background === undefined ? background : like(themeStyle.background, kind);
        const ratio = contrast(like(themeStyle.color, kind), behind);
        const best = Math.max(contrast(0xffffff, behind), contrast(0, behind));
        const least = 'theme' in themeStyle.color ? tolerated : Math.min(own, best);
        assert.ok(ratio >= least - 0.01, `${JSON.stringify(themeStyle)} ${ratio}`);
      }),
      { numRuns: 5000 },
    );
  });

  it('are swapped when inverse, also for default colors', () => {
    assert.deepEqual(styleOf({ inverse: true }, 'dark'), {
      color: { theme: 'editor.background' },
      background: { theme: 'editor.foreground' },
    });
    assert.deepEqual(styleOf({ inverse: true, foreground: 3, background: 0 }, 'dark'), {
      color: { theme: 'terminal.ansiBlack' },
      background: { theme: 'terminal.ansiYellow' },
    });
  });

  it('of the palette match its cube and its grays', () => {
    assert.deepEqual(
      [16, 231, 196, 21, 232, 255].map(ofPalette),
      [0, 0xffffff, 0xff0000, 0x0000ff, 0x080808, 0xeeeeee],
    );
  });

  it('change as little as necessary', () => {
    const dim = 0x333333;
    const shown = readableOn(0x1f1f1f, dim, 4.5);
    assert.ok(contrast(shown, 0x1f1f1f) >= 4.5 && contrast(shown, 0x1f1f1f) < 6);
  });
});

describe('job log text styles', () => {
  it('are those of the program', () => {
    assert.deepEqual(styleOf({ bold: true, italic: true, underline: true, strike: true }, 'light'), {
      bold: true,
      italic: true,
      underline: true,
      strike: true,
    });
    assert.equal(styleOf({}, 'dark'), undefined);
  });
  it('make concealed text invisible, but keep it', () => {
    for (const kind of KINDS) assert.equal(styleOf({ conceal: true, dim: true }, kind)?.opacity, 0);
  });
  it('dim text, except in high contrast', () => {
    assert.equal(styleOf({ dim: true }, 'dark')?.opacity, 0.7);
    assert.equal(styleOf({ dim: true }, 'high-contrast'), undefined);
  });
});
