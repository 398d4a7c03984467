import { type Bridge, bridgeSchema, type Job, jobSchema } from '../../src/schemas/job';
import { type Pipeline, pipelineSchema } from '../../src/schemas/pipeline';

/** Returns a job of the API with the given fields. */
export function aJob(facts: Readonly<Record<string, unknown>> = {}): Job {
  return jobSchema.parse({ id: 1, name: 'job', stage: 'test', status: 'success', ...facts });
}

export function aBridge(facts: Readonly<Record<string, unknown>> = {}): Bridge {
  return bridgeSchema.parse({ id: 1, name: 'trigger', stage: 'test', status: 'success', ...facts });
}

export function aPipeline(facts: Readonly<Record<string, unknown>> = {}): Pipeline {
  return pipelineSchema.parse({ id: 1, sha: 'a'.repeat(40), status: 'success', ref: 'main', ...facts });
}
