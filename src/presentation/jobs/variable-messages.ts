import { t } from '../../base/localize';
import { type KeyProblem, keyProblem } from '../../domain/jobs/variables';

const KEY_PROBLEM: Readonly<Record<KeyProblem, (key: string) => string>> = {
  empty: () => t('Type a name.'),
  shape: (key) =>
    t('"{0}" is no name for a variable: letters, digits and _ only, and no digit in front.', key),
  taken: (key) => t('{0} is in the list already.', key),
};

/** What is wrong with the name of a new variable, as a person reads it. */
export function keyProblemSentence(key: string, taken: readonly string[]): string | undefined {
  const problem = keyProblem(key, taken);
  return problem === undefined ? undefined : KEY_PROBLEM[problem](key);
}
