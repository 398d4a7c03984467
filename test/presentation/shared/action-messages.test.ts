import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { AbortError } from '../../../src/base/abort';
import { ActionNotAllowed, JOB_ACTIONS, JobBusy } from '../../../src/domain/jobs/rules';
import { PipelineBusy } from '../../../src/domain/pipelines/rules';
import { explainJobActions } from '../../../src/presentation/jobs/errors';
import { JOB_VERBS } from '../../../src/presentation/jobs/labels';
import { eraseRisk, forceRisk, playRisk } from '../../../src/presentation/jobs/risk-messages';
import { keyProblemSentence } from '../../../src/presentation/jobs/variable-messages';
import { bulkSummary } from '../../../src/presentation/shared/bulk-messages';
import { explain, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { artifactsPage, markdownLink, webPage } from '../../../src/presentation/shared/links';

registerErrorMessages(explainJobActions);

const failed = (name: string, status = 'running') => ({
  name,
  error: new ActionNotAllowed('retry', { name, status }),
});
const { doneAll } = JOB_VERBS.retry;

describe('what is told after several', () => {
  it('is nothing where all went well: the rows tell it', () => {
    assert.equal(bulkSummary({ done: 3, failed: [], stopped: 0 }, doneAll), undefined);
  });

  it('is the one reason where one failed', () => {
    assert.deepEqual(bulkSummary({ done: 2, failed: [failed('lint')], stopped: 0 }, doneAll), {
      message: '2 of 3 jobs retried. Only finished jobs can be retried; lint is running.',
      details: [],
      check: undefined,
      moreScopes: undefined,
    });
  });

  it('is one message with the reasons in its details where several failed', () => {
    const summary = bulkSummary({ done: 1, failed: [failed('a'), failed('b')], stopped: 0 }, doneAll);
    assert.equal(summary?.message, '1 of 3 jobs retried. 2 failed for different reasons.');
    assert.deepEqual(
      summary.details.map(({ name }) => name),
      ['a', 'b'],
    );
  });

  it("doesn't say that none was done where one may have been", () => {
    const facts = { kind: 'timeout', host: 'gitlab.example', outcomeUnknown: true } as const;
    const lost = (name: string) => ({
      name,
      error: new ApiError({ ...facts, endpoint: 'POST /projects/:id/jobs/:job_id/retry' }),
    });
    const all = bulkSummary({ done: 0, failed: [lost('a'), lost('b')], stopped: 0 }, doneAll);
    assert.equal(
      all?.message,
      "gitlab.example didn't confirm the request. It may have succeeded. Refresh to check.",
    );
    assert.equal(all.check, 'switchyard.refreshPipelines');
    const some = bulkSummary({ done: 1, failed: [lost('a'), failed('b')], stopped: 0 }, doneAll);
    assert.equal(some?.message, "1 of 3 jobs retried. 2 failed or couldn't be confirmed.");
  });

  it('is one reason where all failed for the same', () => {
    const same = (name: string) => ({ name, error: new PipelineBusy(1) });
    const summary = bulkSummary({ done: 0, failed: [same('a'), same('b')], stopped: 0 }, doneAll);
    assert.match(
      summary?.message ?? '',
      /^0 of 2 jobs retried\. Another action on pipeline #1 is in progress\./,
    );
  });

  it('says how many were not begun', () => {
    const stopped = (count: number) => bulkSummary({ done: 1, failed: [], stopped: count }, doneAll)?.message;
    assert.equal(stopped(2), '1 of 3 jobs retried. Operation canceled with 2 jobs remaining.');
    assert.equal(stopped(1), '1 of 2 jobs retried. Operation canceled with 1 job remaining.');
  });

  it('does not tell of what the person gave up themselves', () => {
    const outcome = { done: 1, failed: [{ name: 'a', error: new AbortError() }], stopped: 0 };
    assert.equal(bulkSummary(outcome, doneAll), undefined);
  });
});

describe('questions before what cannot be undone', () => {
  it('name the thing and what is lost', () => {
    assert.equal(playRisk(['deploy'], 'main').message, 'Run deploy for main?');
    assert.match(playRisk(['deploy', 'prod'], 'main').detail, /^deploy\nprod\n/);
    assert.match(forceRisk(['build']).detail, /after_script.*skipped.*Maintainer/);
  });

  it('before erasing, ask for the name of the one job, or the number of several', () => {
    const one = eraseRisk(['unit-tests']);
    assert.equal(one.expected, 'unit-tests');
    assert.match(one.prompt, /log and artifacts will be permanently erased/);
    const several = eraseRisk(['a', 'b', 'c']);
    assert.equal(several.expected, '3');
    assert.match(several.prompt, /a, b, c/);
  });
});

describe('sentences', () => {
  it('say for every action that something else is under way, that it is archived, and what it needs', () => {
    for (const action of JOB_ACTIONS) {
      const job = { name: 'lint', status: 'pending' };
      assert.match(explain(new JobBusy('lint', action)).why, /^lint is being /);
      for (const obstacle of ['status', 'archived', 'erased', 'trigger'] as const)
        assert.match(explain(new ActionNotAllowed(action, job, obstacle)).why, /lint.*\.$/);
    }
  });

  it('say what is wrong with the name of a variable', () => {
    assert.equal(keyProblemSentence('A', []), undefined);
    assert.match(keyProblemSentence('1', []) ?? '', /"1" isn't a valid variable name/);
    assert.match(keyProblemSentence('A', ['A']) ?? '', /A is already in the list/);
    assert.equal(keyProblemSentence('', []), 'Enter a name.');
  });
});

describe('what is copied and opened', () => {
  it('is a Markdown link in which a name is only text', () => {
    assert.equal(
      markdownLink('a [b](c) `d` <e>', 'https://host/x (1)'),
      '[a \\[b\\]\\(c\\) \\`d\\` \\<e\\>](https://host/x%20%281%29)',
    );
  });

  it('is a web page and nothing else', () => {
    assert.equal(webPage('https://host/a'), 'https://host/a');
    for (const address of ['javascript:alert(1)', 'file:///etc', 'vscode:x', '', null, undefined, 'https://'])
      assert.equal(webPage(address), undefined);
    assert.equal(artifactsPage('https://host/-/jobs/1/'), 'https://host/-/jobs/1/artifacts/browse');
  });
});
