import type { CreateKey, TypedValues } from '../../../schemas/new-merge-request';
import { createName } from './drafts';
import { CreateSession, type CreateSessionDeps } from './session';

/** Creates sessions for new merge requests, each with the values that its command provides. */
export class CreateSessions {
  readonly #deps: CreateSessionDeps;
  readonly #given = new Map<string, TypedValues>();

  constructor(deps: CreateSessionDeps) {
    this.#deps = deps;
  }

  /** Sets the initial values of the next session for this branch. */
  fillIn(key: CreateKey, values: TypedValues): void {
    this.#given.set(createName(key), values);
  }

  start(key: CreateKey): CreateSession {
    const name = createName(key);
    const session = new CreateSession(key, this.#deps, this.#given.get(name));
    this.#given.delete(name);
    return session;
  }
}
