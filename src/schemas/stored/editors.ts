import * as z from 'zod/mini';
import { lenient, serverAddress, storedList, trueOrFalse } from './stored-value';

export const storedEditorsSchema = storedList(
  z.object({
    base: serverAddress,
    uri: z.string(),
    /** URI of the left side if the editor shows a comparison; `title` is the label of its tab. */
    original: lenient(z.string()),
    title: lenient(z.string()),
    column: z.number(),
    index: lenient(z.number()),
    sticky: lenient(z.boolean()),
    preview: trueOrFalse,
    active: trueOrFalse,
    stopped: lenient(z.boolean()),
  }),
);
