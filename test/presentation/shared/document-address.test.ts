import assert from 'node:assert/strict';
import fc from 'fast-check';
import { logAddress, logLabel, readLogAddress } from '../../../src/presentation/shared/document-address';

describe('URI of a job log', () => {
  it('contains server, project, and job, and shows the job in the tab', () => {
    const parts = logAddress(
      { base: 'https://host.example:8443/gitlab', project: 7, job: 5012 },
      'unit-tests',
    );
    assert.equal(parts.authority, 'host.example:8443');
    assert.equal(parts.path, '/7/switchyard-job-log/5012/unit-tests #5012');
    assert.equal(logLabel(parts), 'unit-tests');
    assert.deepEqual(JSON.parse(parts.query), {
      base: 'https://host.example:8443/gitlab',
      label: 'unit-tests #5012',
    });
  });

  it('is read back as created, for any job and project name', () => {
    const base = fc.constantFrom(
      'https://gitlab.com',
      'http://127.0.0.1:8080',
      'https://host.example/gitlab',
    );
    const project = fc.oneof(fc.nat(), fc.constantFrom('acme/storefront', 'ü/b#c', 'a b/%2F'));
    fc.assert(
      fc.property(base, project, fc.nat(), fc.string({ unit: 'grapheme' }), (onServer, id, job, name) => {
        const parts = logAddress({ base: onServer, project: id, job }, name);
        assert.deepEqual(readLogAddress(parts), { base: onServer, project: id, job });
      }),
    );
  });

  it('is not read from other URIs', () => {
    const good = logAddress({ base: 'https://gitlab.com', project: 7, job: 5 }, 'x');
    assert.equal(readLogAddress({ ...good, scheme: 'file' }), undefined);
    assert.equal(readLogAddress({ ...good, query: '' }), undefined);
    assert.equal(readLogAddress({ ...good, query: '{"base":"nonsense"}' }), undefined);
    assert.equal(readLogAddress({ ...good, path: '/7/other/5/x' }), undefined);
    assert.equal(readLogAddress({ ...good, path: '/7/switchyard-job-log/five/x' }), undefined);
    assert.equal(readLogAddress({ ...good, path: '/%zz/switchyard-job-log/5/x' }), undefined);
  });
});
