import assert from 'node:assert/strict';
import { subscribe } from '../../src/api/endpoints/merge-request-actions';
import {
  createMergeRequest,
  createMergeRequestPipeline,
  deleteMergeRequest,
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
  updateMergeRequest,
} from '../../src/api/endpoints/merge-requests';
import { createUpload } from '../../src/api/endpoints/uploads';
import { partsOf } from '../../src/sandbox/http/multipart';
import { mergeRequest } from './helpers/builders';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { sendHtml, sendJson, startServer } from './helpers/loopback';

const at = { id: 'acme/storefront', merge_request_iid: 4 };

describe('response that can be empty', () => {
  afterEach(closeAll);

  it('returns undefined for 304 and the resource otherwise', async () => {
    const server = await startServer((_, response, number) =>
      number === 1 ? sendJson(response, mergeRequest(4), 201) : response.writeHead(304).end(),
    );
    const { client, lines } = clientOf(server.url);
    assert.equal((await client.call(subscribe, at))?.iid, 4);
    assert.equal(await client.call(subscribe, at), undefined);
    assert.match(lines[1] ?? '', /subscribe: 304, /);
  });

  it('returns undefined for 202 without a body, and fails for 200 without a body', async () => {
    const server = await startServer((_, response, number) =>
      response.writeHead(number === 1 ? 202 : 200).end(),
    );
    const { client } = clientOf(server.url);
    assert.equal(await client.call(createMergeRequestPipeline, at), undefined);
    await errorOf(client.call(createMergeRequestPipeline, at), 'not-json');
  });

  it('validates a response with a body', async () => {
    const server = await startServer((_, response) => sendJson(response, { id: 'x' }, 201));
    await errorOf(clientOf(server.url).client.call(subscribe, at), 'schema');
  });
});

describe('ignored response', () => {
  afterEach(closeAll);

  for (const [status, body] of [
    [204, undefined],
    [200, '{"id":3}'],
    [200, 'no JSON'],
  ] as const) {
    it(`returns undefined for ${status} with the body ${String(body)} every time`, async () => {
      const server = await startServer((_, response) => response.writeHead(status).end(body));
      const { client } = clientOf(server.url);
      await client.call(deleteMergeRequest, at).then((value: unknown) => {
        assert.equal(value, undefined);
      });
      await client.call(deleteMergeRequest, at);
      assert.equal(server.requests.length, 2);
    });
  }

  it('rejects an HTML page', async () => {
    const server = await startServer((_, response) => sendHtml(response, 200));
    await errorOf(clientOf(server.url).client.call(deleteMergeRequest, at), 'not-json');
  });
});

describe('file in a request', () => {
  afterEach(closeAll);

  it('sends a file as a form, whatever its name contains, and refuses other values', async () => {
    const server = await startServer((_, response) => sendJson(response, { markdown: '[a](/uploads/1/a)' }));
    const { client } = clientOf(server.url);
    const bytes = Buffer.from([0, 13, 10, 45, 45, 255]);
    const name = 'a "b"\r\nc: ü.png';
    const sent = await client.call(createUpload, { id: 1, file: { name, bytes } });
    assert.equal(sent.markdown, '[a](/uploads/1/a)');
    const [request] = server.requests;
    const type = String(request?.headers['content-type']);
    assert.match(type, /^multipart\/form-data; boundary=/);
    const { files, fields } = partsOf(request?.bytes ?? Buffer.alloc(0), type);
    assert.deepEqual([fields, files.map(([field, file]) => [field, file.name])], [[], [['file', name]]]);
    assert.deepEqual(files[0]?.[1].bytes, bytes);
    const wrong = { id: 1, file: { name: 'a', bytes: 'text' } };
    // @ts-expect-error: the bytes must be bytes.
    const error = await errorOf(client.call(createUpload, wrong), 'bad-request');
    assert.equal(error.detail, 'file: must be a file');
  });
});

describe("parameters that the API doesn't allow", () => {
  afterEach(closeAll);

  it('are rejected before sending a request', async () => {
    const server = await startServer((_, response) => sendJson(response, []));
    const { client } = clientOf(server.url);
    const refused = async (call: Promise<unknown>, detail: string): Promise<void> => {
      const error = await errorOf(call, 'bad-request');
      assert.equal(error.detail, detail);
      assert.equal(error.status, undefined);
    };
    for (const what of ['author', 'reviewer', 'merge_user'] as const) {
      const both = { [`${what}_id`]: 1, [`${what}_username`]: 'x' };
      const detail = `${what}_id: can't be combined with ${what}_username`;
      await refused(client.page(listMergeRequests, both), detail);
      await refused(client.page(listProjectMergeRequests, { id: 1, ...both }), detail);
      await refused(client.page(listGroupMergeRequests, { id: 1, ...both }), detail);
    }
    await refused(client.call(updateMergeRequest, at), 'body: must have at least one value');
    const long = 'x'.repeat(1_048_577);
    const detail = 'description: must have at most 1048576 characters';
    await refused(client.call(updateMergeRequest, { ...at, description: long }), detail);
    const branches = { id: 1, source_branch: 'a', target_branch: 'b', title: 't' };
    await refused(client.call(createMergeRequest, { ...branches, description: long }), detail);
    await refused(
      client.page(listMergeRequests, { approved_by_ids: [1, 2, 3, 4, 5, 6] }),
      'approved_by_ids: must have at most 5 values',
    );
    assert.equal(server.requests.length, 0);
  });

  it('sends values at the limit, and one of two mutually exclusive parameters', async () => {
    const server = await startServer((_, response) => sendJson(response, mergeRequest(4)));
    const { client } = clientOf(server.url);
    await client.call(updateMergeRequest, { ...at, description: 'x'.repeat(1_048_576) });
    await client.call(updateMergeRequest, { ...at, labels: [] });
    assert.equal(server.requests[1]?.body, '{"labels":""}');
    await errorOf(client.page(listMergeRequests, { author_id: 1 }), 'schema');
    assert.equal(server.requests[2]?.url, '/api/v4/merge_requests?author_id=1');
  });
});
