import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDesktop } from '../../scripts/lib/desktop.mjs';

describe('demo in an installed editor', () => {
  const before = process.env['VSCODE_EXECUTABLE'];
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'switchyard-desktop-'));
  });
  afterEach(async () => {
    if (before === undefined) delete process.env['VSCODE_EXECUTABLE'];
    else process.env['VSCODE_EXECUTABLE'] = before;
    await rm(parent, { recursive: true });
  });

  it("protects its window's data from other users, also in the folder of an earlier demo", async function () {
    if (process.platform === 'win32') this.skip();
    const code = path.join(parent, 'code');
    await writeFile(code, '#!/bin/sh\nexit 0\n');
    await chmod(code, 0o755);
    process.env['VSCODE_EXECUTABLE'] = code;
    const folder = path.join(parent, 'demo');
    await mkdir(folder);
    await chmod(folder, 0o755);
    const window = await openDesktop({ folder, workspace: parent, vsixes: ['none.vsix'], env: {} });
    await window.exited;
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
  });
});
