import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('test with an unhandled promise rejection', () => {
  for (const flags of [[], ['--parallel', '--jobs', '2']]) {
    it(`fails${flags.length === 0 ? '' : ', also in a separate process'}`, () => {
      const args = ['node_modules/mocha/bin/mocha.js', ...flags, 'test/project/planted-rejection.ts'];
      const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
      assert.notEqual(status, 0, stdout);
      assert.match(stdout, /nobody handled it:\s+Error: planted/);
    });
  }
});
