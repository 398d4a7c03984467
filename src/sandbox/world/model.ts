import type { JobStatus } from '../../schemas/job';
import type { JobSpec } from './recipe';

/** What a member may do; higher includes lower. The numbers are those of the real service. */
export const ACCESS = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 } as const;
export type Role = keyof typeof ACCESS;
/** The roles whose tokens are told to everybody who starts a sandbox; guests are told apart. */
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
  /** Full path such as `acme/storefront`. */
  readonly path: string;
  /** Paths that it had before: requests by them are sent on (server-behavior.md#moved-projects). */
  readonly formerPaths: readonly string[];
  readonly description: string;
  /** Internal: for everybody who is signed in. */
  readonly visibility: 'public' | 'internal' | 'private';
  /** The roles whose users are members. */
  readonly members: readonly Role[];
  /** Can be read, and nothing else. */
  readonly archived: boolean;
  readonly forkedFrom?: Project;
  readonly createdAt: number;
  readonly commits: Map<string, Commit>;
  /** Oldest first: ids ascend. */
  readonly pipelines: Pipeline[];
  readonly jobs: JobShelf;
}

/** All jobs and trigger jobs of a project, retried ones among them. */
export interface JobShelf {
  add(job: Job): void;
  /** Takes a pipeline of past times whose jobs are made when somebody looks; `first` is the number of the first. */
  addLazy(first: number, pipeline: Pipeline): void;
  find(id: number): Job | undefined;
  /** By id, highest first. Jobs of past times are made only as far as the reader goes. */
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
  /** Jobs and trigger jobs, oldest first. Made on first use in the large world. */
  readonly jobs: Job[];
  readonly jobCount: number;
  /** The trigger job that started this pipeline. */
  readonly upstream: Job | undefined;
}

/** How a job is going to go, decided when it is created. Times in milliseconds. */
export interface Plan {
  readonly queue: number;
  readonly prepare: number;
  readonly run: number;
  readonly outcome: 'success' | 'failed';
  readonly reason: string;
  /** The status in which it stays for good. */
  readonly stays: JobStatus | undefined;
  /** Fails in the same way after a retry. */
  readonly stubborn: boolean;
}

export interface Variable {
  readonly key: string;
  readonly value: string;
}

/** A job, or a trigger job where `spec.triggers` is set. */
export interface Job {
  readonly id: number;
  readonly pipeline: Pipeline;
  readonly spec: JobSpec;
  readonly plan: Plan;
  readonly createdAt: number;
  user: User;
  status: JobStatus;
  /** A newer attempt of the same name exists. */
  retried: boolean;
  queuedAt: number | undefined;
  startedAt: number | undefined;
  cancelingAt: number | undefined;
  finishedAt: number | undefined;
  erasedAt: number | undefined;
  runner: Runner | undefined;
  variables: readonly Variable[];
  downstream: Pipeline | undefined;
  /** Counts status changes, so that what was planned for an earlier status is void. */
  turn: number;
}
