import assert from 'node:assert/strict';
import {
  BOOLEAN_SETTINGS,
  CHOICES,
  LIST_SETTINGS,
  SETTINGS,
  TEXTS,
} from '../../../src/presentation/shared/settings';

/** `log.maxSize` → `logMaxSize` */
const nameOf = (key: string): string =>
  key.replace(/\.([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe('names of settings in code', () => {
  it('are those that users see', () => {
    const settings = { ...SETTINGS, ...BOOLEAN_SETTINGS, ...TEXTS, ...LIST_SETTINGS, ...CHOICES };
    const names = Object.entries(settings).map(([name, { key }]) => [name, nameOf(key)]);
    assert.ok(names.length > 20);
    for (const [name, expected] of names) assert.equal(name, expected);
  });
});
