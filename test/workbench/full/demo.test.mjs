// Access to the demo without its URL: from other pages in the browser, and by other users of the machine.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { handsOn } from '../../../scripts/lib/page-actions.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { start } from '../../../scripts/lib/processes.mjs';
import { newPage, startBrowser } from '../../../scripts/lib/window.mjs';

const START_MS = 360_000;

describe('demo server', () => {
  let demo, address, browser;

  before(async function () {
    this.timeout(START_MS);
    demo = start(process.execPath, [path.join(ROOT, 'scripts/demo.mjs'), '--no-build']);
    const found = await demo.waitFor((line) => /running at (http:\S+)/.exec(line)?.[1], {
      what: 'The demo',
      timeout: START_MS,
    });
    address = new URL(found);
    browser = await startBrowser();
  });

  after(async () => {
    await browser?.close();
    await demo?.stop();
  });

  /** Sends a request with any `host` header, as after DNS rebinding. */
  const ask = (target, headers = {}) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = address;
      request({ hostname, port, path: target, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode, text }));
      })
        .on('error', reject)
        .end();
    });

  const FILE = '/vscode-remote-resource?path=/etc/passwd';

  it('rejects requests without its token, whatever host they name', async () => {
    for (const headers of [{}, { host: 'rebound.evil.example' }, { origin: 'https://evil.example' }]) {
      for (const target of ['/', FILE, `${FILE}&tkn=guess`, `/?folder=/etc`]) {
        const { status, text } = await ask(target, headers);
        assert.equal(status, 403, `${target} ${JSON.stringify(headers)}`);
        assert.doesNotMatch(text, /root:|vscode-tkn/);
      }
    }
    const { status, text } = await ask(`${FILE}&tkn=${address.searchParams.get('tkn')}`);
    assert.deepEqual([status, /^root:/m.test(text)], [200, true], 'the same file with the token');
  });

  it('rejects WebSockets without its token from any origin', async () => {
    for (const origin of ['https://evil.example', address.origin]) {
      for (const token of ['', '00000000000000000000']) {
        assert.match(await greet(origin, token), /Unauthorized client refused/, `${origin} ${token}`);
      }
    }
    const reply = await greet('https://evil.example', address.searchParams.get('tkn'));
    assert.match(reply, /"type":"sign"/, 'the same greeting with the token');
  });

  /** Opens a WebSocket from an origin with a token. Returns the first text of the response. */
  function greet(origin, auth) {
    const query = 'reconnectionToken=00000000-0000-4000-8000-000000000000&reconnection=false';
    const upgrade = request({
      hostname: address.hostname,
      port: address.port,
      path: `/?${query}&skipWebSocketFrames=false`,
      headers: {
        origin,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    });
    return new Promise((resolve, reject) => {
      upgrade.on('error', reject).on('response', ({ statusCode }) => resolve(`status ${statusCode}`));
      upgrade.on('upgrade', (_response, socket) => {
        let text = '';
        socket.on('data', (part) => {
          text += part.toString('latin1');
          if (text.includes('}')) socket.destroy();
        });
        socket.on('error', reject).on('close', () => resolve(text));
        socket.write(frameOf(JSON.stringify({ type: 'auth', auth, data: '' })));
      });
      upgrade.end();
    });
  }

  it('keeps its token out of all command lines and files', async () => {
    const token = address.searchParams.get('tkn');
    assert.ok(token.length >= 40);
    const lines = await commandLines();
    assert.ok(lines.some((line) => line.includes('--connection-token-file')));
    assert.deepEqual(
      lines.filter((line) => line.includes(token)),
      [],
    );
    // The server has read the file.
    for (const line of lines) {
      const file = /--connection-token-file\0([^\0]+)/.exec(line)?.[1];
      if (line.includes(path.join(ROOT, '.vscode-test/demo'))) assert.ok(!existsSync(file), file);
    }
  });

  it('asks for workspace trust, and then shows the pipelines', async () => {
    const page = await newPage(browser);
    await page.goto(address.href);
    const hands = handsOn(page);
    await hands.modal().getByText('Do you trust the authors').waitFor();
    assert.ok(!page.url().includes('tkn'), 'the address bar has no token');
    await page.getByRole('button', { name: /^Yes/ }).click();
    // Without a click: the demo opens with the views visible.
    await hands.row(/main/, { view: 'Pipelines' }).first().waitFor();
    await page.context().close();
  });
});

/** A message of the editor's protocol (a control message: type 2) in a WebSocket frame, masked with zeros. */
function frameOf(text) {
  const message = Buffer.alloc(13 + Buffer.byteLength(text));
  message[0] = 2;
  message.writeUInt32BE(Buffer.byteLength(text), 9);
  message.write(text, 13);
  assert.ok(message.length < 126, 'a frame with a short length');
  return Buffer.concat([Buffer.from([0x82, 0x80 | message.length, 0, 0, 0, 0]), message]);
}

/** Command lines of all processes, which every user of the machine can read. */
async function commandLines() {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    names.map((name) => readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line !== '');
}
