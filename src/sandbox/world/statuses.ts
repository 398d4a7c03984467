import type { JobStatus } from '../../schemas/job';

/** What a status means for the engine. `over`: nothing happens any more. `holds`: keeps its resource group busy. */
interface StatusFacts {
  readonly over?: true;
  readonly holds?: true;
  readonly retryable?: true;
  /** What a cancel makes of it (server-behavior.md#job-actions); absent where a cancel changes nothing. */
  readonly canceled?: 'canceling' | 'canceled';
}

const FACTS: Readonly<Record<JobStatus, StatusFacts>> = {
  created: { canceled: 'canceled' },
  pending: { holds: true, canceled: 'canceled' },
  preparing: { holds: true, canceled: 'canceled' },
  waiting_for_resource: { canceled: 'canceled' },
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
