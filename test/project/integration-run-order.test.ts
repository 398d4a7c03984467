import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { inRunOrder, RUN_ORDER } from '../integration/helpers/run-order';

const FOLDER = path.resolve(import.meta.dirname, '../integration');
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replaceAll(path.sep, '/'));

describe('the order of the integration tests', () => {
  it('lists each file once', () => {
    const listed = RUN_ORDER.map((name) => `${name}.test.ts`);
    assert.deepEqual(listed.toSorted(), FILES.toSorted());
  });

  it('is kept for bundled files, and follows names where nothing is listed', () => {
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
});
