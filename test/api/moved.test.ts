import assert from 'node:assert/strict';
import { cancelJob, getJob, listProjectJobs } from '../../src/api/endpoints/jobs';
import { getProject } from '../../src/api/endpoints/projects';
import type { Moved } from '../../src/api/moved';
import { job, jobs } from './helpers/builders';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { type Loopback, sendJson, startServer } from './helpers/loopback';

const at = { id: 'old/päth', job_id: 7 };

/** Starts a server on which the projects `old/…` were moved to the ID 9. */
const moving = (
  location = (url: string): string => url.replace(/projects\/[^/?]+/, 'projects/9'),
): Promise<Loopback> =>
  startServer((request, response) => {
    if (request.url.includes('old')) response.writeHead(301, { location: location(request.url) }).end();
    else if (request.url.includes('/jobs/')) sendJson(response, job(7));
    else if (request.url.includes('/jobs')) sendJson(response, jobs(1));
    else sendJson(response, { message: '404' }, 404);
  });

describe('moved project', () => {
  afterEach(closeAll);

  const listening = (server: Loopback) => {
    const moves: Moved[] = [];
    return { moves, ...clientOf(`${server.url}/gitlab`, { onMoved: (moved) => moves.push(moved) }) };
  };

  it('is reported once, with its old path and its ID', async () => {
    const { client, moves } = listening(await moving());
    await client.call(getJob, at);
    await client.call(getJob, at);
    await client.page(listProjectJobs, { id: at.id, per_page: 5 });
    assert.deepEqual(moves, [{ from: 'old/päth', to: 9 }]);
    await client.call(getJob, { ...at, id: 'old/other' });
    assert.deepEqual(moves[1], { from: 'old/other', to: 9 });
    await client.call(getJob, { ...at, id: 9 });
    assert.equal(moves.length, 2);
  });

  it("isn't reported if the request fails", async () => {
    const { client, moves } = listening(await moving());
    await errorOf(client.call(getProject, { id: at.id }), 'not-found');
    await errorOf(client.call(cancelJob, at), 'moved');
    assert.deepEqual(moves, []);
  });

  for (const [what, location] of [
    ['another path', () => '/gitlab/api/v4/projects/new%2Fpath/jobs/7'],
    ['another route', () => '/gitlab/api/v4/projects/9/jobs/70/jobs/7'],
    ['another base', () => '/api/v4/projects/9/jobs/7'],
    ['another place', () => '/jobs/7'],
  ] as const) {
    it(`isn't derived from a redirect to ${what}`, async () => {
      const { client, moves } = listening(await moving(location));
      await client.call(getJob, at);
      assert.deepEqual(moves, []);
    });
  }

  it("doesn't fail the call if its listener fails", async () => {
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
