import type { WorldClock } from './clock';
import { ErrorStore } from './errors/store';
import { MergeRequestStore } from './merge-requests/store';
import type { Job, Pipeline, Project, User } from './model';
import type { Recipe } from './recipe';
import { Repositories } from './repositories/repository';
import { ResourceHolders } from './resource-holders';
import { TodoStore } from './todos/store';
import { UploadStore } from './uploads';

/** How a world starts. */
interface WorldStart {
  readonly begin: number;
  /** Contains the git repositories. */
  readonly folder: string;
  /** The pipelines that the projects can run, by name. */
  readonly recipes: Readonly<Record<string, Recipe>>;
}

/**
 * The state of the sandbox. `flow.ts` and `job-actions.ts` define the events. The demo data schedules its own.
 */
export class World {
  readonly clock: WorldClock;
  readonly recipes: Readonly<Record<string, Recipe>>;
  readonly projects: Project[] = [];
  readonly agenda = new Schedule();
  readonly repositories: Repositories;
  readonly mergeRequests = new MergeRequestStore();
  readonly errors = new ErrorStore();
  readonly todos = new TodoStore();
  readonly uploads = new UploadStore();
  /** Commits whose declared variables were computed, with the IDs of their projects. */
  readonly computedVariables = new Set<string>();
  /** The jobs that use resource groups or wait for them. */
  readonly holders = new ResourceHolders();
  /** False while past events are simulated. Runners that are offline now were online then. */
  isPresent = false;
  /** Called at the end of every move, for events that only happen while there are requests. */
  afterMove: () => void = () => undefined;
  /** Called after every scheduled event. */
  afterEvent: () => void = () => undefined;
  /** Called when a pipeline fails while time passes. */
  pipelineFailed: (pipeline: Pipeline) => void = () => undefined;
  #time: number;
  #pipelineIds = 1000;
  #jobIds = 5000;

  constructor(clock: WorldClock, { begin, folder, recipes }: WorldStart) {
    this.clock = clock;
    this.recipes = recipes;
    this.repositories = new Repositories(folder);
    this.#time = begin;
  }

  /** The current world time. Nothing changes between two moves. */
  get time(): number {
    return this.#time;
  }

  /** Runs all events that are due. There is no timer: each request calls this first. */
  move(): void {
    this.moveTo(this.clock.now());
    this.afterMove();
  }

  moveTo(until: number): void {
    for (let entry = this.agenda.takeDue(until); entry !== undefined; entry = this.agenda.takeDue(until)) {
      this.#time = Math.max(this.#time, entry.at);
      entry.run();
      this.afterEvent();
    }
    this.#time = Math.max(this.#time, until);
  }

  /** Schedules a function. The delay is world time. */
  in(ms: number, run: () => void): void {
    this.agenda.add(this.#time + ms, run);
  }

  nextPipelineId(): number {
    return ++this.#pipelineIds;
  }

  /** Reserves `count` new job IDs and returns the first. */
  nextJobId(count = 1): number {
    this.#jobIds += count;
    return this.#jobIds - count + 1;
  }

  project(idOrPath: string | number): Project | undefined {
    const text = String(idOrPath);
    return this.projects.find(
      ({ id, path }) => String(id) === text || path.toLowerCase() === text.toLowerCase(),
    );
  }

  job(id: number): Job | undefined {
    for (const { jobs } of this.projects) {
      const found = jobs.find(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

export function findPipeline({ pipelines }: Project, id: number): Pipeline | undefined {
  return pipelines.find((pipeline) => pipeline.id === id);
}

/**
 * Returns true if a user can see a project: members see private projects, signed-in users internal ones, and
 * everyone public ones.
 */
export function maySee(project: Project, user: User | undefined): boolean {
  if (project.visibility === 'public') return true;
  return user !== undefined && (project.visibility === 'internal' || project.members.includes(user.role));
}

interface Entry {
  readonly at: number;
  readonly run: () => void;
}

/** Scheduled events, sorted by time; events with the same time keep the order in which they were added. */
class Schedule {
  readonly #entries: Entry[] = [];

  add(at: number, run: () => void): void {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      if (entry !== undefined && entry.at <= at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, { at, run });
  }

  /** Removes and returns the first event if it is due. */
  takeDue(until: number): Entry | undefined {
    const first = this.#entries[0];
    return first !== undefined && first.at <= until ? this.#entries.shift() : undefined;
  }
}
