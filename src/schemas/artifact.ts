import * as z from 'zod/mini';
import { optionalNumber } from './wire';

/** A file or folder in the archive of a job (server-behavior.md#artifact-tree). */
export const artifactEntrySchema = z.looseObject({
  name: z.string(),
  /** Path in the archive; that of a folder can end with a slash. */
  path: z.string(),
  /** `file` or `directory`. */
  type: z.string(),
  size: optionalNumber,
});
