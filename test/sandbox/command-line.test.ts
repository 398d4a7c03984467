import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { build } from 'esbuild';
import * as z from 'zod/mini';

const startSchema = z.strictObject({
  url: z.string(),
  tokens: z.strictObject({
    owner: z.string(),
    maintainer: z.string(),
    developer: z.string(),
    reporter: z.string(),
  }),
  projects: z.array(z.strictObject({ id: z.number(), path: z.string() })),
  admin: z.optional(z.string()),
});

interface Run {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly printed: { out: string; err: string };
  /** The first line on stdout. Undefined if the program exits without output. */
  readonly line: Promise<z.infer<typeof startSchema> | undefined>;
  readonly code: Promise<unknown>;
}

describe('sandbox as a program', () => {
  let built = '';
  let temp = '';
  const running: Run['child'][] = [];
  // Built once, because many programs are started, and compiling the sources for each takes a second.
  before(async () => {
    built = await mkdtemp(path.join(tmpdir(), 'switchyard-built-'));
    await build({
      entryPoints: ['src/sandbox/main.ts'],
      outfile: path.join(built, 'sandbox.cjs'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
    });
  });
  after(() => rm(built, { recursive: true, force: true }));
  beforeEach(async () => {
    temp = await mkdtemp(path.join(tmpdir(), 'switchyard-cli-'));
  });
  afterEach(async () => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
    await rm(temp, { recursive: true, force: true });
  });

  function start(...flags: string[]): Run {
    const child = spawn(process.execPath, [path.join(built, 'sandbox.cjs'), ...flags], {
      env: { ...process.env, TMPDIR: temp, TEMP: temp, TMP: temp },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    running.push(child);
    const printed = { out: '', err: '' };
    const code = once(child, 'close').then(([status]: unknown[]) => status);
    child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.err += text));
    const line = new Promise<string | undefined>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed.out += text;
        if (printed.out.includes('\n')) resolve(printed.out.split('\n')[0]);
      });
      void code.then(() => resolve(undefined));
    });
    return {
      child,
      printed,
      code,
      line: line.then((text) => (text === undefined ? undefined : z.parse(startSchema, JSON.parse(text)))),
    };
  }
  const files = async (): Promise<string[]> =>
    (await readdir(temp)).filter((name) => name.startsWith('switchyard-sandbox-'));

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`prints one line, prints no token elsewhere, and leaves no files after ${signal}`, async () => {
      const { child, printed, line, code } = start('--still');
      const info = await line;
      assert.ok(info);
      assert.equal(
        (await fetch(`${info.url}/api/v4/version`, { headers: { 'PRIVATE-TOKEN': info.tokens.reporter } }))
          .status,
        200,
      );
      assert.equal((await files()).length, 1);
      child.kill(signal);
      assert.equal(await code, 0);
      assert.deepEqual(await files(), []);
      assert.equal(printed.out.trimEnd().split('\n').length, 1);
      for (const token of Object.values(info.tokens)) assert.ok(!printed.err.includes(token));
      assert.equal(info.admin, undefined);
    });
  }

  it('exits with its parent if requested', async () => {
    const { child, line, code } = start('--still', '--exit-with-stdin');
    assert.ok(await line);
    child.stdin.end();
    assert.equal(await code, 0);
    assert.deepEqual(await files(), []);
  });

  it('leaves no files when its output streams are closed', async () => {
    const { child, line, code } = start('--still', '--exit-with-stdin');
    assert.ok(await line);
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.end();
    assert.equal(await code, 0);
    assert.deepEqual(await files(), []);
  });

  it('reads fault rules from a file', async () => {
    const file = path.join(temp, 'plan.json');
    await writeFile(file, '{"rules":[{"kind":"status","status":503,"next":1}]}');
    const { line } = start('--still', '--faults', file);
    const url = `${(await line)?.url ?? ''}/api/v4/projects/1`;
    assert.deepEqual([(await fetch(url)).status, (await fetch(url)).status], [503, 200]);
    await writeFile(file, 'no json');
    const { printed, code } = start('--still', '--faults', file);
    assert.equal(await code, 1);
    assert.match(printed.err, /^Couldn't start the sandbox: .*plan\.json isn't valid JSON\n$/);
    assert.deepEqual((await files()).length, 1);
  });

  it('exits cleanly if stdin closes during the start', async () => {
    const { child, code } = start('--still', '--exit-with-stdin');
    child.stdin.end();
    assert.equal(await code, 0);
    assert.deepEqual(await files(), []);
  });

  it('is controlled by its admin server', async () => {
    const { child, line, code } = start('--still', '--admin', '--base-path', '/gitlab');
    const info = await line;
    assert.ok(info?.admin);
    const read = async (url: string, init: RequestInit = {}): Promise<unknown> =>
      (await fetch(url, init)).json();
    const jobs = `${info.url}/api/v4/projects/1/jobs?scope=running`;
    const ask = { headers: { 'PRIVATE-TOKEN': info.tokens.owner } };
    const [job] = z.parse(z.array(z.looseObject({ id: z.number() })), await read(jobs, ask));
    const { token } = z.parse(
      z.object({ token: z.string() }),
      await read(`${info.admin}/job-token?job_id=${job?.id ?? 0}`),
    );
    await read(`${info.url}/api/v4/job?job_token=${token}`);
    assert.deepEqual(await read(`${info.admin}/requests`), [
      { method: 'GET', path: '/gitlab/api/v4/projects/1/jobs?scope=running', status: 200, role: 'owner' },
      { method: 'GET', path: '/gitlab/api/v4/job?job_token=[secret]', status: 200, role: 'job' },
    ]);
    const json = { 'Content-Type': 'application/json' };
    await read(`${info.admin}/advance`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ ms: 3_600_000 }),
    });
    assert.equal((await fetch(`${info.url}/api/v4/job?job_token=${token}`)).status, 401);
    const change = async (settings: object): Promise<number> => {
      const body = JSON.stringify({ project_id: 1, ...settings });
      return (await fetch(`${info.admin}/merge-settings`, { method: 'POST', headers: json, body })).status;
    };
    assert.deepEqual(
      [
        await change({ merge_method: 'ff' }),
        await change({ merge_method: 'x' }),
        await change({ project_id: 999 }),
      ],
      [200, 400, 404],
    );
    assert.deepEqual(await read(`${info.admin}/requests`, { method: 'DELETE' }), []);
    child.kill('SIGTERM');
    assert.equal(await code, 0);
  });

  it('prints one sentence for invalid options', async function () {
    // Each run starts a program.
    this.timeout(60_000);
    for (const flags of [
      ['--port', 'x'],
      ['--seed', 'huge'],
      ['--speed', '0'],
      ['--nonsense'],
      ['--base-path', 'a b'],
      ['extra'],
    ]) {
      const { printed, code } = start(...flags);
      assert.equal(await code, 2, flags.join(' '));
      assert.equal(printed.out, '');
      assert.equal(printed.err.trimEnd().split('\n').length, 1, printed.err);
    }
  });

  it('reports a port that is in use', async () => {
    const first = start('--still');
    const port = new URL((await first.line)?.url ?? '').port;
    const second = start('--still', '--port', port);
    assert.equal(await second.code, 1);
    assert.match(second.printed.err, /Couldn't start the sandbox: .*EADDRINUSE/);
    assert.equal((await files()).length, 1);
  });
});
