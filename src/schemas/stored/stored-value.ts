import * as z from 'zod/mini';
import { parseUrl } from '../../base/parse-url';
import { elements } from '../wire';

/** An optional field. A value that doesn't match the schema is read as absent. */
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
/** A boolean field. A value that isn't a boolean is read as false. */
export const trueOrFalse = z.catch(z.boolean(), false);

export const serverAddress = z.string().check(z.refine((value) => parseUrl(value) !== undefined));
export const projectReference = z.union([z.number(), z.string()]);
export const storedMergeRequestKey = z.object({
  base: z.string(),
  project: projectReference,
  iid: z.number(),
});

/** A list. Omits entries that don't match the schema; a value that isn't a list is read as empty. */
export const storedList = <T>(entry: z.ZodMiniType<T>) => z.catch(elements(entry), () => []);

/**
 * Entries by name, in their order. Omits entries that don't match the schema; a value that isn't an object is
 * read as empty.
 */
export const storedRecord = <T>(entry: z.ZodMiniType<T>) =>
  z.pipe(
    z.catch(z.record(z.string(), lenient(entry)), () => ({})),
    z.transform((read) =>
      Object.fromEntries(
        Object.entries(read).flatMap(([name, each]) => (each === undefined ? [] : [[name, each] as const])),
      ),
    ),
  );

/** An object in which each field has a default. A value that isn't an object is read as all defaults. */
export const storedFields = <T extends z.core.$ZodLooseShape>(fields: T) =>
  z.pipe(
    z.catch(z.record(z.string(), z.unknown()), () => ({})),
    z.object(fields),
  );

/** Names of what a notification was already shown for. */
export const storedNamesSchema = storedList(z.string());
