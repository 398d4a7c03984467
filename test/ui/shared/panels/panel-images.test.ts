import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeTransport } from '../../../../src/api/transport';
import { systemClock } from '../../../../src/base/clock';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { PanelImages } from '../../../../src/ui/shared/panels/panel-images';
import { clientOf, closeAll } from '../../../api/helpers/client';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1');

type Handler = (response: ServerResponse, request: IncomingMessage) => void;

describe('panel images', () => {
  const handlers: Record<string, Handler> = {
    '/a.png': (response) => response.writeHead(200, { 'content-type': 'image/png; x=y' }).end(PNG),
    '/a.svg': (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
    '/fake.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>'),
    '/gone.png': (response) => response.writeHead(404).end(),
    '/moved.png': (response) => response.writeHead(302, { location: '/a.png' }).end(),
    '/away.png': (response) => response.writeHead(302, { location: 'http://127.0.0.2:9/a.png' }).end(),
    '/round.png': (response) => response.writeHead(302, { location: '/round.png' }).end(),
    '/large.png': (response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(5_000_001)),
  };
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    handlers[request.url ?? '']?.(response, request);
  });
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  let base = '';
  const fetchImage = (address: string) =>
    new PanelImages(transport, `${base}/gitlab`).fetch(address, new AbortController().signal);
  const problemOf = async (address: string): Promise<string> => {
    const image = await fetchImage(address);
    assert.ok('problem' in image, address);
    return image.problem;
  };

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => seen.splice(0));
  after(() => {
    transport.dispose();
    server.close();
  });

  it('are returned as data, also after a redirect on the same server, and without credentials', async () => {
    const data = `data:image/png;base64,${PNG.toString('base64')}`;
    assert.deepEqual(await fetchImage(`${base}/a.png`), { data });
    assert.deepEqual(await fetchImage(`${base}/moved.png`), { data });
    for (const { headers } of seen) {
      assert.equal(headers.authorization, undefined);
      assert.equal(headers['private-token'], undefined);
      assert.equal(headers.cookie, undefined);
    }
  });

  it('are not fetched from other servers, also after redirects', async () => {
    assert.match(
      await problemOf('http://127.0.0.2:9/a.png'),
      /^Images hosted on other servers aren't loaded\.$/,
    );
    assert.deepEqual(seen, []);
    assert.match(await problemOf(`${base}/away.png`), /^Images hosted on other servers aren't loaded\.$/);
    assert.match(await problemOf('file:///etc/passwd'), /^Images hosted on other servers aren't loaded\.$/);
    assert.match(await problemOf(`${base}/round.png`), /^Images hosted on other servers aren't loaded\.$/);
    assert.ok(seen.length < 8);
  });

  it('are only raster images: no SVG that could contain a script, no web page, and no file that is too large', async () => {
    assert.match(await problemOf(`${base}/a.svg`), /didn't return an image that can be displayed/);
    assert.match(await problemOf(`${base}/fake.png`), /didn't return an image that can be displayed/);
    assert.match(await problemOf(`${base}/gone.png`), /didn't return an image that can be displayed/);
    assert.match(await problemOf(`${base}/large.png`), /too large/);
  });
});

describe('uploads on a page', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
  });
  const PATH = 'uploads/a3f1c2d4e5b60718293a4b5c6d7e8f90/logo.png';

  it('are loaded with the account through the API, once, and only from its server', async () => {
    const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
    const token = () => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const images = new PanelImages(transport, sandbox.url, () => client);
    const { signal } = new AbortController();
    const address = `${sandbox.url}/acme/storefront/${PATH}`;
    const [image, again] = await Promise.all([images.fetch(address, signal), images.fetch(address, signal)]);
    assert.ok('data' in image && image.data.startsWith('data:image/png;base64,'));
    assert.deepEqual(again, image);
    assert.equal(sandbox.requests().filter(({ path }) => path.includes('/uploads/')).length, 1);
    const foreign = await images.fetch(`http://127.0.0.2:9/acme/storefront/${PATH}`, signal);
    assert.deepEqual(foreign, { problem: "Images hosted on other servers aren't loaded." });
    const unknown = await images.fetch(`${sandbox.url}/acme/storefront/${PATH.replace('a3', 'b3')}`, signal);
    assert.ok('problem' in unknown);
    transport.dispose();
  });
});
