import { isJsonValue, type JsonValue } from '../../base/json-value';
import { parseJson } from '../../base/parse-json';
import type { RegexTimeout } from '../../base/regex-timeout';

export const INPUT_TYPES = ['string', 'number', 'boolean', 'array'] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** A condition on the values of other inputs. */
export type InputCondition =
  | { readonly kind: 'equals' | 'not-equals'; readonly input: string; readonly value: string }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly InputCondition[] }
  /** The value can only be checked by the server. */
  | { readonly kind: 'unknown' };

/** Options and the default of an input while a condition is true (server-behavior.md#rules-of-inputs). */
export interface InputRule {
  /** Undefined for the rule that applies if no other does. */
  readonly condition: InputCondition | undefined;
  readonly options: readonly string[];
  readonly default: string | undefined;
}

/** An input that a CI configuration declares (server-behavior.md#inputs-of-pipelines). */
export interface DeclaredInput {
  readonly name: string;
  readonly type: InputType;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly default: JsonValue | undefined;
  /** The only valid values, or elements of an array; empty if all are valid. */
  readonly options: readonly JsonValue[];
  readonly regex: string | undefined;
  /** Change the options and the default; empty if they are always the same. */
  readonly rules: readonly InputRule[];
}

/** A variable that a CI configuration declares (server-behavior.md#declared-variables). */
export interface DeclaredVariable {
  readonly key: string;
  readonly value: string;
  readonly description: string | undefined;
  /** Suggested values; empty if there are none. */
  readonly options: readonly string[];
}

/** Why a text isn't a valid value. */
export type InputProblem = 'empty' | InputType | 'option' | 'pattern';

/** A valid value, or the problem with it. */
export type InputResult = { readonly value: JsonValue } | { readonly problem: InputProblem };

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Timeout for matching the pattern of an input, in milliseconds. */
const MAX_MS = 40;

/**
 * Returns a value as the text in which it is edited: a list as its elements, separated by commas, or as JSON if the
 * elements aren't simple texts.
 */
export function inputText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (isList(value))
    return value.length > 0 && value.every(isSimple) ? value.join(', ') : JSON.stringify(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the elements of a list as texts. */
export function listElements(text: string): readonly string[] {
  const value = READ.array(text);
  return value !== undefined && isList(value) ? value.map(inputText) : [];
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** True for a text that remains the same if it is an element of a list with commas. */
const isSimple = (value: JsonValue): value is string =>
  typeof value === 'string' && value !== '' && value.trim() === value && !/^\[|,/.test(value);

/** Reads a text as a value of a type. Undefined if it isn't one. */
export const valueOfText = (type: InputType, text: string): JsonValue | undefined => READ[type](text);

/** Reads a text as a value of an input. Patterns that can't be checked here are checked by the server. */
export function readInput(input: DeclaredInput, text: string, box: RegexTimeout): InputResult {
  if (input.required && text === '') return { problem: 'empty' };
  const value = READ[input.type](text);
  if (value === undefined) return { problem: input.type };
  if (isList(value)) {
    const elements = value.map((each) => asOption(input, each));
    return elements.some((each) => each === undefined)
      ? { problem: 'option' }
      : { value: elements.filter((each) => each !== undefined) };
  }
  const option = asOption(input, value);
  if (option === undefined) return { problem: 'option' };
  return typeof option === 'string' && !matches(input, option, box)
    ? { problem: 'pattern' }
    : { value: option };
}

const READ: Readonly<Record<InputType, (text: string) => JsonValue | undefined>> = {
  string: (text) => text,
  number: (text) => {
    const number = NUMBER.test(text.trim()) ? Number(text) : Number.NaN;
    return Number.isFinite(number) ? number : undefined;
  },
  boolean: (text) => {
    const word = text.trim().toLowerCase();
    return word === 'true' ? true : word === 'false' ? false : undefined;
  },
  array: (text) => {
    if (!text.trimStart().startsWith('['))
      return text
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '');
    const value = parseJson(text);
    return Array.isArray(value) && isJsonValue(value) ? value : undefined;
  },
};

/** Returns the option that a value is, with the option's type, or the value if all are valid. */
function asOption({ options }: DeclaredInput, value: JsonValue): JsonValue | undefined {
  return options.length === 0 ? value : options.find((option) => inputText(option) === inputText(value));
}

function matches({ regex }: DeclaredInput, text: string, box: RegexTimeout): boolean {
  const expression = regex === undefined ? undefined : expressionOf(regex);
  if (expression === undefined) return true;
  let isMatch = true;
  const inTime = box(MAX_MS, () => {
    isMatch = expression.test(text);
  });
  return !inTime || isMatch;
}

/** The flag `u` rejects most syntax that has another meaning, or none, in the regular expressions of the server. */
function expressionOf(regex: string): RegExp | undefined {
  try {
    return new RegExp(regex, 'u');
  } catch {
    return undefined;
  }
}
