import type { Issue } from '../merge-requests/issues';
import type { MergeRequest } from '../merge-requests/model';
import type { User } from '../model';

/** Why a to-do item was created (server-behavior.md#to-do-items). */
export type TodoAction = 'assigned' | 'mentioned' | 'build_failed' | 'marked' | 'review_requested';

export type TodoTarget =
  | { readonly kind: 'merge-request'; readonly request: MergeRequest }
  | { readonly kind: 'issue'; readonly issue: Issue };

/** A to-do item. Times are in Unix milliseconds. */
export interface Todo {
  readonly id: number;
  /** The user whose list contains it. */
  readonly user: User;
  /** The user who caused it. */
  readonly author: User;
  readonly action: TodoAction;
  readonly target: TodoTarget;
  /** The text that mentions the user, or the title of the target. */
  readonly body: string;
  readonly at: number;
  isDone: boolean;
}

/** All to-do items of the world, oldest first. */
export class TodoStore {
  readonly #all: Todo[] = [];
  #ids = 300;

  /** Adds a to-do item. Returns undefined if the user already has a pending one for the target. */
  add(facts: Omit<Todo, 'id' | 'isDone'>): Todo | undefined {
    if (this.#pending(facts.user, facts.target).length > 0) return undefined;
    const todo = { ...facts, id: ++this.#ids, isDone: false };
    this.#all.push(todo);
    return todo;
  }

  /** Returns the to-do items of a user, newest first. */
  of(user: User): Todo[] {
    return this.#all.filter((todo) => todo.user === user).reverse();
  }

  find(user: User, id: number): Todo | undefined {
    return this.#all.find((todo) => todo.id === id && todo.user === user);
  }

  /** Marks the items of a user for a target as done, because the user acted on the target. */
  complete(user: User, target: TodoTarget): void {
    for (const todo of this.#pending(user, target)) todo.isDone = true;
  }

  /** Removes the items of a deleted merge request. */
  removed(request: MergeRequest): void {
    const left = this.#all.filter(
      ({ target }) => target.kind !== 'merge-request' || target.request !== request,
    );
    this.#all.splice(0, this.#all.length, ...left);
  }

  #pending(user: User, target: TodoTarget): Todo[] {
    return this.#all.filter((todo) => todo.user === user && !todo.isDone && isSame(todo.target, target));
  }
}

function isSame(a: TodoTarget, b: TodoTarget): boolean {
  if (a.kind === 'merge-request') return b.kind === 'merge-request' && a.request === b.request;
  return b.kind === 'issue' && a.issue === b.issue;
}
