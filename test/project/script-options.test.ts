import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const USAGE = /npm run demo \[-- --port N\]/;

describe('script options', () => {
  const demo = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/demo.mjs', ...args], { cwd: ROOT, encoding: 'utf8' });

  it('are printed with --help', () => {
    const { status, stdout, stderr } = demo('--help');
    assert.equal(status, 0, stderr);
    assert.match(stdout, USAGE);
  });

  it('are printed after an unknown option, without a stack trace', () => {
    const { status, stdout, stderr } = demo('--prot', '1');
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /^Unknown option '--prot'/);
    assert.match(stderr, USAGE);
    assert.doesNotMatch(stderr, /^\s+at /m);
  });
});
