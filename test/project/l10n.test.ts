import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { pseudo } from '../../scripts/lib/pseudo-locale.mjs';
import { stringsIn, translatedStrings } from '../../scripts/lib/strings.mjs';
import { bindLocalize, t } from '../../src/base/localize';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const bundle = z.record(z.string(), z.string());

describe('strings for translators', () => {
  it('are all strings of the source, with the same key and text', () => {
    const texts = new Set(translatedStrings().map(({ text }) => text));
    const entries = Object.entries(bundle.parse(read('l10n/bundle.l10n.json')));
    assert.deepEqual(
      entries.map(([key]) => key),
      [...texts].sort(),
      'Run npm run l10n.',
    );
    for (const [key, text] of entries) assert.equal(key, text);
  });

  it("are found in calls of t, and reported if they aren't literals", () => {
    const source = "const a = t('One');\nother('Two'); t(`Three`, t(name));";
    assert.deepEqual(
      stringsIn('a.ts', source).map(({ line, text }) => [line, text]),
      [
        [1, 'One'],
        [2, 'Three'],
        [2, undefined],
      ],
    );
  });
});

describe('pseudo-locale', () => {
  afterEach(() => {
    bindLocalize();
  });

  it('keeps placeholders, plural forms, icons, buttons, and code', () => {
    bindLocalize(pseudo, 'en');
    assert.match(t('{0} of {1}', 1, 2), /^⟦1 óf 2~+⟧$/);
    assert.match(t('{0, plural, one {# job} other {# jobs}}', 2), /^⟦2 jóbš~+⟧$/);
    assert.match(t('Delete {0, plural, one {# job} other {# jobs}} now', 1), /^⟦Délété 1 jób ñów~+⟧$/);
    assert.match(pseudo('$(sync) Use `api`'), /⟦\$\(sync\) Úšé `api`~+⟧/);
    assert.match(
      pseudo('[Sign In](command:switchyard.signIn)'),
      /^\[.*Šígñ Íñ.*\]\(command:switchyard\.signIn\)$/,
    );
    assert.equal(pseudo('{0}, {1}'), '{0}, {1}');
    assert.match(pseudo('Jobs'), /^\u200f⟦Jóbš~+⟧\u200e$/);
  });
});
