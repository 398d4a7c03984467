import { Agenda } from './agenda';
import type { WorldClock } from './clock';
import { ErrorShelf } from './errors/shelf';
import { MergeRequestShelf } from './merge-requests/shelf';
import type { Job, Pipeline, Project, User } from './model';
import { Repositories } from './repositories/repository';
import { ResourceHolders } from './resource-holders';

/** Everything that the sandbox knows. What happens in it is told by `flow.ts`, `job-actions.ts` and `story.ts`. */
export class World {
  readonly clock: WorldClock;
  readonly projects: Project[] = [];
  readonly agenda = new Agenda();
  readonly repositories: Repositories;
  readonly mergeRequests = new MergeRequestShelf();
  readonly errors = new ErrorShelf();
  /** Jobs that wait until their resource group is free. */
  readonly waiting = new Set<Job>();
  /** Which job keeps a resource group of a project busy. */
  readonly holders = new ResourceHolders();
  /** False while the past is played: what is gone now was there then. */
  isPresent = false;
  /** Runs at the end of every move: the place for what happens only while somebody looks. */
  afterMove: () => void = () => undefined;
  /** Runs after everything that happened by itself. */
  afterEvent: () => void = () => undefined;
  #time: number;
  #pipelineIds = 1000;
  #jobIds = 5000;

  /** `folder` is where the git repositories lie. */
  constructor(clock: WorldClock, begin: number, folder: string) {
    this.clock = clock;
    this.repositories = new Repositories(folder);
    this.#time = begin;
  }

  /** The moment that the world is at. Between two moves, nothing happens. */
  get time(): number {
    return this.#time;
  }

  /** Lets everything happen that is due by now. There is no timer: each request moves the world first. */
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

  /** Runs something after a while of the world's time. */
  in(ms: number, run: () => void): void {
    this.agenda.add(this.#time + ms, run);
  }

  nextPipelineId(): number {
    return ++this.#pipelineIds;
  }

  /** The first of `count` new job numbers. */
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

/** Members may see a private project, who is signed in an internal one, everybody a public one. */
export function maySee(project: Project, user: User | undefined): boolean {
  if (project.visibility === 'public') return true;
  return user !== undefined && (project.visibility === 'internal' || project.members.includes(user.role));
}
