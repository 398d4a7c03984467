import * as z from 'zod/mini';

/** The decision of a review. */
export const verdictSchema = z.enum(['comment', 'approve', 'request-changes']);
export type Verdict = z.infer<typeof verdictSchema>;
