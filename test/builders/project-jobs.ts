import { clientOf } from '../api/helpers/client';
import { sendJson, startServer } from '../api/helpers/loopback';

/** Fields that all jobs have in tests with many runs. */
export const JOB = { name: 'unit-tests', stage: 'test', ref: 'main', started_at: '2026-11-05T12:00:00.000Z' };

/** Starts a server whose project has these jobs, sorted from newest to oldest, with keyset pagination. */
export async function projectWith(jobs: readonly Readonly<Record<string, unknown>>[]) {
  const server = await startServer((request, response) => {
    const { searchParams } = new URL(request.url, 'http://x');
    const after = Number(searchParams.get('cursor') ?? Infinity);
    const scope = searchParams.getAll('scope[]');
    const size = Number(searchParams.get('per_page'));
    const fitting = jobs.filter(
      ({ id, status }) => Number(id) < after && (scope.length === 0 || scope.includes(String(status))),
    );
    const page = fitting.slice(0, size);
    const address = new URL(request.url, server.url);
    address.searchParams.set('cursor', String(page.at(-1)?.['id']));
    const link = page.length === 0 ? {} : { link: `<${address.href}>; rel="next"` };
    sendJson(response, page, 200, link);
  });
  const { client } = clientOf(server.url);
  return { server, client, key: { base: server.url, project: 1, job: 0 } };
}

/** Returns passed jobs, sorted from newest to oldest, with the given changes to each. */
export const manyJobs = (count: number, of: (id: number) => Readonly<Record<string, unknown>>) =>
  Array.from({ length: count }, (_, at) => ({
    ...JOB,
    status: 'success',
    id: count - at,
    ...of(count - at),
  }));
