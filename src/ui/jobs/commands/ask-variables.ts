import type { VariableMemory, VariablesOwner, VariablesPart } from '../../../app/jobs/variable-memory';
import type { ProjectKey } from '../../../app/shared/keys';
import { ignoreFailure } from '../../../base/background';
import { t } from '../../../base/localize';
import { isLikelySecret, type JobVariable } from '../../../domain/jobs/variables';
import { keyProblemSentence } from '../../../presentation/jobs/input-messages';
import type { KeyValuePair, PairsNotice, Prompts } from '../../shared/editor/prompts';

export interface VariableDeps {
  readonly prompts: Prompts;
  readonly variables: VariableMemory;
  /** Masks a text in all later output. */
  readonly mask: (secret: string) => void;
}

/** Job or pipeline that is run, and its project. */
export interface VariablesQuestion {
  readonly title: string;
  readonly run: string;
  readonly project: ProjectKey;
  readonly started: VariablesOwner;
  /** False if the user can't add variables. Default true. */
  readonly canAdd?: boolean;
  /** Declared inputs and variables with their defaults. */
  readonly declared?: readonly KeyValuePair[];
  /** Another attempt after a refusal: the values that were sent, and the reason. */
  readonly again?: { readonly pairs: readonly KeyValuePair[]; readonly notice: PairsNotice } | undefined;
  readonly notice?: PairsNotice | undefined;
  /** Returns the list with the declarations that apply to its values. */
  readonly follow?: (pairs: readonly KeyValuePair[]) => readonly KeyValuePair[];
}

/** Asks for variables, with the last ones as default. Returns undefined if the user cancels. */
export async function askVariables(
  { prompts, variables, mask }: VariableDeps,
  { title, run, project, started, canAdd = true, declared = [], again, notice, follow }: VariablesQuestion,
): Promise<readonly KeyValuePair[] | undefined> {
  const given = await prompts.pairs({
    title,
    placeholder: canAdd
      ? declared.length === 0
        ? t('Press Enter to run, select a variable to edit it, or type a name to add one')
        : t('Press Enter to run, select a row to edit its value, or type a variable name')
      : t('Press Enter to run, or select a row to edit its value'),
    canAdd,
    run: { label: run, icon: 'play' },
    pairs: again?.pairs ?? [
      ...withLast(declared.filter(isInput), variables.recall(project, started, 'inputs')),
      ...withOthers(
        declared.filter((pair) => !isInput(pair)),
        variables.recall(project, started),
      ),
    ],
    notice: again?.notice ?? notice,
    follow,
    onLeft: (left) => {
      maskSecrets(left, mask);
      ignoreFailure(store(left, (...part) => variables.keepLeft(project, started, ...part)));
    },
    keyProblem: keyProblemSentence,
    isLikelySecret,
  });
  if (given === undefined) return undefined;
  // Server messages may repeat the values, which must not appear in the output.
  maskSecrets(given, mask);
  await store(given, (...part) => variables.remember(project, started, ...part));
  return given;
}

/** True for inputs, which have their own group in the list. */
export const isInput = ({ field }: KeyValuePair): boolean => field?.kind === 'input';

/** True for values that aren't the declared default. Only these are sent and remembered. */
export const isEntered = ({ field, value }: KeyValuePair): boolean => value !== field?.initial;

/** Declared keys with the last values. */
const withLast = (declared: readonly KeyValuePair[], last: readonly JobVariable[]): readonly KeyValuePair[] =>
  declared.map((pair) => {
    const known = last.find(({ key }) => key === pair.key);
    if (known === undefined || pair.field === undefined) return pair;
    return { ...pair, ...known, field: { ...pair.field, asks: known.secret } };
  });

/** Declared keys with the last values, and the other keys of the last run. */
const withOthers = (
  declared: readonly KeyValuePair[],
  last: readonly JobVariable[],
): readonly KeyValuePair[] => [
  ...withLast(declared, last),
  ...last.filter(({ key }) => !declared.some((pair) => pair.key === key)),
];

function maskSecrets(pairs: readonly KeyValuePair[], mask: (secret: string) => void): void {
  for (const { secret, value } of pairs) if (secret) mask(value);
}

/** Stores inputs and variables, one after the other. */
async function store(
  pairs: readonly KeyValuePair[],
  put: (variables: readonly JobVariable[], part: VariablesPart) => Promise<void>,
): Promise<void> {
  const entered = pairs.filter(isEntered);
  await put(entered.filter(isInput), 'inputs');
  await put(
    entered.filter((pair) => !isInput(pair)),
    'variables',
  );
}
