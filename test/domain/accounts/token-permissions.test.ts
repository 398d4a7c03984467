import assert from 'node:assert/strict';
import fc from 'fast-check';
import { missingAreas, TOKEN_AREAS } from '../../../src/domain/accounts/token-permissions';

describe('permissions of a fine-grained token', () => {
  const areasOf = (...permissions: readonly string[]) => missingAreas([{ permissions }]);

  it('are missing for the areas in which the token has none', () => {
    const reading = ['read_user', 'read_project', 'read_pipeline', 'read_job', 'read_merge_request'];
    assert.deepEqual(areasOf(...reading, 'download_code'), [
      'pipeline-changes',
      'job-changes',
      'merge-request-changes',
    ]);
    assert.deepEqual(areasOf(...reading, 'update_job', 'create_pipeline', 'merge_merge_request'), ['code']);
    assert.deepEqual(missingAreas([]), TOKEN_AREAS);
    assert.deepEqual(
      missingAreas([{ permissions: ['read_user'] }, { permissions: ['read_job', 'delete_job'] }]),
      TOKEN_AREAS.filter((area) => !['user', 'jobs', 'job-changes'].includes(area)),
      'the permissions of several projects count together',
    );
  });

  it('are never missing because of another permission', () => {
    const names = fc.array(fc.constantFrom('read_job', 'update_job', 'read_user', 'admin_vault', '', 'job'));
    fc.assert(
      fc.property(names, names, (some, more) => {
        const missing = areasOf(...some);
        for (const area of areasOf(...some, ...more)) assert.ok(missing.includes(area), area);
      }),
    );
  });
});
