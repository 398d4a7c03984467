import * as z from 'zod/mini';
import { jobSchema } from './job';

/** What is written behind the bytes of a job log that is kept on this computer's disk. Ours, but anybody may edit a file. */
export const storedLogSchema = z.object({
  base: z.string(),
  project: z.union([z.number(), z.string()]),
  job: jobSchema,
  /** Unix milliseconds. */
  keptAt: z.number(),
  /** Of the log itself. */
  bytes: z.number(),
  sha256: z.string(),
});
export type StoredLogFacts = z.infer<typeof storedLogSchema>;
