import type { Client, TextStream } from '../../api/client';
import { getJobTrace } from '../../api/endpoints/jobs';
import { isApiError } from '../../api/errors';

interface TraceArgs {
  readonly id: number | string;
  readonly job_id: number;
}
interface AskOptions {
  readonly signal: AbortSignal;
  readonly etag: string | undefined;
  /** Number of raw bytes already read. */
  readonly offset: number | undefined;
}

/** Undefined if the job has no log: 404 or an empty 200 (server-behavior.md#log-of-a-job). */
export async function askTrace(
  client: Client,
  args: TraceArgs,
  options: AskOptions,
): Promise<TextStream | undefined> {
  try {
    return await client.stream(getJobTrace, args, { ...options, maxBytes: Number.MAX_SAFE_INTEGER });
  } catch (error) {
    if (isApiError(error, 'not-found')) return undefined;
    throw error;
  }
}
