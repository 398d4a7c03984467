import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { AbortError } from '../../../src/base/abort';
import {
  ActionFailedError,
  ActionNotAllowedError,
  JOB_ACTIONS,
  JobBusyError,
} from '../../../src/domain/jobs/rules';
import { PipelineBusyError } from '../../../src/domain/pipelines/rules';
import { explainJobActions } from '../../../src/presentation/jobs/errors';
import { keyProblemSentence } from '../../../src/presentation/jobs/input-messages';
import { JOB_VERBS, NO_PROJECTS, NO_PROJECTS_ROWS } from '../../../src/presentation/jobs/labels';
import { eraseRisk, forceRisk, runRisk } from '../../../src/presentation/jobs/risk-messages';
import { bulkSummary } from '../../../src/presentation/shared/bulk-messages';
import { explain, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { artifactsPage, markdownLink, webPage } from '../../../src/presentation/shared/links';
import { aJob } from '../../builders/jobs';

registerErrorMessages(explainJobActions);

const failed = (name: string, status = 'running') => ({
  name,
  error: new ActionNotAllowedError('retry', { name, status }),
});
const { retry } = JOB_VERBS;

describe('summary of several actions', () => {
  it('is empty if all succeeded, because the rows show it', () => {
    assert.equal(bulkSummary({ done: 3, failed: [], stopped: 0 }, retry), undefined);
  });

  it('contains the reason if one failed', () => {
    assert.deepEqual(bulkSummary({ done: 2, failed: [failed('lint')], stopped: 0 }, retry), {
      message: '2 of 3 jobs retried. Only finished jobs can be retried. Status of lint: running.',
      details: [],
      check: undefined,
      anotherToken: undefined,
    });
  });

  it('contains the reasons as details if several failed', () => {
    const summary = bulkSummary({ done: 1, failed: [failed('a'), failed('b')], stopped: 0 }, retry);
    assert.equal(summary?.message, "1 of 3 jobs retried. Couldn't retry 2 jobs, for different reasons.");
    assert.deepEqual(
      summary.details.map(({ name }) => name),
      ['a', 'b'],
    );
  });

  it("doesn't state that none succeeded if the outcome of one is unknown", () => {
    const facts = { kind: 'timeout', host: 'gitlab.example', outcomeUnknown: true } as const;
    const lost = (name: string) => ({
      name,
      error: new ApiError({ ...facts, endpoint: 'POST /projects/:id/jobs/:job_id/retry' }),
    });
    const all = bulkSummary({ done: 0, failed: [lost('a'), lost('b')], stopped: 0 }, retry);
    assert.equal(
      all?.message,
      "gitlab.example didn't confirm the request. It may have succeeded. Refresh to check.",
    );
    assert.equal(all.check, 'switchyard.refreshPipelines');
    const some = bulkSummary({ done: 1, failed: [lost('a'), failed('b')], stopped: 0 }, retry);
    assert.equal(
      some?.message,
      "1 of 3 jobs retried. Couldn't retry 2 jobs, or the server didn't confirm the requests. Some may have succeeded. Refresh to check.",
    );
  });

  it('contains a single reason if all failed for the same reason', () => {
    const same = (name: string) => ({ name, error: new PipelineBusyError(1) });
    const summary = bulkSummary({ done: 0, failed: [same('a'), same('b')], stopped: 0 }, retry);
    assert.match(
      summary?.message ?? '',
      /^0 of 2 jobs retried\. Another action on pipeline #1 is in progress\./,
    );
  });

  it("contains the number of actions that weren't started", () => {
    const stopped = (count: number) => bulkSummary({ done: 1, failed: [], stopped: count }, retry)?.message;
    assert.equal(stopped(2), '1 of 3 jobs retried. Operation canceled with 2 jobs remaining.');
    assert.equal(stopped(1), '1 of 2 jobs retried. Operation canceled with 1 job remaining.');
  });

  it('omits actions that the user canceled', () => {
    const outcome = { done: 1, failed: [{ name: 'a', error: new AbortError() }], stopped: 0 };
    assert.equal(bulkSummary(outcome, retry), undefined);
  });
});

describe('results of canceling a job', () => {
  const canceled = (action: 'cancel' | 'forceCancel', status: string) =>
    JOB_VERBS[action].done('lint', aJob({ id: 7, status }));

  it('state that the job is canceled only if it is', () => {
    assert.equal(canceled('cancel', 'canceled'), 'lint (#7) canceled.');
    assert.equal(canceled('forceCancel', 'canceled'), 'lint (#7) force canceled.');
    assert.equal(canceled('cancel', 'canceling'), 'Status of lint (#7): canceling.');
    assert.equal(canceled('forceCancel', 'success'), 'Status of lint (#7): passed.');
  });
});

describe('confirmations of irreversible actions', () => {
  it('contain the object and what is lost', () => {
    assert.equal(runRisk(['deploy'], 'main').message, 'Run deploy for main?');
    assert.match(runRisk(['deploy', 'prod'], 'main').detail, /^deploy\nprod\n/);
    assert.match(forceRisk(['build']).detail, /after_script.*skipped.*Maintainer/);
  });

  it('require the name of one job or the number of several jobs before erasing', () => {
    const one = eraseRisk(['unit-tests']);
    assert.equal(one.expected, 'unit-tests');
    assert.match(one.prompt, /log and artifacts will be permanently erased/);
    const several = eraseRisk(['a', 'b', 'c']);
    assert.equal(several.expected, '3');
    assert.match(several.prompt, /a, b, c/);
  });
});

describe('job action messages', () => {
  it("describe for every action why it isn't possible", () => {
    for (const action of JOB_ACTIONS) {
      const job = { name: 'lint', status: 'pending' };
      assert.match(explain(new JobBusyError('lint', action)).why, /^lint is being /);
      for (const obstacle of ['status', 'archived', 'erased', 'trigger'] as const)
        assert.match(explain(new ActionNotAllowedError(action, job, obstacle)).why, /lint.*\.$/);
    }
  });

  for (const action of JOB_ACTIONS) {
    const refused = (serverMessage: string | undefined) => {
      const facts = { kind: 'forbidden', status: 403, host: 'gitlab.example' } as const;
      const endpoint = `POST /projects/:id/jobs/:job_id/${action}`;
      const cause = new ApiError({ ...facts, endpoint, serverMessage });
      return explain(new ActionFailedError(action, 'build', 'job', cause));
    };

    it(`name the permission that the token lacks for the action ${action}`, () => {
      const { why, steps } = refused(
        'Access denied: This operation requires a fine-grained personal access token with the following project permissions: [Job: Delete]. (insufficient_granular_scope)',
      );
      assert.match(why, /^gitlab\.example requires a fine-grained token with this permission: Job: Delete\./);
      assert.deepEqual(steps, ['another-token', 'show-output']);
    });

    it(`contain the reason of the server for refusing the action ${action}`, () => {
      assert.equal(
        refused('Your IP address is blocked').why,
        'The server responded: Your IP address is blocked',
      );
      assert.doesNotMatch(refused(undefined).why, /requires/);
    });
  }

  it('describe what is wrong with a variable name', () => {
    assert.equal(keyProblemSentence('A', []), undefined);
    assert.match(keyProblemSentence('1', []) ?? '', /"1" isn't a valid variable name/);
    assert.match(keyProblemSentence('A', ['A']) ?? '', /A is already in the list/);
    assert.equal(keyProblemSentence('', []), 'Enter a name.');
  });
});

describe('reasons why there are no projects', () => {
  it('have the same words as rows, in which a single sentence has no period', () => {
    assert.equal(NO_PROJECTS_ROWS['signed-out'](), NO_PROJECTS['signed-out']());
    for (const why of ['no-repository', 'no-project'] as const)
      assert.equal(`${NO_PROJECTS_ROWS[why]()}.`, NO_PROJECTS[why]());
  });
});

describe('copied and opened links', () => {
  it('are Markdown links with escaped names', () => {
    assert.equal(
      markdownLink('a [b](c) `d` <e>', 'https://host/x (1)'),
      '[a \\[b\\]\\(c\\) \\`d\\` \\<e\\>](https://host/x%20%281%29)',
    );
  });

  it('lead only to web pages', () => {
    assert.equal(webPage('https://host/a'), 'https://host/a');
    for (const address of ['javascript:alert(1)', 'file:///etc', 'vscode:x', '', null, undefined, 'https://'])
      assert.equal(webPage(address), undefined);
    assert.equal(artifactsPage('https://host/-/jobs/1/'), 'https://host/-/jobs/1/artifacts/browse');
  });
});
