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

/** Returns the problem with the name of a new variable; undefined if it is valid. */
export function keyProblemSentence(key: string, existing: readonly string[]): string | undefined {
  const problem = keyProblem(key, existing);
  return problem === undefined ? undefined : KEY_PROBLEM[problem](key);
}
