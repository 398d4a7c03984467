import { t } from '../../base/localize';
import {
  type DeclaredInput,
  type DeclaredVariable,
  type InputProblem,
  inputText,
  type InputType,
} from '../../domain/jobs/inputs';
import { type KeyProblem, keyProblem } from '../../domain/jobs/variables';
import { listText } from '../shared/format';

const PROBLEMS: Readonly<Record<InputProblem, (input: DeclaredInput) => string>> = {
  empty: ({ name }) => t('{0} requires a value.', name),
  string: ({ name }) => t('{0} must be a text.', name),
  number: ({ name }) => t('{0} must be a number.', name),
  boolean: ({ name }) => t('{0} must be true or false.', name),
  array: ({ name }) => t('{0} must be a list: values separated by commas, or a JSON array.', name),
  option: ({ name, options }) => t('{0} must be {1}.', name, listText(options.map(inputText), 'or')),
  pattern: ({ name, regex = '' }) => t('{0} must match the regular expression {1}.', name, regex),
};

/** The problem with the value of an input. */
export const inputProblemSentence = (input: DeclaredInput, problem: InputProblem): string =>
  PROBLEMS[problem](input);

const PROMPTS: Readonly<Record<InputType, (name: string, description: string | undefined) => string>> = {
  string: valuePrompt,
  boolean: valuePrompt,
  number: (name, description) =>
    description === undefined
      ? t('Enter a number for {0}', name)
      : t('Enter a number for {0} ({1})', name, description),
  array: (name, description) =>
    description === undefined
      ? t('Enter values for {0}, separated by commas', name)
      : t('Enter values for {0}, separated by commas ({1})', name, description),
};

function valuePrompt(name: string, description: string | undefined): string {
  return description === undefined
    ? t('Enter a value for {0}', name)
    : t('Enter a value for {0} ({1})', name, description);
}

/** The prompt for the value of an input. */
export const inputPrompt = ({ type, name, description }: DeclaredInput): string =>
  PROMPTS[type](name, description);

/** The prompt for the value of a declared variable. */
export const variablePrompt = ({ key, description }: DeclaredVariable): string =>
  valuePrompt(key, description);

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
