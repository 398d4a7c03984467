import type { Project } from '../model';
import type { MergeRequest } from './model';

/** Every merge request of the world, and the numbers that its parts get. */
export class MergeRequestShelf {
  readonly all: MergeRequest[] = [];
  /** Highest number that a project gave; numbers of deleted ones are not given again. */
  readonly #iids = new Map<Project, number>();
  #ids = 900;
  #others = 7000;

  /** Takes a merge request in; the highest number of its project goes up with it. */
  add(request: MergeRequest): void {
    this.all.push(request);
    this.#iids.set(request.project, Math.max(this.#iids.get(request.project) ?? 0, request.iid));
  }

  remove(request: MergeRequest): void {
    const index = this.all.indexOf(request);
    if (index >= 0) this.all.splice(index, 1);
  }

  find(project: Project, iid: number): MergeRequest | undefined {
    return this.all.find((each) => each.project === project && each.iid === iid);
  }

  nextIid(project: Project): number {
    return (this.#iids.get(project) ?? 0) + 1;
  }

  nextId(): number {
    return ++this.#ids;
  }

  /** A number for a version, a note, a to-do item. */
  nextNumber(): number {
    return ++this.#others;
  }
}
