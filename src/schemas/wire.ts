import * as z from 'zod/mini';

/**
 * Something embedded that helps but is not what the answer is about. Where it does not have the expected shape it
 * counts as missing: a job is worth more without its runner than not at all.
 */
export const part = <T>(schema: z.ZodMiniType<T>) => z.catch(z.nullish(schema), undefined);

/** A list within an answer: an element without the expected shape is left out, and the others stay. */
export const elements = <T>(schema: z.ZodMiniType<T>) =>
  z.pipe(
    z.array(z.catch(z.optional(schema), undefined)),
    z.transform((read) => read.filter((each) => each !== undefined)),
  );

/** The same for a list that helps but is not what the answer is about: it may be missing as a whole. */
export const partElements = <T>(schema: z.ZodMiniType<T>) => part(elements(schema));

/** The same for one value, which may be null or absent. Who writes such an answer is still held to its type. */
const value = <T extends string | number | boolean>(read: (told: unknown) => T | undefined) =>
  z.nullish(z.custom<T>(() => true)).check(z.overwrite((told) => (told === null ? told : read(told))));

/** A text that may be null or absent. An empty one says as little, and is absent. */
export const optionalText = value((told) => (typeof told === 'string' && told !== '' ? told : undefined));

/** ISO 8601 date and time as text; null or absent until it happened. */
export const datetime = value((told) =>
  typeof told === 'string' && !Number.isNaN(Date.parse(told)) ? told : undefined,
);

/** A number that may be null or absent. Some are sent as texts: lines of comments were seen so. */
export const optionalNumber = value((told) => {
  if (typeof told === 'string' && /^-?\d+(\.\d+)?$/.test(told)) return Number(told);
  return typeof told === 'number' ? told : undefined;
});

/** A number for some versions, a text for others; it may be null or absent. */
export const numberOrText = value((told) =>
  typeof told === 'number' || typeof told === 'string' ? told : undefined,
);

/** A flag that may be null or absent, which is not the same as false. */
export const optionalFlag = value((told) => (typeof told === 'boolean' ? told : undefined));

/** A flag that may be null or absent, both of which are read as false (server-behavior.md#null-and-false). */
export const flag = z.pipe(
  optionalFlag,
  z.transform((told) => told ?? false),
);
