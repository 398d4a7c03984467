import * as z from 'zod/mini';
import { parseUrl } from '../base/parse-url';
import { elements } from './wire';

/** A field that counts as missing if it has another type. */
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
/** A field that is true, or else counts as false. */
export const trueOrFalse = z.catch(z.boolean(), false);

export const serverAddress = z.string().check(z.refine((value) => parseUrl(value) !== undefined));
export const projectReference = z.union([z.number(), z.string()]);
export const storedMergeRequestKey = z.object({
  base: z.string(),
  project: projectReference,
  iid: z.number(),
});

/** A list without the entries that don't have the expected shape. Anything but a list counts as empty. */
export const storedList = <T>(entry: z.ZodMiniType<T>) => z.catch(elements(entry), () => []);

/** Entries by name, in their order, without those that don't have the expected shape. Anything else counts as empty. */
export const storedRecord = <T>(entry: z.ZodMiniType<T>) =>
  z.pipe(
    z.catch(z.record(z.string(), lenient(entry)), () => ({})),
    z.transform((read) =>
      Object.fromEntries(
        Object.entries(read).flatMap(([name, each]) => (each === undefined ? [] : [[name, each] as const])),
      ),
    ),
  );

/** An object whose fields all have a default. Anything but an object has the defaults. */
export const storedFields = <T extends z.core.$ZodLooseShape>(fields: T) =>
  z.pipe(
    z.catch(z.record(z.string(), z.unknown()), () => ({})),
    z.object(fields),
  );

/** Names of things that something was told or done for. */
export const storedNamesSchema = storedList(z.string());
