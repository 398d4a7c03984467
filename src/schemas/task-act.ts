import * as z from 'zod/mini';

/** The text with a task list. */
const taskOwnerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('description') }),
  z.object({
    kind: z.literal('note'),
    note: z.number().check(z.int(), z.positive()),
    discussion: z.string().check(z.maxLength(200)),
  }),
]);
export type TaskOwner = z.infer<typeof taskOwnerSchema>;

/**
 * A task on the page that the user checks or unchecks. `line`: counted from 0; `source`: the text of this line;
 * `checked`: before the change.
 */
export const taskActSchema = z.object({
  owner: taskOwnerSchema,
  line: z.number().check(z.int(), z.nonnegative(), z.maximum(1_000_000)),
  source: z.string().check(z.maxLength(2_000)),
  checked: z.boolean(),
});
export type TaskAct = z.infer<typeof taskActSchema>;
