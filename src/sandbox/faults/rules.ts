import { isRecord } from '../../base/record';

/**
 * What can go wrong: `throttle` (429), `status` (another error), `slow`, `cut` (the connection ends in the middle of the
 * body), `wrong-json`, `html` (a page in the place of data), `reset` (the connection ends without an answer).
 */
const KINDS = ['throttle', 'status', 'slow', 'cut', 'wrong-json', 'html', 'reset'] as const;
const FORMS = ['text', 'json', 'html'] as const;

/** A rule of the fault plan: which requests, how many of them, and what they meet. */
export interface FaultRule {
  readonly kind: (typeof KINDS)[number];
  /** Any where absent. */
  readonly method?: string;
  /** Path below the base; `*` is anything within a segment, `**` anything at all. */
  readonly path?: string;
  /** For so many matching requests, and no longer. */
  readonly next?: number;
  /** For this share of the matching requests, from 0 to 1. */
  readonly share?: number;
  /** Of `status` (500 where absent) and `html` (200 where absent). */
  readonly status?: number;
  /** Of `slow`. */
  readonly ms?: number;
  /** Of `status`: what it says in the place of the usual words. */
  readonly words?: string;
  /** Of `throttle` and `status`. */
  readonly form?: (typeof FORMS)[number];
  /** Seconds that `throttle` asks to wait; null: it does not say. */
  readonly retryAfter?: number | null;
}

/** Why a value is no list of rules. */
export class BadRules extends Error {
  override readonly name = 'BadRules';
}

type Check = (value: unknown) => boolean;

const isNumber =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;
const isWhole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && isNumber(least, most)(value);
const isOneOf =
  (words: readonly string[]): Check =>
  (value) =>
    words.some((word) => word === value);

const CHECKS: Readonly<Record<keyof FaultRule, readonly [Check, string]>> = {
  kind: [isOneOf(KINDS), `one of ${KINDS.join(', ')}`],
  method: [(value) => typeof value === 'string', 'a text'],
  path: [(value) => typeof value === 'string', 'a text'],
  next: [isWhole(1, 1e9), 'a whole number above 0'],
  share: [isNumber(0, 1), 'a number from 0 to 1'],
  status: [isWhole(200, 599), 'a status from 200 to 599'],
  words: [(value) => typeof value === 'string', 'a text'],
  ms: [isWhole(0, 600_000), 'a whole number up to 600000'],
  form: [isOneOf(FORMS), `one of ${FORMS.join(', ')}`],
  retryAfter: [(value) => value === null || isWhole(0, 86_400)(value), 'whole seconds, or null'],
};

/** Reads one rule, a list of them, or an object that holds them as `rules`. */
export function readRules(value: unknown): FaultRule[] {
  const list = isRecord(value) && 'rules' in value ? value['rules'] : value;
  return (Array.isArray(list) ? list : [list]).map((each: unknown, index) => {
    const problem = problemOf(each);
    if (problem === undefined && isRule(each)) return { ...each };
    throw new BadRules(`Fault rule ${index + 1}: ${problem ?? 'it does not fit'}.`);
  });
}

const isRule = (value: unknown): value is FaultRule => problemOf(value) === undefined;

function problemOf(value: unknown): string | undefined {
  if (!isRecord(value)) return 'it has to be an object';
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(CHECKS, name));
  if (unknown !== undefined) return `there is no "${unknown}"`;
  for (const [name, [check, what]] of Object.entries(CHECKS)) {
    const given = value[name];
    const isFine = given === undefined ? name !== 'kind' : check(given);
    if (!isFine) return `"${name}" has to be ${what}`;
  }
  return undefined;
}
