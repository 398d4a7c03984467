import * as z from 'zod/mini';
import { jobSchema } from '../job';

/**
 * Metadata of a job log on the local disk, stored after the bytes of the log. Validated, because other
 * programs can change the file.
 */
export const storedLogSchema = z.object({
  base: z.string(),
  project: z.union([z.number(), z.string()]),
  job: jobSchema,
  /** Unix milliseconds. */
  keptAt: z.number(),
  /** Size of the log without the metadata. */
  bytes: z.number(),
  sha256: z.string(),
});
export type StoredLogFacts = z.infer<typeof storedLogSchema>;
