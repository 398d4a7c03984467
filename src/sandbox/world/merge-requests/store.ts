import type { Project } from '../model';
import type { MergeRequest } from './model';

/** All merge requests of the world, and the next IDs of their parts. */
export class MergeRequestStore {
  readonly all: MergeRequest[] = [];
  /** The highest IID used in each project. IIDs of deleted merge requests aren't used again. */
  readonly #iids = new Map<Project, number>();
  #ids = 900;
  #others = 7000;

  /** Adds a merge request and updates the highest IID of its project. */
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

  /** Returns an ID for a version, note, or to-do item. */
  nextNumber(): number {
    return ++this.#others;
  }
}
