import * as z from 'zod/mini';
import { isRecord } from '../../base/record';

/**
 * Kinds of faults: `throttle` (429), `status` (another error), `slow`, `cut` (the connection is closed in the
 * middle of the body), `wrong-json` (truncated JSON), `html` (a page instead of data), `reset` (the
 * connection is closed without a response), `ignore` (parameters are ignored, as by an older server).
 */
const KINDS = ['throttle', 'status', 'slow', 'cut', 'wrong-json', 'html', 'reset', 'ignore'] as const;
const FORMS = ['text', 'json', 'html'] as const;

const text = z.string('a string');
const whole = (from: number, to: number, what: string) =>
  z.int(what).check(z.gte(from, what), z.lte(to, what));
const SHARE = 'a number from 0 to 1';
const RETRY_AFTER = 'an integer number of seconds, or null';

/** The fields of a rule, with messages about their valid values. */
const ruleSchema = z.strictObject(
  {
    kind: z.enum(KINDS, `one of ${KINDS.join(', ')}`),
    /** Undefined: any method, and likewise any path. */
    method: z.optional(text),
    /** Path below the base path. `*` matches anything within a segment, `**` matches anything. */
    path: z.optional(text),
    /** Number of matching requests to which the rule applies. */
    next: z.optional(whole(1, 1e9, 'an integer above 0')),
    /** Share of the matching requests to which the rule applies. */
    share: z.optional(z.number(SHARE).check(z.gte(0, SHARE), z.lte(1, SHARE))),
    /**
     * For `status` (default 500) and `html` (default 200); for `cut` and `wrong-json`, replaces the real
     * status.
     */
    status: z.optional(whole(200, 599, 'an integer from 200 to 599')),
    /** For `status`: replaces the default message. */
    message: z.optional(text),
    /** For `slow`: delay in milliseconds. */
    ms: z.optional(whole(0, 600_000, 'an integer from 0 to 600000')),
    /** For `throttle` and `status`: format of the response. */
    form: z.optional(z.enum(FORMS, `one of ${FORMS.join(', ')}`)),
    /** For `ignore`: names of parameters, or of headers in lower case. */
    fields: z.optional(z.array(text, 'a list of names')),
    /** For `throttle`: value of `Retry-After` in seconds; null omits the header. */
    retryAfter: z.optional(z.nullable(whole(0, 86_400, RETRY_AFTER))),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'the rule must be an object') },
);

/** A rule of the fault plan: the affected requests, their number, and the fault. */
export type FaultRule = Readonly<z.infer<typeof ruleSchema>>;

/** Thrown if a value isn't a valid list of rules. */
export class BadRulesError extends Error {
  override readonly name = 'BadRulesError';
}

/** Parses a rule, a list of rules, or an object with a list `rules`. */
export function readRules(value: unknown): FaultRule[] {
  const list = isRecord(value) && 'rules' in value ? value['rules'] : value;
  return (Array.isArray(list) ? list : [list]).map((each: unknown, index) => {
    const read = ruleSchema.safeParse(each);
    if (read.success) return read.data;
    throw new BadRulesError(`Fault rule ${index + 1}: ${problemIn(read.error.issues)}.`);
  });
}

function problemIn(issues: readonly z.core.$ZodIssue[]): string {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')?.keys[0];
  if (unknown !== undefined) return `unknown field "${unknown}"`;
  const [issue] = issues;
  const name = issue?.path[0];
  return name === undefined ? String(issue?.message) : `"${String(name)}" must be ${String(issue?.message)}`;
}
