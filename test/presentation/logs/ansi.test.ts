import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type LogStyle, TRUE_COLOUR } from '../../../src/domain/logs/style';
import {
  contrast,
  ofPalette,
  readableOn,
  SURFACES,
  type ThemeKind,
} from '../../../src/presentation/logs/ansi-colors';
import { type AnsiColor, styleOf } from '../../../src/presentation/logs/ansi-styles';

const KINDS: readonly ThemeKind[] = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

const colour = fc.oneof(
  fc.integer({ min: 0, max: 255 }),
  fc.integer({ min: 0, max: 0xffffff }).map((rgb) => TRUE_COLOUR + rgb),
);
const flag = fc.constantFrom(true as const, undefined);
const style: fc.Arbitrary<LogStyle> = fc.record({
  foreground: fc.option(colour, { nil: undefined }),
  background: fc.option(colour, { nil: undefined }),
  inverse: flag,
  bold: flag,
  dim: flag,
});

/** What a colour is about like in themes of a kind. */
function like(shown: AnsiColor, kind: ThemeKind): number {
  if ('css' in shown) return Number.parseInt(shown.css.slice(1), 16);
  const { sixteen, foreground, background } = SURFACES[kind];
  if (shown.theme === 'editor.foreground') return foreground;
  if (shown.theme === 'editor.background') return background;
  const names = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];
  const [, bright, name = ''] = /^terminal\.ansi(Bright)?(\w+)$/.exec(shown.theme) ?? [];
  return sixteen[names.indexOf(name) + (bright === undefined ? 0 : 8)] ?? -1;
}

describe('colours of a job log', () => {
  it('are the theme’s where they are among its sixteen', () => {
    assert.deepEqual(styleOf({ foreground: 1 }, 'dark'), { colour: { theme: 'terminal.ansiRed' } });
    assert.deepEqual(styleOf({ foreground: 14 }, 'dark'), { colour: { theme: 'terminal.ansiBrightCyan' } });
    assert.deepEqual(styleOf({ foreground: 2 }, 'light'), { colour: { theme: 'terminal.ansiGreen' } });
  });

  it('are our own where the theme’s could not be read', () => {
    for (const [foreground, kind] of [
      [0, 'dark'],
      [8, 'dark'],
      [15, 'light'],
      [11, 'light'],
      [4, 'high-contrast'],
    ] as const) {
      const shown = styleOf({ foreground }, kind)?.colour;
      assert.ok(shown !== undefined && 'css' in shown, `${foreground} ${kind}`);
      assert.ok(contrast(like(shown, kind), SURFACES[kind].background) >= SURFACES[kind].contrast);
    }
  });

  it('keep what can be read as it is', () => {
    assert.deepEqual(styleOf({ foreground: TRUE_COLOUR + 0xffcc00 }, 'dark'), { colour: { css: '#ffcc00' } });
    assert.deepEqual(styleOf({ foreground: TRUE_COLOUR + 0x000080 }, 'light'), {
      colour: { css: '#000080' },
    });
  });

  it('can be read on what is behind them, in every kind of theme', () => {
    fc.assert(
      fc.property(style, fc.constantFrom(...KINDS), (given, kind) => {
        const look = styleOf(given, kind);
        if (look?.colour === undefined) return;
        const { background, tolerated, contrast: own } = SURFACES[kind];
        const behind = look.background === undefined ? background : like(look.background, kind);
        const ratio = contrast(like(look.colour, kind), behind);
        const best = Math.max(contrast(0xffffff, behind), contrast(0, behind));
        const least = 'theme' in look.colour ? tolerated : Math.min(own, best);
        assert.ok(ratio >= least - 0.01, `${JSON.stringify(look)} ${ratio}`);
      }),
      { numRuns: 5000 },
    );
  });

  it('swap places when inverse, also where only the theme knows them', () => {
    assert.deepEqual(styleOf({ inverse: true }, 'dark'), {
      colour: { theme: 'editor.background' },
      background: { theme: 'editor.foreground' },
    });
    assert.deepEqual(styleOf({ inverse: true, foreground: 3, background: 0 }, 'dark'), {
      colour: { theme: 'terminal.ansiBlack' },
      background: { theme: 'terminal.ansiYellow' },
    });
  });

  it('of the palette follow its cube and its greys', () => {
    assert.deepEqual(
      [16, 231, 196, 21, 232, 255].map(ofPalette),
      [0, 0xffffff, 0xff0000, 0x0000ff, 0x080808, 0xeeeeee],
    );
  });

  it('change as little as they must', () => {
    const dim = 0x333333;
    const shown = readableOn(0x1f1f1f, dim, 4.5);
    assert.ok(contrast(shown, 0x1f1f1f) >= 4.5 && contrast(shown, 0x1f1f1f) < 6);
  });
});

describe('letters of a job log', () => {
  it('are as the program wrote them', () => {
    assert.deepEqual(styleOf({ bold: true, italic: true, underline: true, strike: true }, 'light'), {
      bold: true,
      italic: true,
      underline: true,
      strike: true,
    });
    assert.equal(styleOf({}, 'dark'), undefined);
  });
  it('are hidden where they are concealed, but are there', () => {
    for (const kind of KINDS) assert.equal(styleOf({ conceal: true, dim: true }, kind)?.opacity, 0);
  });
  it('are dimmed, but not in high contrast', () => {
    assert.equal(styleOf({ dim: true }, 'dark')?.opacity, 0.7);
    assert.equal(styleOf({ dim: true }, 'high-contrast'), undefined);
  });
});
