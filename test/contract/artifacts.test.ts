import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import {
  deleteArtifacts,
  getArtifactFile,
  getArtifacts,
  keepArtifacts,
  listArtifactTree,
} from '../../src/api/endpoints/artifacts';
import { eraseJob, getJob, getJobTrace } from '../../src/api/endpoints/jobs';
import { jobWithArtifacts } from './artifact-job';
import { ends, stage } from './stage';

const id = 'acme/storefront';

describe('artifacts of a job', () => {
  const world = stage('each');

  const bytesOf = async (job_id: number, artifact_path: string): Promise<string> => {
    const file = await world.client().text(getArtifactFile, { id, job_id, artifact_path });
    assert.ok(file.kind === 'whole');
    return Buffer.from(file.bytes).toString();
  };

  it('are a ZIP file of the stated size with the same content as the single files', async () => {
    const client = world.client();
    const job_id = await jobWithArtifacts(client, id, 'e2e: chrome 1/2');
    const { artifacts_file: stated } = await client.call(getJob, { id, job_id });
    const archive = await client.text(getArtifacts, { id, job_id });
    assert.ok(archive.kind === 'whole');
    assert.equal(archive.bytes.length, stated?.size);
    const files = contentOf(Buffer.from(archive.bytes));
    assert.deepEqual([...files.keys()].sort(), [
      'build-info.txt',
      'coverage/cobertura.xml',
      'coverage/summary.txt',
      'reports/index.html',
      'reports/junit.xml',
      'screenshots/checkout/cart.png',
    ]);
    for (const path of ['build-info.txt', 'reports/junit.xml', 'reports/index.html'])
      assert.equal(await bytesOf(job_id, path), files.get(path)?.toString());
  });

  it('can be listed by folder, by page, and recursively', async () => {
    const client = world.client();
    const at = { id, job_id: await jobWithArtifacts(client, id, 'e2e: chrome 1/2') };
    const pathsOf = async (args: object): Promise<string[]> =>
      (await client.page(listArtifactTree, { ...at, ...args })).items.map(({ path }) => path);
    assert.deepEqual(await pathsOf({}), ['coverage/', 'reports/', 'screenshots/', 'build-info.txt']);
    assert.deepEqual(await pathsOf({ path: 'screenshots' }), ['screenshots/checkout/']);
    assert.deepEqual(await pathsOf({ path: 'screenshots/checkout/' }), ['screenshots/checkout/cart.png']);
    assert.deepEqual(await pathsOf({ per_page: 2, page: 2 }), ['screenshots/', 'build-info.txt']);
    assert.equal((await pathsOf({ recursive: true })).length, 10);
    await ends(client.page(listArtifactTree, { ...at, path: 'none' }), 'not-found', 404);
  });

  it('are deleted together, without the log', async () => {
    const client = world.client();
    const at = { id, job_id: await jobWithArtifacts(client, id) };
    await client.call(deleteArtifacts, at);
    await ends(client.text(getArtifacts, at), 'not-found', 404);
    const { artifacts, artifacts_file: archive } = await client.call(getJob, at);
    assert.deepEqual([artifacts?.map(({ file_type }) => file_type), archive], [['trace'], undefined]);
    assert.equal((await client.text(getJobTrace, at)).kind, 'whole');
  });

  it('can be kept, after which they have no expiration date and stay available', async () => {
    const client = world.client('developer');
    const at = { id, job_id: await jobWithArtifacts(client, id) };
    assert.ok(Date.parse((await client.call(getJob, at)).artifacts_expire_at ?? '') > 0);
    const kept = await client.call(keepArtifacts, at);
    assert.deepEqual([kept.id, kept.artifacts_expire_at], [at.job_id, null]);
    await ends(world.client('reporter').call(keepArtifacts, at), 'forbidden', 403);
    await client.call(deleteArtifacts, at).catch(() => undefined);
    assert.equal((await client.text(getArtifacts, at)).kind, 'whole');
  });

  it('require the Maintainer role to be deleted', async () => {
    const at = { id, job_id: await jobWithArtifacts(world.client(), id) };
    await ends(world.client('developer').call(deleteArtifacts, at), 'forbidden', 403);
    assert.equal((await world.client('developer').text(getArtifacts, at)).kind, 'whole');
  });

  it("don't exist after they expire, or after the job is erased", async () => {
    const client = world.client();
    const at = { id, job_id: await jobWithArtifacts(client, id) };
    const erased = { id, job_id: await jobWithArtifacts(client, id, 'install') };
    await client.call(eraseJob, erased);
    await ends(client.text(getArtifacts, erased), 'not-found', 404);
    world.sandbox.advance(8 * 24 * 3_600_000);
    await ends(client.text(getArtifacts, at), 'not-found', 404);
    await ends(client.page(listArtifactTree, at), 'not-found', 404);
  });
});

/** Reads a ZIP file by its local headers. */
function contentOf(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50;) {
    const [size, full] = [archive.readUInt32LE(at + 18), archive.readUInt32LE(at + 22)];
    const start = at + 30 + archive.readUInt16LE(at + 26);
    const data = archive.subarray(start, start + size);
    const bytes = archive.readUInt16LE(at + 8) === 0 ? data : inflateRawSync(data);
    assert.equal(bytes.length, full);
    files.set(archive.toString('utf8', at + 30, start), bytes);
    at = start + size;
  }
  return files;
}
