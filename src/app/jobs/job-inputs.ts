import type { CallOptions, Client } from '../../api/client';
import { lintConfiguration } from '../../api/endpoints/pipelines';
import type { RegexTimeout } from '../../base/regex-timeout';
import { configuredInputs, configuredNames } from '../../domain/jobs/configured-inputs';
import type { JobTarget } from './actions';
import { type Declared, failuresIn } from './declared';

/**
 * Reads the inputs that jobs declare. No field of the API has them, so they are read from the CI configuration of the
 * job's commit (server-behavior.md#inputs-of-jobs).
 */
export class JobInputs {
  readonly #clientFor: (base: string) => Client;
  readonly #timeout: RegexTimeout;

  constructor(clientFor: (base: string) => Client, timeout: RegexTimeout) {
    this.#clientFor = clientFor;
    this.#timeout = timeout;
  }

  /** The inputs of a job; empty if the server doesn't return its configuration. Rejects only if canceled. */
  async load({ key, kind, job }: JobTarget, options: CallOptions = {}): Promise<Declared> {
    const commit = job.commit?.id ?? job.pipeline?.sha ?? undefined;
    // Trigger jobs have none.
    if (kind === 'bridge' || commit === undefined) return NOTHING;
    try {
      const args = { id: key.project, content_ref: commit };
      const { merged_yaml: text } = await this.#clientFor(key.base).call(lintConfiguration, args, options);
      return await inputsIn(text ?? '', job.name, this.#timeout);
    } catch (error) {
      options.signal?.throwIfAborted();
      const [failure] = failuresIn(error);
      return failure === undefined ? NOTHING : { ...NOTHING, incomplete: { error: failure } };
    }
  }
}

const NOTHING: Declared = { inputs: [], variables: [] };

async function inputsIn(text: string, job: string, timeout: RegexTimeout): Promise<Declared> {
  if (!text.includes('inputs')) return NOTHING;
  // Loaded with the first configuration that has inputs.
  const { parseConfiguration } = await import('./ci-configuration');
  const configuration = parseConfiguration(text, configuredNames(job), timeout);
  return configuration === 'too-complex'
    ? { ...NOTHING, incomplete: configuration }
    : { ...NOTHING, inputs: configuredInputs(configuration.value, job) };
}
