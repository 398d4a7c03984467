import * as z from 'zod/mini';

/** Values of the buttons for activity. They are from the page, which can send any text. */
export const ACTIVITY_VALUES = {
  filter: z.enum(['all', 'comments', 'history']),
  order: z.enum(['oldest', 'newest']),
} as const;
