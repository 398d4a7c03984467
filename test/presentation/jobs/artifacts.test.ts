import assert from 'node:assert/strict';
import { ArtifactsUnavailableError, NoSuchArtifactError } from '../../../src/domain/jobs/artifacts';
import { artifactAddress, readArtifactAddress } from '../../../src/presentation/jobs/artifact-address';
import { artifactFileRow, artifactsRow } from '../../../src/presentation/jobs/artifact-rows';
import { explainArtifacts } from '../../../src/presentation/jobs/errors';
import { attemptRow, jobRow } from '../../../src/presentation/jobs/rows';
import { explain, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { jobSchema } from '../../../src/schemas/job';
import { job } from '../../api/helpers/builders';

registerErrorMessages(explainArtifacts);

const now = Date.parse('2026-11-05T12:00:00Z');
const withArchive = jobSchema.parse(
  job(7, {
    artifacts_file: { filename: 'artifacts.zip', size: 1_400_000 },
    artifacts_expire_at: '2026-11-08T12:00:00Z',
  }),
);
const context = { now, busy: false, access: 40 } as const;

describe('row of a job with an archive', () => {
  it('can be expanded, and offers to delete the artifacts if the role allows it', () => {
    const { contextTokens, expandable } = jobRow(withArchive, context);
    assert.equal(expandable, 'collapsed');
    assert.ok(contextTokens.includes('archive') && contextTokens.includes('deleteArtifacts'));
    const developer = jobRow(withArchive, { ...context, access: 30 }).contextTokens;
    assert.ok(developer.includes('archive') && !developer.includes('deleteArtifacts'));
    const archived = jobRow({ ...withArchive, archived: true }, context).contextTokens;
    assert.ok(archived.includes('archive') && !archived.includes('deleteArtifacts'));
  });

  it("can't be expanded once the artifacts have expired", () => {
    const later = { ...context, now: now + 4 * 86_400_000 };
    for (const row of [jobRow(withArchive, later), attemptRow(withArchive, later)]) {
      assert.equal(row.expandable, 'no');
      assert.ok(!row.contextTokens.includes('archive'));
    }
    assert.equal(attemptRow(withArchive, context).expandable, 'collapsed');
  });
});

describe('rows of artifacts', () => {
  it('show the size and the expiration of the archive', () => {
    assert.equal(artifactsRow(withArchive, now).description, '1.4 MB · expire in 3 days');
    assert.equal(artifactsRow(undefined, now).description, '');
  });

  it('show the size of a file', () => {
    const item = { name: 'a.txt', path: 'b/a.txt', kind: 'file', size: 2_000 } as const;
    const resource = artifactAddress({ base: 'https://host', project: 1, job: 7, path: item.path }, 'build');
    const row = artifactFileRow(item, resource);
    assert.deepEqual([row.label, row.description], ['a.txt', '2 kB']);
    assert.equal(row.accessibleLabel, 'File b/a.txt, 2 kB');
  });
});

describe('URI of an artifact', () => {
  const file = { base: 'https://host.example/gitlab', project: 'a/b', job: 7, path: 'dir/a b.txt' };

  it('identifies the file', () => {
    for (const of of [file, { ...file, path: '' }, { ...file, project: 12 }])
      assert.deepEqual(readArtifactAddress(artifactAddress(of, 'unit/tests')), of);
    const { path, query } = artifactAddress(file, 'unit/tests');
    assert.equal(path, '/unit∕tests #7/dir/a b.txt');
    assert.equal(query, artifactAddress({ ...file, path: 'other' }, 'unit/tests').query);
  });

  it('is ignored if it is incomplete', () => {
    const parts = artifactAddress(file, 'build');
    for (const change of [
      { scheme: 'file' },
      { path: '/' },
      { query: '' },
      { query: JSON.stringify({ base: 'no URL', project: '1', job: '7' }) },
      { query: JSON.stringify({ base: file.base, project: '1', job: '7x' }) },
      { query: JSON.stringify({ base: file.base, project: '', job: '7' }) },
    ])
      assert.equal(readArtifactAddress({ ...parts, ...change }), undefined);
  });
});

describe('problems with artifacts', () => {
  it('are explained in a sentence each', () => {
    const why = (error: Error): string => explain(error).why;
    assert.equal(why(new ArtifactsUnavailableError('expired')), 'The artifacts have expired.');
    assert.equal(
      why(new ArtifactsUnavailableError('archive-size', 100_000_000)),
      'The archive is larger than 100 MB. Download the artifacts to see their files.',
    );
    assert.equal(why(new NoSuchArtifactError()), "This file or folder doesn't exist in the artifacts.");
  });
});
