import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { startDemoServer } from '../../../../src/ui/demo/editor/server';
import { isReachable, withDemoScript } from './demo-script';

describe('demo server', () => {
  const { found, otherScript } = withDemoScript();

  it('accepts the token that it reports, and ends when it is disposed', async () => {
    const server = await startDemoServer({ script: found.script });
    const user = await fetch(`${server.url}/api/v4/user`, { headers: { 'private-token': server.token } });
    assert.equal(user.status, 200);
    assert.equal((await fetch(`${server.url}/api/v4/user`)).status, 401);
    server.dispose();
    assert.equal(await server.ended, false, 'expected to end');
    assert.equal(await isReachable(server.url), false);
  });

  it('uses the port of the last start, or another one if that is taken', async () => {
    const first = await startDemoServer({ script: found.script });
    const port = Number(new URL(first.url).port);
    const second = await startDemoServer({ script: found.script, port });
    assert.notEqual(second.url, first.url);
    assert.notEqual(second.token, first.token);
    for (const server of [first, second]) {
      server.dispose();
      await server.ended;
    }
    const third = await startDemoServer({ script: found.script, port });
    assert.equal(third.url, first.url);
    third.dispose();
    await third.ended;
  });

  it('ends with the process that started it, also if that is killed', async () => {
    const module = new URL('../../../../src/ui/demo/editor/server.ts', import.meta.url).href;
    const program = `
      const loaded = await import(${JSON.stringify(module)});
      const { startDemoServer } = loaded.default ?? loaded;
      console.log((await startDemoServer({ script: ${JSON.stringify(found.script)} })).url);`;
    const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = (await once(parent.stdout, 'data')) as [Buffer];
    const url = output.toString().trim();
    assert.equal(await isReachable(url), true);
    parent.kill('SIGKILL');
    while (await isReachable(url)) await setImmediate();
  });

  it('can be canceled while it starts', async () => {
    const controller = new AbortController();
    const starting = startDemoServer({ script: found.script, signal: controller.signal });
    controller.abort();
    await assert.rejects(starting, { name: 'AbortError' });
  });

  it('reports an unexpected end', async () => {
    const line = JSON.stringify({ url: 'http://127.0.0.1:1', tokens: { maintainer: 'x' } });
    const server = await startDemoServer({ script: await otherScript(`console.log('${line}')`) });
    assert.equal(await server.ended, true);
  });

  it('fails with the message of a server that exits immediately, and accepts only loopback URLs', async () => {
    await assert.rejects(
      startDemoServer({ script: await otherScript("console.error('No disk space.'); process.exit(1)") }),
      /^Error: No disk space\.$/,
    );
    const line = JSON.stringify({ url: 'http://demo.example:80', tokens: { maintainer: 'x' } });
    await assert.rejects(
      startDemoServer({ script: await otherScript(`console.log('${line}')`) }),
      /exited without a message/,
    );
  });

  it('receives only the variables that it needs, and no token in its arguments', async () => {
    const names = [
      'SWITCHYARD_TOKEN',
      'VSCODE_IPC_HOOK',
      'NODE_OPTIONS',
      'GITHUB_TOKEN',
      'A_NEW_SECRET',
      'path_2',
    ];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = name === 'NODE_OPTIONS' ? '--no-warnings' : 'secret';
    try {
      const script = await otherScript(
        'console.error(JSON.stringify([process.argv.slice(2), Object.keys(process.env)])); process.exit(1)',
      );
      const failed: unknown = await startDemoServer({ script }).catch((error: unknown) => error);
      assert.ok(failed instanceof Error);
      const [args, variables] = JSON.parse(failed.message) as [string[], string[]];
      assert.deepEqual(args, ['--exit-with-stdin', '--port', '0']);
      const allowed =
        /^(?:PATH|HOME|TMPDIR|LANG|SYSTEMROOT|PATHEXT|TEMP|TMP|USERPROFILE|ELECTRON_RUN_AS_NODE|__CF_USER_TEXT_ENCODING)$/i;
      assert.deepEqual(
        variables.filter((name) => !allowed.test(name)),
        [],
      );
      assert.ok(variables.includes('PATH'));
    } finally {
      for (const [name, value] of before)
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
    }
  });
});
