import { ignoreFailure } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import type { MergeRequestActions } from './actions';
import type { Todos } from './todos';

export interface TodoUpdateDeps {
  readonly todos: Pick<Todos, 'peek' | 'refresh'>;
  readonly actions: Pick<MergeRequestActions, 'onDidAct'>;
}

/** Refreshes known to-do items after an action, because the server marks items as done then, or adds one. */
export class TodoUpdates implements Disposable {
  readonly #subscription: Disposable;

  constructor({ todos, actions }: TodoUpdateDeps) {
    this.#subscription = actions.onDidAct(({ key }) => {
      // The next poll reports failures.
      if (todos.peek(key.base) !== undefined) ignoreFailure(todos.refresh(key.base));
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
