import { t } from '../../base/localize';
import { type KeyProblem, keyProblem } from '../../domain/jobs/variables';

const KEY_PROBLEM: Readonly<Record<KeyProblem, (key: string) => string>> = {
  empty: () => t('Enter a name.'),
  shape: (key) =>
    t(
      '"{0}" isn\'t a valid variable name. Use only letters, digits, and underscores, and don\'t start with a digit.',
      key,
    ),
  taken: (key) => t('{0} is already in the list.', key),
};

/** What is wrong with the name of a new variable, as a person reads it. */
export function keyProblemSentence(key: string, taken: readonly string[]): string | undefined {
  const problem = keyProblem(key, taken);
  return problem === undefined ? undefined : KEY_PROBLEM[problem](key);
}
