import assert from 'node:assert/strict';
import { stashQuestion } from '../../../src/presentation/git/check-out-messages';
import {
  cancelPipelineRisk,
  eraseRisk,
  forceRisk,
  type RiskQuestion,
  runRisk,
} from '../../../src/presentation/jobs/risk-messages';

type Expected = readonly [message: string, action: string];

const QUESTIONS: readonly (readonly [question: RiskQuestion, expected: Expected])[] = [
  [runRisk(['deploy'], 'main'), ['Run deploy for main?', 'Run']],
  [runRisk(['deploy'], undefined), ['Run deploy?', 'Run']],
  [runRisk(['deploy', 'prod'], 'main'), ['Run 2 jobs?', 'Run']],
  [forceRisk(['lint']), ['Force cancel lint?', 'Force Cancel']],
  [forceRisk(['lint', 'test']), ['Force cancel 2 jobs?', 'Force Cancel']],
  [cancelPipelineRisk(12, 'main'), ['Cancel pipeline #12 for main?', 'Cancel Pipeline']],
  [
    stashQuestion('topic', 'storefront'),
    ['Stash uncommitted changes in storefront and check out topic?', 'Stash and Check Out'],
  ],
];

describe('confirmation dialogs', () => {
  for (const [{ message, action }, expected] of QUESTIONS)
    it(`ask "${expected[0]}" with a button that names the action`, () => {
      assert.deepEqual([message, action], expected);
    });

  it('have no button named Cancel if the action cancels something', () => {
    for (const { decline } of [cancelPipelineRisk(12, 'main'), forceRisk(['lint'])])
      assert.equal(decline, 'Keep Running');
  });

  it('list each of several jobs', () => {
    for (const { detail } of [runRisk(['deploy', 'prod'], 'main'), forceRisk(['deploy', 'prod'])])
      assert.match(detail, /^deploy\nprod\n\n/);
  });

  it('contain no setting names', () => {
    for (const [{ message, detail }] of QUESTIONS)
      assert.doesNotMatch(`${message} ${detail}`, /switchyard\./);
  });

  it('contain the text to type before erasing, and a message for other texts', () => {
    const { title, prompt, expected, otherwise } = eraseRisk(['lint']);
    assert.equal(title, 'Erase Log and Artifacts of lint');
    assert.match(prompt, /Type "lint" to erase them\.$/);
    assert.deepEqual([expected, otherwise], ['lint', 'The text doesn\'t match "lint".']);
    assert.equal(eraseRisk(['lint', 'test']).expected, '2');
  });
});
