import assert from 'node:assert/strict';
import { PipelineList } from '../../../../src/app/pipelines/list';
import { NO_FILTER, queryOf } from '../../../../src/app/pipelines/query';
import { pipelineEntries, projectEntries } from '../../../../src/ui/pipelines/trees/entries';

const BASE = 'https://host';

describe('project rows', () => {
  it("have the project as target, also if it couldn't be loaded and was added manually", () => {
    const added = { base: BASE, project: 'group/gone' };
    const [entry] = projectEntries(
      [{ ok: false, base: BASE, path: 'group/gone', error: new Error('gone'), added }],
      () => undefined,
    );
    assert.ok(entry?.data.kind === 'note');
    assert.deepEqual(entry.data.target, { kind: 'project', project: added, path: 'group/gone' });
    assert.ok(entry.data.row.contextTokens.includes('added'));
  });

  it("have no target if the project couldn't be loaded and comes from a remote", () => {
    const [entry] = projectEntries(
      [{ ok: false, base: BASE, path: 'group/gone', error: new Error('gone'), added: undefined }],
      () => undefined,
    );
    assert.ok(entry?.data.kind === 'note');
    assert.equal(entry.data.target, undefined);
    assert.ok(!entry.data.row.contextTokens.includes('added'));
  });
});

describe('rows of a project without pipelines', () => {
  const project = { base: BASE, project: 7 };
  const of = { project, path: 'group/new', canRun: true };
  const labels = (place: typeof of, filter = NO_FILTER): readonly string[] => {
    const list = new PipelineList(project, queryOf(filter), true);
    return pipelineEntries(place, list, filter, () => true).map(({ data }) =>
      data.kind === 'note' ? data.row.label : data.kind,
    );
  };

  it('offer to run a pipeline of the project', () => {
    assert.deepEqual(labels(of), ['No pipelines yet', 'Run Pipeline...']);
    assert.deepEqual(labels(of, { ...NO_FILTER, mode: 'branch' }), [
      'No pipelines for this branch or commit',
      'Run Pipeline...',
    ]);
    const list = new PipelineList(project, queryOf(NO_FILTER), true);
    const data = pipelineEntries(of, list, NO_FILTER, () => true).at(-1)?.data;
    assert.ok(data?.kind === 'note');
    assert.equal(data.row.onClick?.command, 'switchyard.runPipeline');
    assert.deepEqual(data.target, { kind: 'project', project, path: 'group/new' });
  });

  it("don't offer it if the role doesn't allow it, or for merge requests", () => {
    assert.deepEqual(labels({ ...of, canRun: false }), ['No pipelines yet']);
    assert.deepEqual(labels(of, { ...NO_FILTER, mode: 'merge-requests' }), ['No merge request pipelines']);
  });

  it('offer to clear a filter instead', () => {
    assert.deepEqual(labels(of, { ...NO_FILTER, ref: 'main' }), ['No pipelines match: main', 'Clear Filter']);
  });
});
