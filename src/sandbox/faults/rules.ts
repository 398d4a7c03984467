import * as z from 'zod/mini';
import { isRecord } from '../../base/record';

/**
 * What can go wrong: `throttle` (429), `status` (another error), `slow`, `cut` (the connection ends in the middle of the
 * body), `wrong-json`, `html` (a page in the place of data), `reset` (the connection ends without an answer).
 */
const KINDS = ['throttle', 'status', 'slow', 'cut', 'wrong-json', 'html', 'reset'] as const;
const FORMS = ['text', 'json', 'html'] as const;

const text = z.string('a string');
const whole = (from: number, to: number, what: string) =>
  z.int(what).check(z.gte(from, what), z.lte(to, what));
const SHARE = 'a number from 0 to 1';
const RETRY_AFTER = 'an integer number of seconds, or null';

/** Each field with what it has to be. */
const ruleSchema = z.strictObject(
  {
    kind: z.enum(KINDS, `one of ${KINDS.join(', ')}`),
    /** Any method if absent, as any path. */
    method: z.optional(text),
    /** Path below the base; `*` is anything within a segment, `**` anything at all. */
    path: z.optional(text),
    /** Applies to this many matching requests, and to none after them. */
    next: z.optional(whole(1, 1e9, 'an integer above 0')),
    /** Applies to this share of the matching requests. */
    share: z.optional(z.number(SHARE).check(z.gte(0, SHARE), z.lte(1, SHARE))),
    /** Of `status` (default 500) and `html` (default 200); of `cut` and `wrong-json` instead of the real one. */
    status: z.optional(whole(200, 599, 'an integer from 200 to 599')),
    /** Of `status`: the message instead of the usual one. */
    words: z.optional(text),
    /** Of `slow`. */
    ms: z.optional(whole(0, 600_000, 'an integer from 0 to 600000')),
    /** Of `throttle` and `status`. */
    form: z.optional(z.enum(FORMS, `one of ${FORMS.join(', ')}`)),
    /** Seconds that `throttle` asks to wait; null: it doesn't say. */
    retryAfter: z.optional(z.nullable(whole(0, 86_400, RETRY_AFTER))),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'the rule must be an object') },
);

/** A rule of the fault plan: which requests, how many of them, and what they meet. */
export type FaultRule = Readonly<z.infer<typeof ruleSchema>>;

/** Why a value is no list of rules. */
export class BadRules extends Error {
  override readonly name = 'BadRules';
}

/** Reads one rule, a list of them, or an object that holds them as `rules`. */
export function readRules(value: unknown): FaultRule[] {
  const list = isRecord(value) && 'rules' in value ? value['rules'] : value;
  return (Array.isArray(list) ? list : [list]).map((each: unknown, index) => {
    const read = ruleSchema.safeParse(each);
    if (read.success) return read.data;
    throw new BadRules(`Fault rule ${index + 1}: ${problemIn(read.error.issues)}.`);
  });
}

function problemIn(issues: readonly z.core.$ZodIssue[]): string {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')?.keys[0];
  if (unknown !== undefined) return `unknown field "${unknown}"`;
  const [issue] = issues;
  const name = issue?.path[0];
  return name === undefined ? String(issue?.message) : `"${String(name)}" must be ${String(issue?.message)}`;
}
