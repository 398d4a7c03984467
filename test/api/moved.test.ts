import assert from 'node:assert/strict';
import { cancelJob, getJob, listProjectJobs } from '../../src/api/endpoints/jobs';
import { getProject } from '../../src/api/endpoints/projects';
import type { Moved } from '../../src/api/moved';
import { job, jobs } from './helpers/builders';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { type Loopback, sendJson, startServer } from './helpers/loopback';

const at = { id: 'old/päth', job_id: 7 };

/** A server on which a project moved: `old/…` is 9 now. */
const moving = (
  location = (url: string): string => url.replace(/projects\/[^/?]+/, 'projects/9'),
): Promise<Loopback> =>
  startServer((request, response) => {
    if (request.url.includes('old')) response.writeHead(301, { location: location(request.url) }).end();
    else if (request.url.includes('/jobs/')) sendJson(response, job(7));
    else if (request.url.includes('/jobs')) sendJson(response, jobs(1));
    else sendJson(response, { message: '404' }, 404);
  });

describe('a moved project', () => {
  afterEach(closeAll);

  const listening = (server: Loopback) => {
    const told: Moved[] = [];
    return { told, ...clientOf(`${server.url}/gitlab`, { onMoved: (moved) => told.push(moved) }) };
  };

  it('is told once, by what it was called and its id', async () => {
    const { client, told } = listening(await moving());
    await client.call(getJob, at);
    await client.call(getJob, at);
    await client.page(listProjectJobs, { id: at.id, per_page: 5 });
    assert.deepEqual(told, [{ from: 'old/päth', to: 9 }]);
    await client.call(getJob, { ...at, id: 'old/other' });
    assert.deepEqual(told[1], { from: 'old/other', to: 9 });
    await client.call(getJob, { ...at, id: 9 });
    assert.equal(told.length, 2);
  });

  it('is not told where the request did not end in success', async () => {
    const { client, told } = listening(await moving());
    await errorOf(client.call(getProject, { id: at.id }), 'not-found');
    await errorOf(client.call(cancelJob, at), 'moved');
    assert.deepEqual(told, []);
  });

  for (const [what, location] of [
    ['another path', () => '/gitlab/api/v4/projects/new%2Fpath/jobs/7'],
    ['another route', () => '/gitlab/api/v4/projects/9/jobs/70/jobs/7'],
    ['another base', () => '/api/v4/projects/9/jobs/7'],
    ['another place', () => '/jobs/7'],
  ] as const) {
    it(`is not read from a redirect to ${what}`, async () => {
      const { client, told } = listening(await moving(location));
      await client.call(getJob, at);
      assert.deepEqual(told, []);
    });
  }

  it('is no error of the call when its listener fails', async () => {
    const server = await moving();
    const { client, lines } = clientOf(server.url, {
      onMoved: () => {
        throw new Error('listener');
      },
    });
    assert.equal((await client.call(getJob, at)).id, 7);
    assert.ok(lines.some((line) => line.includes("Couldn't store the new path")));
  });
});
