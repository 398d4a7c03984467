import type { Job } from './model';
import { factsOf } from './statuses';

/** Which job keeps which resource group of its project busy: one at a time, however long it takes. */
export class ResourceHolders {
  readonly #byGroup = new Map<string, Job>();

  /** The job that keeps the group of this one busy. */
  of(job: Job): Job | undefined {
    const key = keyOf(job);
    return key === undefined ? undefined : this.#byGroup.get(key);
  }

  /** Takes note of the status that a job has now. */
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
