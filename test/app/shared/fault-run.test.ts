import assert from 'node:assert/strict';
import { DECLARED } from '../../contract/endpoints';
import { MERGE_REQUEST_FAULTS } from './fault-writes/merge-requests';
import { ERROR_FAULTS, PICK_FAULTS, REACTION_FAULTS, SUGGESTION_FAULTS } from './fault-writes/others';
import { PIPELINE_FAULTS } from './fault-writes/pipelines';
import { testFaults } from './helpers/fault-run';

describe('writes with faults while the same data is being read', () => {
  it('include every endpoint that writes', () => {
    const runs: readonly { readonly writes: Readonly<Record<string, { readonly of: string }>> }[] = [
      ...[MERGE_REQUEST_FAULTS, PIPELINE_FAULTS, ERROR_FAULTS],
      ...[REACTION_FAULTS, SUGGESTION_FAULTS, PICK_FAULTS],
    ];
    const included = runs.flatMap(({ writes }) => Object.values(writes).map(({ of }) => of));
    const writing = Object.entries(DECLARED).flatMap(([name, { method }]) =>
      method === 'GET' ? [] : [name],
    );
    assert.deepEqual([...new Set(included)].sort(), [...writing, 'unscheduleJob'].sort());
  });

  describe('of merge requests', () => {
    testFaults('merge requests', MERGE_REQUEST_FAULTS);
  });
  describe('of pipelines and jobs', () => {
    testFaults('pipelines and jobs', PIPELINE_FAULTS);
  });
  describe('of error tracking', () => {
    testFaults('error tracking', ERROR_FAULTS);
  });
  describe('of reactions', () => {
    testFaults('reactions', REACTION_FAULTS);
  });
  describe('of suggestions', () => {
    testFaults('suggestions', SUGGESTION_FAULTS);
  });
  describe('of reverts and cherry-picks', () => {
    testFaults('reverts and cherry-picks', PICK_FAULTS);
  });
});
