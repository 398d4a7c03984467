import assert from 'node:assert/strict';
import { eraseJob, listProjectJobs } from '../../../src/api/endpoints/jobs';
import { isApiError } from '../../../src/api/errors';
import { MAX_ARCHIVE_BYTES } from '../../../src/app/jobs/artifact-sources';
import { type ArtifactDownload, Artifacts } from '../../../src/app/jobs/artifacts';
import type { JobKey } from '../../../src/app/shared/keys';
import { isAbort } from '../../../src/base/abort';
import { ArtifactsUnavailableError, NoSuchArtifactError } from '../../../src/domain/jobs/artifacts';
import { clientOf, closeAll } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { rawZip } from '../../builders/zip';
import { stage } from '../../contract/stage';

const PROJECT = 'acme/storefront';

const problemOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => assert.fail('the work succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ArtifactsUnavailableError, String(error));
  return error.reason;
};

describe('artifacts as folders', () => {
  const world = stage('each');
  let artifacts: Artifacts;
  let downloads = 0;
  let [started, passed] = [0, 0];

  beforeEach(() => {
    [downloads, started, passed] = [0, Date.now(), 0];
    artifacts = new Artifacts({
      clientFor: () => world.client(),
      clock: { now: () => started + passed, wait: () => Promise.resolve() },
      downloading: (work) => {
        downloads++;
        return work(new AbortController().signal);
      },
    });
  });

  const find = async (name: string): Promise<JobKey> => {
    const { items } = await world.client().page(listProjectJobs, { id: PROJECT, per_page: 100 });
    const found = items.find((job) => job.name === name && job.artifacts_file);
    assert.ok(found);
    return { base: world.sandbox.url, project: PROJECT, job: found.id };
  };
  const withoutTree = (): void => {
    world.sandbox.faults.add({ kind: 'status', status: 404, path: '/api/v4/**/artifacts/tree' });
  };
  const contentOf = async (job: JobKey): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {};
    const walk = async (folder: string): Promise<void> => {
      const { items, hidden, cut } = await artifacts.list(job, folder);
      assert.deepEqual([hidden, cut], [0, false]);
      for (const { path, kind, size } of items) {
        if (kind === 'folder') await walk(path);
        else {
          const bytes = await artifacts.read(job, path);
          assert.equal(bytes.length, size);
          found[path] = Buffer.from(bytes).toString('base64');
        }
      }
    };
    await walk('');
    return found;
  };
  const requested = (): string[] =>
    world
      .as('maintainer')
      .taken()
      .map(({ path }) => path.replace(/^.*\/artifacts/, ''));

  it('have the same content on servers with and without an endpoint for lists', async () => {
    const job = await find('e2e: chrome 1/2');
    const listed = await contentOf(job);
    assert.equal(Object.keys(listed).length, 6);
    assert.equal(downloads, 0);
    withoutTree();
    artifacts.clear();
    assert.deepEqual(await contentOf(job), listed);
    assert.equal(downloads, 1);
  });

  it('download an archive once, also for concurrent readers, and remember that the server has no list', async () => {
    const [job, other] = [await find('compile'), await find('install')];
    withoutTree();
    requested();
    await Promise.all([
      artifacts.list(job, ''),
      artifacts.list(job, 'dist'),
      artifacts.read(job, 'dist/main.js'),
    ]);
    assert.deepEqual(requested(), ['/tree', '']);
    await artifacts.list(other, '');
    assert.deepEqual(requested(), ['']);
  });

  it('find items, and report those that are missing', async () => {
    const job = await find('compile');
    for (const mode of ['tree', 'archive']) {
      if (mode === 'archive') withoutTree();
      artifacts.clear();
      assert.equal((await artifacts.item(job, 'dist/assets')).kind, 'folder');
      assert.equal((await artifacts.item(job, 'dist/main.css')).size, 22);
      assert.equal((await artifacts.item(job, '')).kind, 'folder');
      for (const path of ['none', 'dist/none', 'none/none'])
        await assert.rejects(artifacts.item(job, path), NoSuchArtifactError, `${mode} ${path}`);
      await assert.rejects(artifacts.read(job, 'none'), NoSuchArtifactError);
    }
  });

  it('explain why they no longer exist', async () => {
    const [deleted, erased, expired] = [
      await find('compile'),
      await find('install'),
      await find('e2e: chrome 1/2'),
    ];
    await artifacts.delete(deleted);
    assert.equal(await problemOf(artifacts.list(deleted, '')), 'none');
    await world.client('owner').call(eraseJob, { id: PROJECT, job_id: erased.job });
    assert.equal(await problemOf(artifacts.list(erased, '')), 'erased');
    passed = 8 * 24 * 3_600_000;
    world.sandbox.advance(passed);
    assert.equal(await problemOf(artifacts.list(expired, '')), 'expired');
  });

  it('are read again after they were deleted', async () => {
    const job = await find('compile');
    await artifacts.list(job, '');
    await artifacts.delete(job);
    assert.equal(await problemOf(artifacts.list(job, '')), 'none');
  });

  it('require permission', async () => {
    const job = await find('compile');
    world.sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v4/**/artifacts/tree', next: 1 });
    await assert.rejects(artifacts.list(job, ''), (error) => isApiError(error, 'forbidden'));
    assert.equal((await artifacts.list(job, '')).items.length, 2);
  });

  it('are written to a file completely or not at all', async () => {
    const job = await find('compile');
    const log: string[] = [];
    const download = (path: string | undefined, failing = ''): ArtifactDownload => ({
      path,
      create: () =>
        Promise.resolve({
          write: (bytes) => {
            log.push(`write ${bytes.length}`);
            return failing === 'write' ? Promise.reject(new Error('disk full')) : Promise.resolve();
          },
          commit: () => Promise.resolve(void log.push('commit')),
          abort: () => Promise.resolve(void log.push('abort')),
        }),
      onProgress: (bytes) => log.push(`at ${bytes}`),
      signal: new AbortController().signal,
    });
    assert.equal(await artifacts.download(job, download('dist/main.css')), 22);
    assert.deepEqual(log.splice(0), ['write 22', 'at 22', 'commit']);
    assert.ok((await artifacts.download(job, download(undefined))) > 500);
    assert.equal(log.splice(0).at(-1), 'commit');
    await assert.rejects(artifacts.download(job, download('dist/main.css', 'write')), /disk full/);
    assert.deepEqual(log.splice(0), ['write 22', 'abort']);
    await artifacts.delete(job);
    assert.equal(await problemOf(artifacts.download(job, download(undefined))), 'none');
    assert.deepEqual(log, [], 'no file is created');
  });
});

describe('archive of a server without a list of artifacts', () => {
  afterEach(closeAll);

  /** Starts a server with an archive, whose size is stated or not. */
  const serve = async (archive: Buffer, headers: Record<string, string> = {}, endless = false) => {
    const server = await startServer(({ url }, response) => {
      if (url.includes('/artifacts/tree')) {
        sendJson(response, { error: '404 Not Found' }, 404);
        return;
      }
      response.writeHead(200, { 'content-type': 'application/zip', ...headers });
      if (endless) response.write(archive);
      else response.end(archive);
    });
    const abort = new AbortController();
    const artifacts = new Artifacts({
      clientFor: () => clientOf(server.url).client,
      clock: { now: () => 0, wait: () => Promise.resolve() },
      downloading: (work) => work(abort.signal),
    });
    return { abort, artifacts, server, job: { base: server.url, project: 1, job: 2 } };
  };

  it("isn't read if it is too large", async () => {
    const stated = { 'content-length': String(MAX_ARCHIVE_BYTES + 1) };
    const { artifacts, job } = await serve(Buffer.from('PK'), stated, true);
    assert.equal(await problemOf(artifacts.list(job, '')), 'archive-size');
  });

  it('is read up to the limit if its size is unknown', async () => {
    const { artifacts, job } = await serve(Buffer.alloc(MAX_ARCHIVE_BYTES + 1), {
      'transfer-encoding': 'chunked',
    });
    assert.equal(await problemOf(artifacts.list(job, '')), 'archive-size');
  });

  it('is reported if it is damaged, and read again by the next attempt', async () => {
    const { artifacts, job, server } = await serve(Buffer.from('no archive'));
    assert.equal(await problemOf(artifacts.list(job, '')), 'archive');
    assert.equal(await problemOf(artifacts.list(job, '')), 'archive');
    assert.equal(server.requests.filter(({ url }) => url.endsWith('/artifacts')).length, 2);
  });

  it('can be canceled during the download by the user, and by the only reader', async () => {
    for (const who of ['user', 'reader']) {
      const { abort, artifacts, job, server } = await serve(Buffer.from('PK'), {}, true);
      const reader = new AbortController();
      const listing = artifacts.list(job, '', { signal: reader.signal });
      listing.catch(() => undefined);
      while (!server.requests.some(({ url }) => url.endsWith('/artifacts'))) await new Promise(setImmediate);
      (who === 'user' ? abort : reader).abort();
      await assert.rejects(listing, (error) => isAbort(error) || isApiError(error, 'aborted'));
      while (server.sockets() > 1) await new Promise(setImmediate);
    }
  });

  it('is opened from the bytes of the server', async () => {
    const { artifacts, job } = await serve(rawZip([{ name: 'a/b.txt', content: 'text' }]));
    assert.deepEqual(Buffer.from(await artifacts.read(job, 'a/b.txt')).toString(), 'text');
  });
});
