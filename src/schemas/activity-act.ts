import * as z from 'zod/mini';

/** Values of the buttons for activity. They are from the page, which can send any text. */
export const ACTIVITY_VALUES = {
  filter: z.enum(['all', 'comments', 'history']),
  order: z.enum(['oldest', 'newest']),
  /** The ID of the version after a push, and the head before it. */
  push: z.string().check(z.regex(/^\d{1,15} [\da-f]{40,64}$/)),
} as const;
