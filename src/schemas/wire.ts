import * as z from 'zod/mini';

/**
 * An optional embedded value. A value that doesn't match the schema is read as absent, so that, for example,
 * a job with an invalid runner is still shown.
 */
export const part = <T>(schema: z.ZodMiniType<T>) => z.catch(z.nullish(schema), undefined);

/** A list in a response. Omits elements that don't match the schema. */
export const elements = <T>(schema: z.ZodMiniType<T>) =>
  z.pipe(
    z.array(z.catch(z.optional(schema), undefined)),
    z.transform((read) => read.filter((each) => each !== undefined)),
  );

/** An optional embedded list, which can be absent. Omits elements that don't match the schema. */
export const partElements = <T>(schema: z.ZodMiniType<T>) => part(elements(schema));

/**
 * A primitive value that can be null or absent. Invalid values are read as absent. The type stays strict, so
 * that code that creates responses is type-checked.
 */
const value = <T extends string | number | boolean>(read: (raw: unknown) => T | undefined) =>
  z.nullish(z.custom<T>(() => true)).check(z.overwrite((raw) => (raw === null ? raw : read(raw))));

/** A text that can be null or absent. An empty text is read as absent. */
export const optionalText = value((raw) => (typeof raw === 'string' && raw !== '' ? raw : undefined));

/** ISO 8601 date and time as text; null or absent if the event hasn't happened. */
export const datetime = value((raw) =>
  typeof raw === 'string' && !Number.isNaN(Date.parse(raw)) ? raw : undefined,
);

/**
 * A number that can be null or absent. Also accepts numbers sent as text, as observed for lines of comments.
 */
export const optionalNumber = value((raw) => {
  if (typeof raw === 'string' && /^-?\d+(\.\d+)?$/.test(raw)) return Number(raw);
  return typeof raw === 'number' ? raw : undefined;
});

/** A number or a text, depending on the server's version; can be null or absent. */
export const numberOrText = value((raw) =>
  typeof raw === 'number' || typeof raw === 'string' ? raw : undefined,
);

/** A boolean that can be null or absent, which differs from false. */
export const optionalFlag = value((raw) => (typeof raw === 'boolean' ? raw : undefined));

/** A boolean; null and absent are read as false (server-behavior.md#null-and-false). */
export const flag = z.pipe(
  optionalFlag,
  z.transform((raw) => raw ?? false),
);
