import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { newConnectionToken } from '../../scripts/lib/connection-token.mjs';

const MODE = 0o777;

describe('connection token of an editor server', () => {
  it('is random and stored in a file that only the user can read', async () => {
    const [one, other] = [await newConnectionToken(), await newConnectionToken()];
    try {
      assert.notEqual(one.token, other.token);
      assert.match(one.token, /^[\w-]{43}$/);
      assert.equal(await readFile(one.file, 'utf8'), one.token);
      if (process.platform !== 'win32') {
        assert.equal((await stat(one.file)).mode & MODE, 0o600);
        assert.equal((await stat(path.dirname(one.file))).mode & MODE, 0o700);
      }
    } finally {
      await one.remove();
      await other.remove();
    }
    assert.ok(!existsSync(one.file));
  });
});
