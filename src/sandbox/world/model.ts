import type { JsonObject } from '../../base/json-value';
import type { JobStatus } from '../../schemas/job';
import type { MergeSettings } from './merge-requests/merge-settings';
import type { JobSpec } from './recipe';

/**
 * Access levels of members; higher levels include the permissions of lower ones. The numbers are those of the
 * real service.
 */
export const ACCESS = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 } as const;
export type Role = keyof typeof ACCESS;
/**
 * The roles whose tokens are printed when the sandbox starts. The token of the guest is provided separately.
 */
export const ROLES = ['owner', 'maintainer', 'developer', 'reporter'] as const satisfies readonly Role[];

export interface User {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly role: Role;
}

export interface Commit {
  readonly sha: string;
  readonly title: string;
  readonly message: string;
  readonly author: string;
  readonly email: string;
  readonly branch: string;
  readonly at: number;
}

export interface Project {
  readonly id: number;
  readonly name: string;
  /** Full path, such as `acme/storefront`. */
  readonly path: string;
  /** Former paths, which redirect to the project (server-behavior.md#moved-projects). */
  readonly formerPaths: readonly string[];
  readonly description: string;
  /** Internal projects are visible to all signed-in users. */
  readonly visibility: 'public' | 'internal' | 'private';
  /** The roles whose users are members. */
  readonly members: readonly Role[];
  /** Archived projects are read-only. */
  readonly archived: boolean;
  mergeSettings: MergeSettings;
  readonly forkedFrom?: Project;
  readonly createdAt: number;
  readonly commits: Map<string, Commit>;
  /** Oldest first, with increasing IDs. */
  readonly pipelines: Pipeline[];
  readonly jobs: JobStore;
}

/** All jobs and trigger jobs of a project, including retried ones. */
export interface JobStore {
  add(job: Job): void;
  /** Adds a past pipeline whose jobs are created on first use. `first` is the ID of its first job. */
  addLazy(first: number, pipeline: Pipeline): void;
  find(id: number): Job | undefined;
  /**
   * Returns the jobs by descending ID. Jobs of past pipelines are created only when the iteration reaches
   * them.
   */
  newestFirst(): Iterable<Job>;
}

export interface Runner {
  readonly id: number;
  readonly description: string;
  readonly tags: readonly string[];
  readonly online: boolean;
  readonly systemId: string;
  readonly architecture: string;
  readonly address: string;
}

export interface PipelineRecord {
  readonly id: number;
  readonly iid: number;
  readonly project: Project;
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly source: string;
  readonly user: User;
  readonly createdAt: number;
}

export interface Pipeline extends PipelineRecord {
  status: JobStatus;
  updatedAt: number;
  /** Jobs and trigger jobs, oldest first. In the large world, they are created on first use. */
  readonly jobs: Job[];
  readonly jobCount: number;
  /** The trigger job that started this pipeline. */
  readonly upstream: Job | undefined;
}

/** The planned course of a job, determined when it is created. Times are in milliseconds. */
export interface Plan {
  readonly queue: number;
  readonly prepare: number;
  readonly run: number;
  readonly outcome: 'success' | 'failed';
  readonly reason: string;
  /** The status that the job never leaves. */
  readonly stays: JobStatus | undefined;
  /** The job fails in the same way after a retry. */
  readonly failsOnRetry: boolean;
}

export interface Variable {
  readonly key: string;
  readonly value: string;
}

/** A job, or a trigger job if `spec.triggers` is set. */
export interface Job {
  readonly id: number;
  readonly pipeline: Pipeline;
  readonly spec: JobSpec;
  readonly plan: Plan;
  readonly createdAt: number;
  user: User;
  status: JobStatus;
  /** True if a newer attempt with the same name exists. */
  retried: boolean;
  queuedAt: number | undefined;
  startedAt: number | undefined;
  /** When a delayed job starts. */
  scheduledAt?: number | undefined;
  cancelingAt: number | undefined;
  finishedAt: number | undefined;
  erasedAt: number | undefined;
  /** The artifacts were deleted, but not the log. */
  artifactsDeleted?: boolean;
  /** The artifacts don't expire. */
  artifactsKept?: boolean;
  runner: Runner | undefined;
  variables: readonly Variable[];
  /** Values of inputs that differ from the default. */
  inputs?: JsonObject;
  downstream: Pipeline | undefined;
  /** Number of status changes, used to discard events that were scheduled for an earlier status. */
  turn: number;
}
