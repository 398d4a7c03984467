import type { JobStatus } from '../../schemas/job';

/** Properties of a status. `over`: the job is finished. `holds`: the job uses its resource group. */
interface StatusFacts {
  readonly over?: true;
  readonly holds?: true;
  readonly retryable?: true;
  /** The status after canceling (server-behavior.md#job-actions); undefined if canceling has no effect. */
  readonly canceled?: 'canceling' | 'canceled';
}

const FACTS: Readonly<Record<JobStatus, StatusFacts>> = {
  created: { canceled: 'canceled' },
  pending: { holds: true, canceled: 'canceled' },
  preparing: { holds: true, canceled: 'canceled' },
  waiting_for_resource: { canceled: 'canceled' },
  waiting_for_callback: { canceled: 'canceled' },
  scheduled: { canceled: 'canceled' },
  manual: { canceled: 'canceled' },
  running: { holds: true, canceled: 'canceling' },
  canceling: { holds: true, retryable: true },
  canceled: { over: true, retryable: true },
  success: { over: true, retryable: true },
  failed: { over: true, retryable: true },
  skipped: { over: true },
};

export const factsOf = (status: JobStatus): StatusFacts => FACTS[status];
