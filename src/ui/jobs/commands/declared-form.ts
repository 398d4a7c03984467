import { isApiError } from '../../../api/errors';
import type { Declared } from '../../../app/jobs/declared';
import type { JsonObject } from '../../../base/json-value';
import { t } from '../../../base/localize';
import type { RegexTimeout } from '../../../base/regex-timeout';
import { withRules } from '../../../domain/jobs/input-rules';
import {
  type DeclaredInput,
  type DeclaredVariable,
  inputText,
  listElements,
  readInput,
} from '../../../domain/jobs/inputs';
import { ActionFailedError } from '../../../domain/jobs/rules';
import { isLikelySecret } from '../../../domain/jobs/variables';
import { inputProblemSentence, inputPrompt, variablePrompt } from '../../../presentation/jobs/input-messages';
import { failureText } from '../../../presentation/shared/error-messages';
import type { DeclaredField, KeyValuePair, PairsNotice } from '../../shared/editor/prompts';
import { askVariables, isEntered, isInput, type VariableDeps, type VariablesQuestion } from './ask-variables';

/** The declared inputs and variables with their defaults. */
const declaredPairs = ({ inputs, variables }: Declared, box: RegexTimeout): readonly KeyValuePair[] => [
  ...inputs.map((input) => inputPair(input, box)),
  ...variables.map(variablePair),
];

function inputPair(input: DeclaredInput, box: RegexTimeout): KeyValuePair {
  const field = inputField(input, box);
  return { key: input.name, value: field.initial, secret: isLikelySecret(input.name), field };
}

function inputField(input: DeclaredInput, box: RegexTimeout): DeclaredField {
  const { type, description, required } = input;
  const initial = inputText(input.default);
  const options = type === 'boolean' ? ['true', 'false'] : input.options.map(inputText);
  return {
    kind: 'input',
    initial,
    description,
    prompt: inputPrompt(input),
    options,
    select: type === 'array' ? { elements: listElements, join: inputText } : 'one',
    problem: (value) => {
      // The default isn't sent, so the server checks it.
      if (!required && value === initial) return undefined;
      const result = readInput(input, value, box);
      return 'problem' in result ? inputProblemSentence(input, result.problem) : undefined;
    },
    asks: false,
  };
}

function variablePair(variable: DeclaredVariable): KeyValuePair {
  const { key, value, description, options } = variable;
  return {
    key,
    value,
    secret: isLikelySecret(key),
    field: {
      kind: 'variable',
      initial: value,
      description,
      prompt: variablePrompt(variable),
      options,
      select: 'one-or-other',
      problem: () => undefined,
      asks: false,
    },
  };
}

/** The inputs with the options and defaults that apply to the values in a list. */
const inputsFor = (
  inputs: readonly DeclaredInput[],
  pairs: readonly KeyValuePair[],
): readonly DeclaredInput[] =>
  withRules(
    inputs,
    new Map(pairs.filter((pair) => isInput(pair) && isEntered(pair)).map(({ key, value }) => [key, value])),
  );

/** Returns a list with the inputs that apply to its values. Values that are no longer valid are replaced with the default. */
function followRules(
  inputs: readonly DeclaredInput[],
  pairs: readonly KeyValuePair[],
  box: RegexTimeout,
): readonly KeyValuePair[] {
  if (inputs.every(({ rules }) => rules.length === 0)) return pairs;
  const current = inputsFor(inputs, pairs);
  return pairs.map((pair) => {
    const input = current.find(({ name }) => isInput(pair) && name === pair.key);
    if (input === undefined || input.rules.length === 0) return pair;
    const asks = pair.field?.asks === true;
    const field = { ...inputField(input, box), asks };
    const keeps = isEntered(pair) && field.problem(pair.value) === undefined;
    return { ...pair, field, value: keeps ? pair.value : field.initial };
  });
}

/** The values of the inputs that the user entered, by name. */
function enteredInputs(
  declared: readonly DeclaredInput[],
  pairs: readonly KeyValuePair[],
  box: RegexTimeout,
): JsonObject {
  const inputs = inputsFor(declared, pairs);
  const entered = pairs.filter((pair) => isInput(pair) && isEntered(pair));
  return Object.fromEntries(
    entered.flatMap(({ key, value }) => {
      const input = inputs.find(({ name }) => name === key);
      if (input === undefined) return [];
      const result = readInput(input, value, box);
      // The list accepts only valid values. If there is another one, the server explains the problem.
      return [[key, 'value' in result ? result.value : value] as const];
    }),
  );
}

export const tooComplex = (): string =>
  t('The CI configuration is too complex to find the inputs of the job.');

/** The message if declared inputs or variables may be missing. */
function incompleteNotice({ incomplete }: Declared): PairsNotice | undefined {
  if (incomplete === undefined) return undefined;
  const text =
    incomplete === 'computing'
      ? t(
          'The server is still reading the variables of the CI configuration. Run the command again to see them.',
        )
      : incomplete === 'too-complex'
        ? tooComplex()
        : failureText(t("Couldn't load the inputs and variables of the CI configuration."), incomplete.error);
  return { severity: 'warning', text };
}

/** Secrets that are shorter could be parts of other words. */
const MIN_SECRET_LENGTH = 4;

/** Replaces secret values in a message of the server, which may repeat the values. */
const hideSecrets = (text: string, pairs: readonly KeyValuePair[]): string =>
  pairs.reduce(
    (rest, { secret, value }) =>
      secret && value.length >= MIN_SECRET_LENGTH ? rest.replaceAll(value, '••••••') : rest,
    text,
  );

export interface DeclaredFormDeps extends VariableDeps {
  readonly regexTimeout: RegexTimeout;
}

/** Values that the user entered: only values that differ from the declared defaults. */
export interface EnteredValues {
  readonly variables: readonly KeyValuePair[];
  readonly inputs: JsonObject;
}

interface Send<T> {
  readonly send: (entered: EnteredValues) => Promise<T>;
  /** The message if it fails. */
  readonly failure: string;
}

/**
 * Asks for the values of declared inputs and variables, and sends them. If the server rejects them, asks again with the
 * same values. Returns undefined if the user cancels.
 */
export async function sendEntered<T>(
  deps: DeclaredFormDeps,
  question: Omit<VariablesQuestion, 'declared' | 'again' | 'notice'>,
  declared: Declared,
  { send, failure }: Send<T>,
): Promise<{ readonly result: T } | undefined> {
  const pairs = declaredPairs(declared, deps.regexTimeout);
  let again: VariablesQuestion['again'];
  for (;;) {
    const notice = incompleteNotice(declared);
    const given = await askVariables(deps, {
      ...question,
      declared: pairs,
      again,
      notice,
      follow: (list) => followRules(declared.inputs, list, deps.regexTimeout),
    });
    if (given === undefined) return undefined;
    const variables = given.filter((pair) => pair.field?.kind !== 'input' && isEntered(pair));
    const inputs = enteredInputs(declared.inputs, given, deps.regexTimeout);
    try {
      return { result: await send({ variables, inputs }) };
    } catch (error) {
      const refusal = error instanceof ActionFailedError ? error.cause : error;
      // The list is shown again only if it has values that the user can correct.
      if (given.length === 0 || !isApiError(refusal, 'bad-request') || refusal.outcomeUnknown) throw error;
      const text = hideSecrets(failureText(failure, refusal), given);
      again = { pairs: given, notice: { severity: 'error', text } };
    }
  }
}
