import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { CHECKS } from '../../scripts/lib/checks.mjs';
import { inRunOrder, WINDOWS } from '../integration/helpers/run-order';

const FOLDER = path.resolve(import.meta.dirname, '../integration');
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replaceAll(path.sep, '/'));
const RUN_ORDER = WINDOWS.flat();

describe('integration test order', () => {
  it('lists each file once', () => {
    const listed = RUN_ORDER.map((name) => `${name}.test.ts`);
    assert.deepEqual(listed.toSorted(), FILES.toSorted());
  });

  it('applies to bundled files, and sorts unlisted files by name', () => {
    const bundled = FILES.map((name) => name.replace(/ts$/, 'js')).sort();
    assert.deepEqual(
      inRunOrder(bundled),
      RUN_ORDER.map((name) => `${name}.test.js`),
    );
    const [first = ''] = RUN_ORDER;
    assert.deepEqual(inRunOrder(['b.test.js', 'a.test.js', `${first}.test.js`]), [
      `${first}.test.js`,
      'a.test.js',
      'b.test.js',
    ]);
  });

  it('divides the files between the windows, and puts unlisted files in the last one', () => {
    const bundled = [...FILES.map((name) => name.replace(/ts$/, 'js')), 'a.test.js'];
    const divided = WINDOWS.map((_, index) => inRunOrder(bundled, index + 1));
    assert.deepEqual(divided.flat(), [...RUN_ORDER.map((name) => `${name}.test.js`), 'a.test.js']);
    for (const [index, names] of WINDOWS.entries())
      assert.equal(divided[index]?.[0], `${names[0] ?? ''}.test.js`);
  });

  it('has a check for each window', () => {
    const checked = Object.values(CHECKS).flatMap(({ args }) => {
      const at = args.indexOf('--window');
      return at === -1 ? [] : [Number(args[at + 1])];
    });
    assert.deepEqual(
      checked,
      WINDOWS.map((_, index) => index + 1),
    );
  });
});
