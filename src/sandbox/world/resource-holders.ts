import type { Job, Project } from './model';
import { factsOf } from './statuses';

/** A resource group that a job has used. `waiting`: the jobs that wait for it, oldest first. */
export interface UsedGroup {
  readonly id: number;
  readonly name: string;
  readonly project: Project;
  readonly createdAt: number;
  current: Job | undefined;
  readonly waiting: Set<Job>;
}

/** The jobs that use the resource groups of their projects, or wait for them. A group is used by one job at a time. */
export class ResourceHolders {
  readonly #groups = new Map<string, UsedGroup>();

  /** Returns the job that uses the resource group of the given job. */
  of(job: Job): Job | undefined {
    return this.#groups.get(keyOf(job))?.current;
  }

  /** Returns the job that has waited longest for the resource group of the given job. */
  firstWaiting(job: Job): Job | undefined {
    return this.#groups.get(keyOf(job))?.waiting.values().next().value;
  }

  /** Returns the groups of a project that jobs have used, oldest first. */
  groupsOf(project: Project): readonly UsedGroup[] {
    return [...this.#groups.values()].filter((group) => group.project === project);
  }

  /** Updates the group after a job's status changed. */
  follow(job: Job): void {
    const { resourceGroup: name } = job.spec;
    if (name === undefined) return;
    const { project } = job.pipeline;
    const group = this.#groups.get(keyOf(job)) ?? {
      id: this.#groups.size + 1,
      name,
      project,
      createdAt: job.createdAt,
      current: undefined,
      waiting: new Set(),
    };
    this.#groups.set(keyOf(job), group);
    if (factsOf(job.status).holds === true) group.current = job;
    else if (group.current === job) group.current = undefined;
    if (job.status === 'waiting_for_resource') group.waiting.add(job);
    else group.waiting.delete(job);
  }
}

const keyOf = ({ spec, pipeline }: Job): string => `${pipeline.project.id} ${spec.resourceGroup}`;
