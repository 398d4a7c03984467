import assert from 'node:assert/strict';
import { NO_BRANCH_FACTS } from '../../../src/app/branch/details';
import { freshPipeline } from '../../../src/app/branch/fresh-pipelines';
import { NotificationUpdates } from '../../../src/app/branch/notification-updates';
import type { ReadPipeline } from '../../../src/app/branch/watch';
import type { JobUpdate } from '../../../src/app/pipelines/job-updates';
import { PipelineList } from '../../../src/app/pipelines/list';
import type { PipelinesChange } from '../../../src/app/pipelines/pipelines';
import { NO_FILTER, queryOf } from '../../../src/app/pipelines/query';
import type { PipelineKey } from '../../../src/app/shared/keys';
import { Emitter } from '../../../src/base/emitter';
import type { JobStatus } from '../../../src/schemas/job';
import type { PipelineFacts } from '../../../src/schemas/pipeline';
import { aJob, aPipeline } from '../../builders/jobs';

const project = { base: 'https://git.example.com', project: 1 };
const key: PipelineKey = { ...project, pipeline: 11 };

describe('NotificationUpdates', () => {
  function updates(known?: PipelineFacts) {
    const read = new Emitter<ReadPipeline>();
    const changed = new Emitter<readonly PipelinesChange[]>();
    const updated = new Emitter<JobUpdate>();
    const met: unknown[] = [];
    const watched: unknown[] = [];
    const part = new NotificationUpdates({
      notifications: {
        met: (pipeline, facts) => met.push([pipeline.pipeline, facts.status]),
        watch: (pipeline, why, before) => watched.push([pipeline, why, before?.status]),
      },
      branch: { onDidRead: read.event },
      pipelines: { onDidChange: changed.event, details: () => known },
      jobs: { onDidUpdate: updated.event },
    });
    const act = (status: JobStatus, pipeline: object | null = { id: 11, status: 'failed' }): void => {
      updated.fire({ project, job: aJob({ status, pipeline }), before: aPipeline({ status: 'failed' }) });
    };
    return { read, changed, met, watched, part, act };
  }

  it('watches the pipeline of a job that was retried or started, with its previous state', () => {
    const { act, watched } = updates();
    act('pending');
    assert.deepEqual(watched, [[key, 'started', 'failed']]);
  });

  it("doesn't watch the pipeline of a canceled or erased job, or an unknown pipeline", () => {
    const { act, watched } = updates();
    act('canceled');
    act('success');
    act('pending', null);
    assert.deepEqual(watched, []);
  });

  it('reports each pipeline that the branch reads or that changed in the store', () => {
    const { read, changed, met } = updates(aPipeline({ id: 11, status: 'running' }));
    read.fire({ key, pipeline: aPipeline({ id: 11, status: 'pending' }) });
    changed.fire([
      { kind: 'list', project },
      { kind: 'pipeline', pipeline: key },
    ]);
    assert.deepEqual(met, [
      [11, 'pending'],
      [11, 'running'],
    ]);
  });

  it('does nothing after it is disposed, or for a pipeline without details', () => {
    const { act, changed, met, part, watched } = updates();
    changed.fire([{ kind: 'pipeline', pipeline: key }]);
    part.dispose();
    act('pending');
    assert.deepEqual([met, watched], [[], []]);
  });
});

describe('freshPipeline', () => {
  const pipeline = aPipeline({ id: 11, status: 'running' });
  const branch = { project, path: 'acme/storefront', head: { name: 'main', sha: undefined } };
  const details = { ...NO_BRANCH_FACTS, branch, pipeline, problem: undefined };
  const list = new PipelineList(project, queryOf(NO_FILTER));

  const fresh = (of: { branchIsFresh?: boolean; listsAreFresh?: boolean }, pipelineKey = key) =>
    freshPipeline(
      {
        branch: { details },
        pipelines: { peekList: () => list, details: () => pipeline },
        branchIsFresh: () => of.branchIsFresh === true,
        listsAreFresh: () => of.listsAreFresh === true,
      },
      pipelineKey,
    );

  it('returns the pipeline of the branch while the status bar shows it', () => {
    assert.equal(fresh({ branchIsFresh: true })?.id, 11);
    assert.equal(fresh({ branchIsFresh: false }), undefined);
    assert.equal(fresh({ branchIsFresh: true }, { ...key, pipeline: 12 }), undefined);
    assert.equal(fresh({ branchIsFresh: true }, { ...key, base: 'https://other.example.com' }), undefined);
  });

  it("ignores a pipeline that isn't on the newest page of the list", () => {
    assert.equal(fresh({ listsAreFresh: true }), undefined);
  });
});
