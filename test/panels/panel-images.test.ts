import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeTransport } from '../../src/api/transport';
import { systemClock } from '../../src/base/clock';
import { PanelImages } from '../../src/panels/panel-images';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

describe('images of a panel', () => {
  const answers: Record<string, Answer> = {
    '/a.png': (response) => response.writeHead(200, { 'content-type': 'image/png; x=y' }).end('png'),
    '/a.svg': (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
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
    answers[request.url ?? '']?.(response, request);
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

  it('come as data, also after a redirect on the same server, and without any account', async () => {
    const data = `data:image/png;base64,${Buffer.from('png').toString('base64')}`;
    assert.deepEqual(await fetchImage(`${base}/a.png`), { data });
    assert.deepEqual(await fetchImage(`${base}/moved.png`), { data });
    for (const { headers } of seen) {
      assert.equal(headers.authorization, undefined);
      assert.equal(headers['private-token'], undefined);
      assert.equal(headers.cookie, undefined);
    }
  });

  it('are not fetched from other servers, wherever a way leads', async () => {
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

  it('are pictures only: no drawing that could hold a script, no page, nothing too large', async () => {
    assert.match(await problemOf(`${base}/a.svg`), /didn't return an image that can be displayed/);
    assert.match(await problemOf(`${base}/gone.png`), /didn't return an image that can be displayed/);
    assert.match(await problemOf(`${base}/large.png`), /too large/);
  });
});
