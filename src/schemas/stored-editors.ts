import * as z from 'zod/mini';
import { lenient, serverAddress, storedList, trueOrFalse } from './stored-value';

export const storedEditorsSchema = storedList(
  z.object({
    base: serverAddress,
    uri: z.string(),
    /** The left side of a comparison, and its title. */
    original: lenient(z.string()),
    title: lenient(z.string()),
    column: z.number(),
    preview: trueOrFalse,
    active: trueOrFalse,
    stopped: lenient(z.boolean()),
  }),
);
