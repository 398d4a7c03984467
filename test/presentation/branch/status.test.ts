import assert from 'node:assert/strict';
import {
  pipelineEndText,
  watchContext,
  withWatch,
} from '../../../src/presentation/branch/notification-messages';
import { branchBadge, branchStatus, jobNames } from '../../../src/presentation/branch/status';
import { JOB_STATUSES } from '../../../src/schemas/job';

const branch = { path: 'acme/storefront', head: { name: 'feature/cart', sha: 'a'.repeat(40) } };
const known = { branch, pipeline: undefined, failed: [], mergeRequest: undefined, problem: undefined };
const pipeline = { id: 17, status: 'failed', sha: 'a'.repeat(40), ref: 'feature/cart' };
const mergeRequest = { iid: 42, title: 'Rework the cart', state: 'opened' };
const fact = (of: Parameters<typeof branchStatus>[0], name: string) =>
  branchStatus(of).details.find((each) => each.name === name)?.value;

describe('branch status', () => {
  it('contains the title of the pipeline, unless the merge request has the same', () => {
    const titled = { ...known, pipeline, title: 'Round half cents up' };
    assert.equal(fact(titled, 'Title'), 'Round half cents up');
    assert.equal(fact({ ...titled, title: undefined }, 'Title'), undefined);
    assert.equal(fact({ ...titled, mergeRequest, title: mergeRequest.title }, 'Title'), undefined);
  });

  it('contains the status of the pipeline and the number of the merge request', () => {
    assert.equal(branchStatus({ ...known, pipeline, mergeRequest }).text, '$(error) Pipeline: failed · !42');
    assert.equal(branchStatus({ ...known, pipeline }).text, '$(error) Pipeline: failed');
    assert.equal(branchStatus({ ...known, mergeRequest }).text, '$(circle-large-outline) No pipeline · !42');
  });

  it('has no animated icon while the pipeline runs', () => {
    const { text } = branchStatus({ ...known, pipeline: { ...pipeline, status: 'running' } });
    assert.equal(text, '$(sync) Pipeline: running');
  });

  it('shows how many jobs have finished while the pipeline runs', () => {
    const running = { ...known, pipeline: { ...pipeline, status: 'running' } };
    const status = branchStatus({ ...running, progress: { finished: 7, total: 13 } });
    assert.equal(status.text, '$(sync) Pipeline: running (7/13)');
    assert.match(status.accessibleLabel, /^Pipeline 17 for feature\/cart: running, 7 of 13 jobs finished/);
    assert.equal(
      fact({ ...running, progress: { finished: 1, total: 1 } }, 'Progress'),
      '1 of 1 job finished',
    );
  });

  it('shows warnings of a passed pipeline', () => {
    const warned = {
      ...known,
      pipeline: { ...pipeline, status: 'success', detailed_status: { group: 'success-with-warnings' } },
    };
    assert.equal(branchStatus(warned).text, '$(warning) Pipeline: passed with warnings');
    assert.match(branchStatus(warned).accessibleLabel, /: passed with warnings$/);
    assert.equal(fact(warned, 'Pipeline'), '#17 passed with warnings');
    const passed = { ...warned, pipeline: { ...warned.pipeline, detailed_status: { group: 'success' } } };
    assert.equal(branchStatus(passed).text, '$(pass) Pipeline: passed');
  });

  it('has a complete accessible label', () => {
    assert.equal(
      branchStatus({ ...known, pipeline, mergeRequest }).accessibleLabel,
      'Pipeline 17 for feature/cart: failed, merge request 42, open',
    );
    assert.equal(branchStatus(known).accessibleLabel, 'No pipeline for feature/cart');
  });

  it('shows the commit of the pipeline, whether it is checked out, and the action of a click', () => {
    assert.equal(fact({ ...known, pipeline }, 'Commit'), 'aaaaaaaa');
    const older = { ...pipeline, sha: 'b'.repeat(40) };
    assert.equal(fact({ ...known, pipeline: older }, 'Commit'), 'bbbbbbbb (not checked out)');
    assert.equal(fact({ ...known, pipeline: { ...older, duration: 192 } }, 'Duration'), '3m 12s');
    assert.equal(fact({ ...known, pipeline }, 'Ref'), undefined, 'the branch is named already');
    assert.equal(fact({ ...known, pipeline: { ...pipeline, ref: 'main' } }, 'Ref'), 'main');
    assert.equal(fact({ ...known, pipeline }, 'On click'), "Open the failed job's log");
    assert.equal(fact(known, 'On click'), 'Choose whether to run a pipeline for this branch');
  });

  it('shows why loading failed, instead of a pipeline or in addition to it', () => {
    const problem = new Error('out of order');
    assert.match(branchStatus({ ...known, problem }).text, /^\$\(warning\) Pipeline unavailable$/);
    assert.match(
      branchStatus({ ...known, pipeline, problem }).text,
      /^\$\(error\) Pipeline: failed · not up to date$/,
    );
    assert.match(
      branchStatus({ ...known, pipeline, problem }).accessibleLabel,
      /^Pipeline 17 for feature\/cart: failed, not up to date/,
    );
    assert.ok(fact({ ...known, pipeline, problem }, 'Refresh failed'));
    const readAt = new Date(2026, 10, 5, 14, 31).getTime();
    assert.match(
      branchStatus({ ...known, pipeline, problem, readAt }, readAt + 60_000).text,
      /^\$\(error\) Pipeline: failed · as of .*31/,
    );
  });

  it('escapes text of a server', () => {
    const odd = { ...pipeline, status: '$(bug)_x' };
    assert.doesNotMatch(branchStatus({ ...known, pipeline: odd }).text, /\$\(bug\)/);
  });
});

describe('branch badge', () => {
  const job = (name: string) => ({ name });

  it('counts the failed jobs, and is shown only for a failed pipeline', () => {
    assert.deepEqual(branchBadge({ ...known, pipeline, failed: [job('unit'), job('lint')] }), {
      value: 2,
      tooltip: '2 jobs failed on feature/cart: unit and lint',
    });
    assert.equal(
      branchBadge({ ...known, pipeline, failed: [job('unit')] })?.tooltip,
      '1 job failed on feature/cart: unit',
    );
    assert.equal(branchBadge({ ...known, pipeline })?.value, 1);
    assert.equal(branchBadge(known), undefined);
    assert.equal(branchBadge(undefined), undefined);
    for (const status of JOB_STATUSES.filter((each) => each !== 'failed'))
      assert.equal(branchBadge({ ...known, pipeline: { ...pipeline, status } }), undefined);
  });

  it('names three jobs at most and counts the others', () => {
    assert.equal(jobNames(['a', 'b', 'c']), 'a, b, and c');
    assert.equal(jobNames(['a', 'b', 'c', 'd', 'e']), 'a, b, c, and 2 more');
  });
});

describe("notification of the pipeline's end", () => {
  it('contains the result and the failed jobs', () => {
    assert.equal(
      pipelineEndText(pipeline, [{ name: 'unit' }]),
      'Pipeline #17 failed for feature/cart: unit.',
    );
    assert.equal(pipelineEndText(pipeline, []), 'Pipeline #17 failed for feature/cart.');
    assert.equal(
      pipelineEndText({ ...pipeline, status: 'success' }, []),
      'Pipeline #17 passed for feature/cart.',
    );
    assert.equal(
      pipelineEndText({ ...pipeline, ref: 'refs/merge-requests/7/head' }, []),
      'Pipeline #17 failed for !7.',
    );
    assert.equal(
      pipelineEndText(pipeline, [{ name: 'unit' }], 'Round half cents up'),
      'Pipeline #17 “Round half cents up” failed for feature/cart: unit.',
    );
    const long = pipelineEndText(pipeline, [], 'Round half cents up in all prices of '.repeat(10_000));
    assert.ok(long.length < 130 && long.endsWith('…” failed for feature/cart.'), long);
  });

  it('can be requested until the pipeline ends', () => {
    assert.equal(watchContext('running', { isWatched: false }), 'watchable');
    assert.equal(watchContext('manual', { isWatched: true }), 'watched');
    assert.equal(watchContext('success', { isWatched: true }), undefined);
    assert.equal(watchContext('invented', { isWatched: false }), undefined);
    const row = {
      label: '#1',
      icon: { id: 'x' },
      accessibleLabel: 'Pipeline 1',
      contextTokens: ['web'],
      expandable: 'no',
    } as const;
    assert.deepEqual(withWatch(row, undefined), row);
    assert.deepEqual(withWatch(row, 'watchable').contextTokens, ['web', 'watchable']);
    assert.match(withWatch(row, 'watched').accessibleLabel, /, watched$/);
  });
});
