import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { readCommandLine } from '../../src/sandbox/command-line';
import { hasEndpoint, ignoredBy, NEWEST_RELEASE, type Release } from '../../src/sandbox/http/releases';
import { ROUTES } from '../../src/sandbox/routes';
import { withSandbox } from './helpers/sandbox';

const noteSchema = z.object({ internal: z.boolean() });
const NOTES = '/projects/1/merge_requests/11/notes';

/** Sends what later releases added, and returns what the server did with it. */
function additions(release: Release | undefined) {
  const world = withSandbox(release === undefined ? {} : { release });

  return async () => {
    const version: unknown = await (await world().ask('/version')).json();
    const job = await world().findJob(
      'success',
      ({ artifacts }) => artifacts?.some(({ file_type: type }) => type === 'archive') === true,
    );
    const tree = await world().ask(`/projects/1/jobs/${job.id}/artifacts/tree`);
    const part = await world().ask(`/projects/1/jobs/${job.id}/trace?byte_offset=10&byte_limit=5`);
    const [pipeline] = await world().pipelines('ref=main&source=push');
    const [bridge] = await world().bridgesOf(pipeline?.id ?? 0);
    const retried = await world().post(`/projects/1/jobs/${bridge?.id}/retry`);
    const note = await world().post(NOTES, { json: { body: 'For us', internal: true } });
    return {
      version: z.parse(z.object({ version: z.string() }), version).version,
      tree: tree.status,
      part: (await part.arrayBuffer()).byteLength === 5 ? 'part' : 'complete',
      // 403: a server that knows trigger jobs, but doesn't retry this one.
      retried: retried.status === 404 ? 'unknown' : 'known',
      isInternal: z.parse(noteSchema, await note.json()).internal,
    };
  };
}

describe('releases of the service', () => {
  describe('the newest one', () => {
    const sent = additions(undefined);

    it('has all features', async () => {
      assert.deepEqual(await sent(), {
        version: '19.5.0-sandbox',
        tree: 200,
        part: 'part',
        retried: 'known',
        isInternal: true,
      });
    });
  });

  describe('17.3', () => {
    const sent = additions([17, 3]);

    it('has what was added before it, and ignores the rest', async () => {
      assert.deepEqual(await sent(), {
        version: '17.3.0-sandbox',
        tree: 404,
        part: 'complete',
        retried: 'known',
        isInternal: true,
      });
    });
  });

  describe('16.8', () => {
    const sent = additions([16, 8]);

    it('has no internal notes, and does not know trigger jobs as jobs', async () => {
      assert.deepEqual(await sent(), {
        version: '16.8.0-sandbox',
        tree: 404,
        part: 'complete',
        retried: 'unknown',
        isInternal: false,
      });
    });
  });

  it('differ only in endpoints and parameters that exist', () => {
    const oldest: Release = [0, 0];
    const changed = ROUTES.filter(
      ({ endpoint }) => !hasEndpoint(oldest, endpoint) || ignoredBy(oldest, endpoint).length > 0,
    );
    assert.equal(new Set(changed.map(({ endpoint }) => endpoint.path)).size, 7);
    for (const { endpoint } of changed) {
      assert.ok(hasEndpoint(NEWEST_RELEASE, endpoint));
      assert.deepEqual(ignoredBy(NEWEST_RELEASE, endpoint), []);
    }
  });

  it('are selected on the command line', () => {
    const read = readCommandLine(['--release', '16.8']);
    assert.ok(read.kind === 'options');
    assert.deepEqual(read.options.release, [16, 8]);
    for (const text of ['16', '16.8.1', 'new', '-1'])
      assert.equal(readCommandLine([`--release=${text}`]).kind, 'problem', text);
  });
});

describe('own user', () => {
  const world = withSandbox();
  const OWN = [
    'job_title',
    'last_sign_in_at',
    'confirmed_at',
    'last_activity_on',
    'commit_email',
    'identities',
  ];

  it('has the fields that only the user can read', async () => {
    const own = z.parse(z.record(z.string(), z.unknown()), await (await world().ask('/user')).json());
    assert.deepEqual(
      OWN.filter((name) => !Object.hasOwn(own, name)),
      [],
    );
    const [listed] = z.parse(
      z.array(z.record(z.string(), z.unknown())),
      await (await world().ask(`/users?username=${String(own['username'])}`)).json(),
    );
    assert.equal(listed?.['id'], own['id']);
    assert.deepEqual(
      OWN.filter((name) => Object.hasOwn(listed ?? {}, name)),
      [],
    );
  });
});
