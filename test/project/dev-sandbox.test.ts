import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('sandbox of the launch configurations', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'switchyard-dev-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Runs the script until it is ready. Returns the content and mode of the file for the window. */
  async function run(): Promise<{ text: string; mode: number }> {
    const args = ['--import', 'tsx', 'scripts/dev-sandbox.mjs', '--port', '0', '--folder', folder];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    try {
      for await (const line of createInterface({ input: child.stdout })) if (line.includes('ready')) break;
      const file = path.join(folder, 'sandbox.env');
      return { text: await readFile(file, 'utf8'), mode: (await stat(file)).mode & 0o777 };
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  }

  it('has a new token each time, in a file for its owner that is removed at the end', async () => {
    const tokens = new Set<string>();
    for (const { text, mode } of [await run(), await run()]) {
      assert.match(text, /^SWITCHYARD_HOST=http:\/\/127\.0\.0\.1:\d+\nSWITCHYARD_TOKEN=glpat-[\w-]{20}\n$/);
      if (process.platform !== 'win32') assert.equal(mode, 0o600);
      tokens.add(text.split('TOKEN=')[1] ?? '');
    }
    assert.equal(tokens.size, 2);
    assert.ok(!existsSync(path.join(folder, 'sandbox.env')));
  });

  it('is passed to the window only by that file', async () => {
    const launch = await readFile(path.join(ROOT, '.vscode/launch.json'), 'utf8');
    assert.match(launch, /"envFile": "\$\{workspaceFolder\}\/\.vscode-test\/dev\/sandbox\.env"/);
    assert.doesNotMatch(launch, /SWITCHYARD_TOKEN/);
  });
});
