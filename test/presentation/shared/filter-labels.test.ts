import assert from 'node:assert/strict';
import { SOURCE_TITLES, SOURCES, sourceWord } from '../../../src/presentation/shared/filter-labels';

/** `source` of `GET /projects/:id/pipelines` in the OpenAPI description of 19.5. */
const DOCUMENTED =
  'unknown push web trigger schedule api external pipeline chat webide merge_request_event ' +
  'external_pull_request_event parent_pipeline ondemand_dast_scan ondemand_dast_validation ' +
  'security_orchestration_policy container_registry_push duo_workflow pipeline_execution_policy_schedule ' +
  'dependency_management_security_update';

describe('sources of pipelines', () => {
  it('are all of those that servers document', () => {
    assert.deepEqual([...SOURCES].sort(), DOCUMENTED.split(' ').sort());
  });

  it('have labels without underscores, and different ones in pickers', () => {
    for (const source of SOURCES) assert.doesNotMatch(sourceWord(source) ?? '_', /_/);
    assert.equal(new Set(SOURCES.map((source) => SOURCE_TITLES[source]())).size, SOURCES.length);
    assert.equal(sourceWord('of_a_newer_server'), 'of a newer server');
    assert.equal(sourceWord(null), undefined);
  });
});
