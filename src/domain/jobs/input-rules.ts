import type { JsonValue } from '../../base/json-value';
import { type DeclaredInput, type InputCondition, type InputRule, inputText, valueOfText } from './inputs';

/**
 * Returns the inputs with the options and defaults that their rules give for these values, by name. Inputs without a value
 * have their default. An input whose rules can't be checked accepts any value, because the server checks it.
 */
export function withRules(
  inputs: readonly DeclaredInput[],
  values: ReadonlyMap<string, string>,
): readonly DeclaredInput[] {
  const known = new Map(
    inputs.map((input) => [input.name, values.get(input.name) ?? inputText(input.default)]),
  );
  let current = inputs;
  // A rule can depend on an input with rules. Cycles aren't allowed, so each pass settles at least one input.
  for (let pass = 0; pass < inputs.length; pass++) {
    const before = current;
    current = inputs.map((input) => applied(input, known));
    for (const { name, default: usual } of current) if (!values.has(name)) known.set(name, inputText(usual));
    if (current.every((input, index) => isSame(input, before[index]))) break;
  }
  return current;
}

const isSame = (one: DeclaredInput, other: DeclaredInput | undefined): boolean =>
  one.options === other?.options && one.default === other.default;

function applied(input: DeclaredInput, values: ReadonlyMap<string, string>): DeclaredInput {
  const { rules } = input;
  if (rules.length === 0) return input;
  for (const rule of rules) {
    if (rule.condition === undefined) continue;
    const holds = isTrue(rule.condition, values);
    if (holds === undefined) return { ...input, options: [], default: undefined, required: false };
    if (holds) return ruled(input, rule);
  }
  const fallback = rules.find(({ condition }) => condition === undefined);
  return fallback === undefined ? input : ruled(input, fallback);
}

function ruled(input: DeclaredInput, { options, default: usual }: InputRule): DeclaredInput {
  const typed = (text: string): JsonValue => valueOfText(input.type, text) ?? text;
  const initial = usual === undefined ? input.default : typed(usual);
  return { ...input, options: options.map(typed), default: initial, required: initial === undefined };
}

/** Undefined if it can't be checked. */
function isTrue(condition: InputCondition, values: ReadonlyMap<string, string>): boolean | undefined {
  switch (condition.kind) {
    case 'unknown':
      return undefined;
    case 'equals':
    case 'not-equals':
      return ((values.get(condition.input) ?? '') === condition.value) === (condition.kind === 'equals');
    case 'and':
    case 'or': {
      const results = condition.conditions.map((each) => isTrue(each, values));
      const decisive = condition.kind === 'or';
      if (results.includes(decisive)) return decisive;
      return results.includes(undefined) ? undefined : !decisive;
    }
  }
}
