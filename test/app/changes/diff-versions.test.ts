import assert from 'node:assert/strict';
import { DiffVersions } from '../../../src/app/changes/diff-versions';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { clientOf, closeAll } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';

/** Returns the ID of a version on the server. IDs differ by 7, starting with 7. */
const idOf = (number: number): number => number * 7;

describe('DiffVersions', () => {
  afterEach(closeAll);

  /** Starts a server with the given number of versions, with 100 per page. */
  async function serverOf(count: number, { sendsTotal: sendsTotal = true } = {}) {
    const all = Array.from({ length: count }, (_, index) => ({
      id: idOf(count - index),
      head_commit_sha: String(count - index).padStart(40, '0'),
      base_commit_sha: 'b'.repeat(40),
      start_commit_sha: 'b'.repeat(40),
    }));
    const server = await startServer(({ url }, response) => {
      const address = new URL(url, server.url);
      if (!address.pathname.endsWith('/versions')) {
        const sha = String(count).padStart(40, '0');
        sendJson(response, { id: 1, iid: 7, project_id: 1, title: 'Often', state: 'opened', sha });
        return;
      }
      const page = Number(address.searchParams.get('page') ?? 1);
      const size = Number(address.searchParams.get('per_page'));
      address.searchParams.set('page', String(page + 1));
      sendJson(response, all.slice((page - 1) * size, page * size), 200, {
        ...(sendsTotal ? { 'x-total': String(count) } : {}),
        ...(page * size < count ? { link: `<${address.href}>; rel="next"` } : {}),
      });
    });
    const { client } = clientOf(server.url);
    const mergeRequests = new MergeRequests(() => client);
    const versions = new DiffVersions({ clientFor: () => client, mergeRequests });
    const key = { base: server.url, project: 1, iid: 7 };
    const requestCount = (): number => server.requests.filter(({ url }) => url.includes('/versions')).length;
    return { versions, key, asked: requestCount };
  }

  it('numbers the versions after reading the newest page, and reads older ones on demand', async () => {
    const { versions, key, asked: requestCount } = await serverOf(250);
    const newest = await versions.read(key, undefined);
    assert.deepEqual([newest.length, newest[0]?.id, requestCount()], [100, idOf(250), 1]);
    assert.equal(versions.number(key, idOf(250)), 250);
    assert.equal(versions.number(key, idOf(151)), 151);
    assert.equal(versions.number(key, idOf(150)), undefined, 'not known yet');
    assert.equal(versions.older(key), 150);
    await versions.readOlder(key);
    assert.deepEqual([versions.older(key), versions.number(key, idOf(51))], [50, 51]);
    await versions.readOlder(key);
    assert.deepEqual([versions.older(key), versions.number(key, idOf(1))], [0, 1]);
    await versions.readOlder(key);
    assert.equal((await versions.read(key, undefined)).length, 250);
    assert.equal(requestCount(), 3, 'nothing is asked where all are known');
  });

  it('reads pages back to the last reviewed version', async () => {
    const { versions, key, asked: requestCount } = await serverOf(450);
    assert.equal((await versions.read(key, idOf(260))).length, 200);
    assert.equal(versions.number(key, idOf(260)), 260);
    assert.equal(requestCount(), 2);
    await versions.read(key, idOf(300));
    assert.equal(requestCount(), 2);
    // This version was deleted, but the one before it is known.
    await versions.read(key, idOf(260) + 1);
    assert.equal(requestCount(), 2);
  });

  it("reads all pages if the server doesn't send the total", async () => {
    const { versions, key, asked: requestCount } = await serverOf(250, { sendsTotal: false });
    assert.equal((await versions.read(key, undefined)).length, 250);
    assert.deepEqual([versions.number(key, idOf(1)), versions.older(key), requestCount()], [1, 0, 3]);
  });
});
