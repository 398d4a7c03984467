import assert from 'node:assert/strict';
import { stashQuestion } from '../../../src/presentation/git/check-out-messages';
import {
  cancelPipelineRisk,
  eraseRisk,
  forceRisk,
  playRisk,
  type RiskQuestion,
} from '../../../src/presentation/jobs/risk-messages';

type Said = readonly [message: string, action: string];

const QUESTIONS: readonly (readonly [question: RiskQuestion, said: Said])[] = [
  [playRisk(['deploy'], 'main'), ['Run deploy for main?', 'Run']],
  [playRisk(['deploy'], undefined), ['Run deploy?', 'Run']],
  [playRisk(['deploy', 'prod'], 'main'), ['Run 2 jobs?', 'Run']],
  [forceRisk(['lint']), ['Force cancel lint?', 'Force Cancel']],
  [forceRisk(['lint', 'test']), ['Force cancel 2 jobs?', 'Force Cancel']],
  [cancelPipelineRisk(12, 'main'), ['Cancel pipeline #12 for main?', 'Cancel Pipeline']],
  [
    stashQuestion('topic', 'storefront'),
    ['Stash uncommitted changes in storefront and check out topic?', 'Stash and Check Out'],
  ],
];

describe('questions before what cannot be undone', () => {
  for (const [{ message, action }, said] of QUESTIONS)
    it(`ask "${said[0]}" with a button that says what it does`, () => {
      assert.deepEqual([message, action], said);
    });

  it('name each of several jobs', () => {
    for (const { detail } of [playRisk(['deploy', 'prod'], 'main'), forceRisk(['deploy', 'prod'])])
      assert.match(detail, /^deploy\nprod\n\n/);
  });

  it('show no name of a setting', () => {
    for (const [{ message, detail }] of QUESTIONS)
      assert.doesNotMatch(`${message} ${detail}`, /switchyard\./);
  });

  it('say what to type before something is erased, and that nothing is erased otherwise', () => {
    const { title, prompt, expected, otherwise } = eraseRisk(['lint']);
    assert.equal(title, 'Erase Log and Artifacts of lint');
    assert.match(prompt, /To confirm, type the job name: "lint"\.$/);
    assert.deepEqual(
      [expected, otherwise],
      ['lint', 'The text doesn\'t match "lint". Nothing has been erased.'],
    );
    assert.equal(eraseRisk(['lint', 'test']).expected, '2');
  });
});
