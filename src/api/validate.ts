import * as z from 'zod/mini';
import type { ElementProblem } from './client';

/** Maximum number of elements of a page: servers return at most 100, and lists without pages are shorter. */
const MAX_ELEMENTS = 1000;

/** Maximum number of invalid elements that are reported per page. */
const MAX_PROBLEMS = 50;

/** Maximum number of problems that are reported per value. */
const MAX_ISSUES = 3;

export type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/**
 * Validates a value against a schema. The problem names the JSON path and the expected type, never the value.
 */
export function validate<T>(schema: z.ZodMiniType<T>, value: unknown): Validated<T> {
  const result = z.safeParse(schema, value);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, problem: result.error.issues.slice(0, MAX_ISSUES).map(describe).join('; ') };
}

export interface ValidatedList<T> {
  readonly items: readonly T[];
  readonly problems: readonly ElementProblem[];
}

/**
 * Validates list elements one by one. An invalid element is reported as a problem, and the others are kept.
 * Elements above the limit of a page are dropped, which is reported as a problem too.
 */
export function validateList<T>(schema: z.ZodMiniType<T>, values: readonly unknown[]): ValidatedList<T> {
  const items: T[] = [];
  const problems: ElementProblem[] = [];
  values.slice(0, MAX_ELEMENTS).forEach((value, index) => {
    const result = validate(schema, value);
    if (result.ok) items.push(result.value);
    else if (problems.length < MAX_PROBLEMS) problems.push({ index, problem: result.problem });
  });
  if (values.length > MAX_ELEMENTS) {
    problems.unshift({ index: MAX_ELEMENTS, problem: `$: expected at most ${MAX_ELEMENTS} elements` });
  }
  return { items, problems };
}

function describe(issue: z.core.$ZodIssue): string {
  return `${jsonPath(issue.path)}: expected ${expectation(issue)}`;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return 'another type';
    case 'invalid_format':
      return issue.format;
    default:
      return `a value without ${issue.code}`;
  }
}

/** `$.pipeline.id`, `$[3].name`, `$["odd key"]`. Names can come from the server, so they are truncated. */
function jsonPath(path: readonly PropertyKey[]): string {
  const steps = path.map((key) => {
    if (typeof key === 'number') return `[${key}]`;
    const name = String(key);
    return /^\w{1,60}$/.test(name) ? `.${name}` : `[${JSON.stringify(name.slice(0, 60))}]`;
  });
  return `$${steps.join('')}`;
}
