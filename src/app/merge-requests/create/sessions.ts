import type { CreateKey, TypedValues } from '../../../schemas/new-merge-request';
import { createName } from './drafts';
import { CreateSession, type CreateSessionDeps } from './session';

/** Starts the making of merge requests, each with the values that its command filled in. */
export class CreateSessions {
  readonly #deps: CreateSessionDeps;
  readonly #given = new Map<string, TypedValues>();

  constructor(deps: CreateSessionDeps) {
    this.#deps = deps;
  }

  /** The next session for this branch starts with these values. */
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
