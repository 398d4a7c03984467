import type { Job } from './model';
import { factsOf } from './statuses';

/** The jobs that use the resource groups of their projects. Each group is used by one job at a time. */
export class ResourceHolders {
  readonly #byGroup = new Map<string, Job>();

  /** Returns the job that uses the resource group of the given job. */
  of(job: Job): Job | undefined {
    const key = keyOf(job);
    return key === undefined ? undefined : this.#byGroup.get(key);
  }

  /** Updates the holder after a job's status changed. */
  follow(job: Job): void {
    const key = keyOf(job);
    if (key === undefined) return;
    if (factsOf(job.status).holds === true) this.#byGroup.set(key, job);
    else if (this.#byGroup.get(key) === job) this.#byGroup.delete(key);
  }
}

function keyOf({ spec, pipeline }: Job): string | undefined {
  return spec.resourceGroup === undefined ? undefined : `${pipeline.project.id} ${spec.resourceGroup}`;
}
