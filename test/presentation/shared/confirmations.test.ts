import assert from 'node:assert/strict';
import { stashQuestion } from '../../../src/presentation/git/check-out-messages';
import {
  cancelPipelineRisk,
  eraseRisk,
  forceRisk,
  playRisk,
  type RiskQuestion,
} from '../../../src/presentation/jobs/risk-messages';

/** Message, what it does, what it leaves. */
type Said = readonly [message: string, action: string, safe: string];

const QUESTIONS: readonly (readonly [question: RiskQuestion, said: Said])[] = [
  [playRisk(['deploy'], 'main'), ['Play deploy for main?', 'Play', 'Do Not Play']],
  [playRisk(['deploy'], undefined), ['Play deploy?', 'Play', 'Do Not Play']],
  [playRisk(['deploy', 'prod'], 'main'), ['Play 2 jobs?', 'Play', 'Do Not Play']],
  [forceRisk(['lint']), ['Force cancel lint?', 'Force Cancel', 'Let It Finish']],
  [forceRisk(['lint', 'test']), ['Force cancel 2 jobs?', 'Force Cancel', 'Let It Finish']],
  [cancelPipelineRisk(12, 'main'), ['Cancel pipeline #12 for main?', 'Cancel Pipeline', 'Let It Run']],
  [
    stashQuestion('topic', 'storefront'),
    ['Stash what is not committed in storefront, and switch to topic?', 'Stash and Switch', 'Do Not Switch'],
  ],
];

describe('questions before what cannot be undone', () => {
  for (const [{ message, action, safe }, said] of QUESTIONS)
    it(`ask "${said[0]}" with a button that says what it does and one that says what it leaves`, () => {
      assert.deepEqual([message, action, safe], said);
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
    assert.match(prompt, /Type the name of the job to erase them: "lint"\.$/);
    assert.deepEqual([expected, otherwise], ['lint', 'That is not "lint". Nothing is erased.']);
    assert.equal(eraseRisk(['lint', 'test']).expected, '2');
  });
});
