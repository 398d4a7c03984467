import { parseBaseAddress } from '../../api/base-address';
import { createClient } from '../../api/create-client';
import { getAllowedAgents, getJobOfToken } from '../../api/endpoints/job-token';
import type { Transport } from '../../api/transport';
import { isAbort } from '../../base/abort';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { AllowedAgents } from '../../schemas/allowed-agents';
import type { Job } from '../../schemas/job';

/** The server's response for the token of a running job. */
export interface JobOfToken {
  /** Server URL. */
  readonly base: string;
  readonly job: Job;
  /** The agents that the job can use, or why the server didn't return them. */
  readonly agents: { readonly known: AllowedAgents } | { readonly error: unknown };
}

export interface JobTokenDeps {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Reads the job of a job token (`GET /job`, `GET /job/allowed_agents`). The token is sent only to this server, and not
 * kept. Rejects with an `ApiError` if the server doesn't return the job.
 */
export async function readJobOfToken(
  deps: JobTokenDeps,
  server: string,
  token: string,
  signal: AbortSignal,
): Promise<JobOfToken> {
  const parsed = parseBaseAddress(server);
  if (!parsed.ok) throw new Error(`Invalid server URL: ${parsed.problem}`);
  const client = createClient({
    ...deps,
    base: parsed.address,
    // Servers accept this way for both requests.
    credential: { kind: 'job', token: () => Promise.resolve(token), via: 'header' },
  });
  const job = await client.call(getJobOfToken, {}, { signal });
  const agents = await client.call(getAllowedAgents, {}, { signal }).then(
    (known) => ({ known }),
    (error: unknown) => {
      if (isAbort(error)) throw error;
      return { error };
    },
  );
  return { base: parsed.address.base, job, agents };
}
