import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jobsRequiringConfirmation, RISKY_NAMES } from '../../../src/domain/jobs/risks';
import { attributesOf, isLikelySecret, keyProblem } from '../../../src/domain/jobs/variables';
import { regexTimeout } from '../../../src/ui/shared/editor/regex-timeout';

const isRiskyToPlay = (name: string, ...patterns: readonly string[]): boolean =>
  jobsRequiringConfirmation([name], patterns, regexTimeout).risky.has(name);

describe('job variable', () => {
  it("has a name of letters, digits, and underscores that doesn't start with a digit", () => {
    for (const key of ['A', '_', 'a1', 'DRY_RUN', '_9']) assert.equal(keyProblem(key, []), undefined, key);
    for (const key of ['1A', 'A-B', 'A B', 'Ä', 'A\n', '$A', 'A.B'])
      assert.equal(keyProblem(key, []), 'shape', key);
    assert.equal(keyProblem('', []), 'empty');
  });

  it('has a unique name', () => {
    assert.equal(keyProblem('A', ['B', 'A']), 'taken');
    assert.equal(keyProblem('a', ['A']), undefined, 'names differ by case, too');
  });

  it('is rejected with any other name', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        const problem = keyProblem(key, []);
        assert.equal(problem === undefined, /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !key.endsWith('\n'));
      }),
    );
  });

  it('is secret by default if its name suggests it', () => {
    for (const key of [
      'DEPLOY_TOKEN',
      'password',
      'API_KEY',
      'SSH_KEY',
      'signing-key-file',
      'AWS_SECRET_ACCESS',
      'SENTRY_DSN',
    ])
      assert.equal(isLikelySecret(key), true, key);
    for (const key of ['REGION', 'DRY_RUN', 'KEYBOARD', 'MONKEY'])
      assert.equal(isLikelySecret(key), false, key);
  });

  it('is sent as key and value only', () => {
    assert.deepEqual(attributesOf([{ key: 'A', value: '1', secret: true }]), [{ key: 'A', value: '1' }]);
  });
});

describe('confirmation before running a job', () => {
  it("is required if the job's name contains a word for deployment or production", () => {
    for (const name of [
      'deploy',
      'deploy-review',
      'Deploy: EU',
      'prod',
      'prod_eu',
      'to-production',
      'PROD 2',
    ])
      assert.equal(isRiskyToPlay(name, RISKY_NAMES), true, name);
    for (const name of ['unit-tests', 'product-tests', 'reproduce', 'lint'])
      assert.equal(isRiskyToPlay(name, RISKY_NAMES), false, name);
  });

  it('is not required with an empty pattern, and uses the default for an invalid pattern', () => {
    assert.equal(isRiskyToPlay('deploy', ''), false);
    assert.equal(isRiskyToPlay('deploy', '('), true);
    assert.equal(isRiskyToPlay('lint', '('), false);
    assert.equal(isRiskyToPlay('lint', '^LI'), true);
  });

  it('is required if any of several patterns matches', () => {
    assert.equal(isRiskyToPlay('migrate-db', RISKY_NAMES, '^migrate'), true);
    assert.equal(isRiskyToPlay('deploy', RISKY_NAMES, '^migrate'), true);
    assert.equal(isRiskyToPlay('lint', RISKY_NAMES, '^migrate'), false);
    assert.equal(isRiskyToPlay('migrate-db', '', '^migrate'), true);
    assert.equal(
      isRiskyToPlay('deploy', '', '(', '^migrate'),
      true,
      'an invalid pattern counts as the default',
    );
  });

  it('is required for all jobs if a pattern takes too long', () => {
    const names = ['lint', `${'a'.repeat(60)}!`];
    const { risky, inTime } = jobsRequiringConfirmation(names, ['^(\\w+\\s?)*$'], regexTimeout);
    assert.equal(inTime, false);
    assert.deepEqual([...risky], names);
  });
});
