import type { JsonObject, JsonValue } from '../../base/json-value';
import type { InputSpec } from './recipe';

/** Maximum number of messages that are returned. */
const MAX_MESSAGES = 3;

/** The values of a pipeline's inputs, or the real service's error message (server-behavior.md#inputs-of-pipelines). */
export function valuesOfInputs(declared: readonly InputSpec[], given: JsonObject): JsonObject | string {
  const specs = declared.map((spec) => ruled(spec, declared, given));
  if (specs.length === 0 && Object.keys(given).length > 0)
    return 'Given inputs not defined in the `spec` section of the included configuration file';
  const problem = problemWithInputs(specs, given);
  if (problem !== undefined) return problem;
  return Object.fromEntries(
    specs.flatMap(({ name, default: usual }) => {
      const value = Object.hasOwn(given, name) ? given[name] : usual;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** The real service's error message for invalid values of inputs. Undefined if all are valid. */
export function problemWithInputs(specs: readonly InputSpec[], given: JsonObject): string | undefined {
  const names = Object.keys(given);
  const unknown = names.filter((name) => !specs.some((spec) => spec.name === name));
  const problems = specs.flatMap((spec) => {
    const problem = problemOf(spec, Object.hasOwn(given, spec.name) ? given[spec.name] : undefined);
    return problem === undefined ? [] : [`\`${spec.name}\` input: ${problem}`];
  });
  if (unknown.length > 0) problems.push(`unknown input arguments: ${unknown.join(', ')}`);
  return problems.length === 0 ? undefined : problems.slice(0, MAX_MESSAGES).join(', ');
}

/** True if a pipeline can't be created without values, for example after a push. */
export const requiresInputs = (specs: readonly InputSpec[]): boolean =>
  specs.some((spec) => spec.default === undefined);

/** Returns an input with the options and the default of the rule that applies. */
function ruled(spec: InputSpec, specs: readonly InputSpec[], given: JsonObject): InputSpec {
  const { rules = [] } = spec;
  const valueOf = (name: string): string | undefined => {
    const value = Object.hasOwn(given, name)
      ? given[name]
      : specs.find((each) => each.name === name)?.default;
    return value === undefined ? undefined : textOf(value);
  };
  const rule =
    rules.find(
      ({ when }) => when && Object.entries(when).every(([name, value]) => valueOf(name) === value),
    ) ?? rules.find(({ when }) => when === undefined);
  return rule === undefined
    ? spec
    : { ...spec, options: rule.options, ...(rule.default === undefined ? {} : { default: rule.default }) };
}

const TYPES: Readonly<Record<InputSpec['type'], (value: JsonValue) => string | undefined>> = {
  // The real service converts other values to a text.
  string: () => undefined,
  number: (value) => (typeof value === 'number' ? undefined : 'provided value is not a number'),
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'provided value is not a boolean'),
  array: (value) => (Array.isArray(value) ? undefined : 'provided value is not an array'),
};

function problemOf(spec: InputSpec, value: JsonValue | undefined): string | undefined {
  if (value === undefined)
    return spec.default === undefined ? 'required value has not been provided' : undefined;
  return TYPES[spec.type](value) ?? optionProblem(spec, value) ?? patternProblem(spec, value);
}

function optionProblem({ type, options }: InputSpec, value: JsonValue): string | undefined {
  if (options === undefined) return undefined;
  const isOption = (one: JsonValue): boolean => options.some((option) => String(option) === textOf(one));
  if (type === 'array') {
    const others = isList(value) ? value.filter((one) => !isOption(one)) : [];
    return others.length === 0
      ? undefined
      : `${others.map(textOf).join(', ')} cannot be used because it is not in the list of allowed options`;
  }
  return isOption(value)
    ? undefined
    : `\`${textOf(value)}\` cannot be used because it is not in the list of allowed options`;
}

function patternProblem({ type, regex }: InputSpec, value: JsonValue): string | undefined {
  if (type !== 'string' || regex === undefined || new RegExp(regex, 'u').test(textOf(value)))
    return undefined;
  return 'provided value does not match required RegEx pattern';
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const textOf = (value: JsonValue): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Replaces `$[[ inputs.name ]]` in a text of the configuration. */
export const interpolated = (text: string, values: Readonly<Record<string, JsonValue>>): string =>
  text.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : textOf(value);
  });
