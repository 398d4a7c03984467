import assert from 'node:assert/strict';
import type { PipelineKey } from '../../../../src/app/shared/keys';
import { withSameCommits } from '../../../../src/ui/pipelines/trees/subtree';
import type { Entry } from '../../../../src/ui/tree-node';

const PROJECT = { base: 'https://host', project: 7 };

/** Returns by pipeline which later one the row names. `pipelines`: `[sha, ref]` by ID, in the order of the list. */
function namedBy(pipelines: Readonly<Record<string, readonly [sha: string, ref: string]>>) {
  const detailsOf = ({ pipeline }: PipelineKey) => {
    const [sha, ref] = pipelines[`p${pipeline}`] ?? assert.fail(`${pipeline}`);
    return { id: pipeline, sha, ref, status: 'success' };
  };
  const entries = Object.keys(pipelines).map((key): Entry => ({
    key,
    data: { kind: 'pipeline', pipeline: { ...PROJECT, pipeline: Number(key.slice(1)) } },
  }));
  const older: Entry = { key: 'older', data: { kind: 'older', project: PROJECT } };
  return withSameCommits([...entries, older], detailsOf).map(({ data }) =>
    data.kind === 'pipeline' ? data.sameCommitAs : undefined,
  );
}

describe('pipelines for the same commit', () => {
  it('name the latest one of the list', () => {
    assert.deepEqual(
      namedBy({ p9: ['aa', 'main'], p8: ['bb', 'main'], p7: ['aa', 'v1'], p6: ['aa', 'main'] }),
      [undefined, undefined, 9, 9, undefined],
    );
  });

  it('are separate for a branch and a merge request, which have different titles', () => {
    const ref = 'refs/merge-requests/12/head';
    assert.deepEqual(namedBy({ p9: ['aa', ref], p8: ['aa', 'main'], p7: ['aa', ref] }), [
      undefined,
      undefined,
      9,
      undefined,
    ]);
  });

  it('are separate while their commit is unknown', () => {
    assert.deepEqual(namedBy({ p9: ['', 'main'], p8: ['', 'main'] }), [undefined, undefined, undefined]);
  });
});
