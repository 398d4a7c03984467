import * as z from 'zod/mini';

/** ISO 8601 date and time as text; null or absent until it happened. */
export const datetime = z.nullish(z.string());

/** A flag that may be null or absent, both of which are read as false (doc 1 §1). */
export const flag = z.pipe(
  z.nullish(z.boolean()),
  z.transform((value) => value ?? false),
);

/** A text that may be null or absent. */
export const optionalText = z.nullish(z.string());

/** A number that may be null or absent. */
export const optionalNumber = z.nullish(z.number());

/**
 * Something embedded that helps but is not what the answer is about. Where it does not have the expected shape it
 * counts as missing: a job is worth more without its runner than not at all.
 */
export const part = <T>(schema: z.ZodMiniType<T>) => z.catch(z.nullish(schema), undefined);
