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
  const current = new Map<DeclaredInput, DeclaredInput>();
  for (const input of dependenciesFirst(inputs)) {
    const found = applied(input, known);
    current.set(input, found);
    if (!values.has(input.name)) known.set(input.name, inputText(found.default));
  }
  return inputs.map((input) => current.get(input) ?? input);
}

/**
 * Sorts the inputs so that those on which the rules of an input depend come before it. Servers don't allow cycles; inputs
 * of a cycle come last.
 */
function dependenciesFirst(inputs: readonly DeclaredInput[]): readonly DeclaredInput[] {
  const names = new Set(inputs.map(({ name }) => name));
  /** The inputs whose rules depend on an input, by its name. */
  const dependents = new Map<string, DeclaredInput[]>();
  const missing = new Map<DeclaredInput, number>();
  for (const input of inputs) {
    const needed = new Set(input.rules.flatMap(({ condition }) => inputsIn(condition)));
    const others = [...needed].filter((name) => name !== input.name && names.has(name));
    missing.set(input, others.length);
    for (const name of others) {
      const known = dependents.get(name);
      if (known === undefined) dependents.set(name, [input]);
      else known.push(input);
    }
  }
  const sorted = new Set(inputs.filter((input) => missing.get(input) === 0));
  // The loop also visits the inputs that are added to the set.
  for (const { name } of sorted)
    for (const dependent of dependents.get(name) ?? []) {
      const left = (missing.get(dependent) ?? 0) - 1;
      missing.set(dependent, left);
      if (left === 0) sorted.add(dependent);
    }
  return [...sorted, ...inputs.filter((input) => !sorted.has(input))];
}

/** The names of the inputs in a condition. */
function inputsIn(condition: InputCondition | undefined): readonly string[] {
  switch (condition?.kind) {
    case 'equals':
    case 'not-equals':
      return [condition.input];
    case 'and':
    case 'or':
      return condition.conditions.flatMap(inputsIn);
    default:
      return [];
  }
}

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
