import type { Client } from '../../../api/client';
import { editNote } from '../../../api/endpoints/discussions';
import { orUndefined } from '../../../base/background';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { EditConflictError } from '../../../domain/merge-requests/edit';
import { withTaskToggled } from '../../../domain/shared/tasks';
import type { TaskAct, TaskOwner } from '../../../schemas/task-act';
import type { MergeRequestActions } from '../../merge-requests/actions';
import { argsOf } from '../../merge-requests/calls';
import type { MergeRequests } from '../../merge-requests/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../../shared/keys';
import { withEditedNote } from '../comment-to-post';
import type { Discussions } from '../discussions';

export interface TaskTogglesDeps {
  readonly clientFor: (base: string) => Client;
  readonly actions: Pick<MergeRequestActions, 'edit'>;
  readonly mergeRequests: Pick<MergeRequests, 'get'>;
  readonly discussions: Pick<Discussions, 'peek' | 'refresh' | 'apply'>;
}

/** Thrown before a request is sent if the text with the task isn't the same as when it was shown. */
export class TaskOutdatedError extends Error {
  override readonly name = 'TaskOutdatedError';
}

/**
 * Checks and unchecks tasks in descriptions and comments, one at a time for each merge request. Changes only
 * the task's mark in the text, and only if the text on the server is the one that was shown. Never sends a
 * request twice.
 */
export class TaskToggles implements Disposable {
  readonly #deps: TaskTogglesDeps;
  readonly #pending = new Map<string, readonly TaskAct[]>();
  readonly #last = new Map<string, Promise<void>>();
  readonly #changed = new Emitter<MergeRequestKey>();

  /** Fires when `pending` changes. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: TaskTogglesDeps) {
    this.#deps = deps;
  }

  /** Returns the lines of tasks that are being changed. */
  pending(key: MergeRequestKey, owner: TaskOwner): readonly number[] {
    const here = this.#pending.get(mergeRequestId(key)) ?? [];
    return here.filter((task) => isSame(task.owner, owner)).map(({ line }) => line);
  }

  /** Rejects with `TaskOutdatedError` if the text was changed. */
  async toggle(key: MergeRequestKey, task: TaskAct): Promise<void> {
    const id = mergeRequestId(key);
    if (this.pending(key, task.owner).includes(task.line)) return;
    const before = this.#last.get(id) ?? Promise.resolve();
    this.#setPending(key, (all) => [...all, task]);
    const work = before.then(() =>
      task.owner.kind === 'note' ? this.#inNote(key, task, task.owner) : this.#inDescription(key, task),
    );
    // A failure doesn't affect the next task.
    this.#last.set(id, orUndefined(work));
    try {
      await work;
    } finally {
      this.#setPending(key, (all) => all.filter((each) => each !== task));
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #inDescription(key: MergeRequestKey, task: TaskAct): Promise<void> {
    const shown = await this.#deps.mergeRequests.get(key);
    const description = toggled(shown.description ?? '', task);
    try {
      await this.#deps.actions.edit(key, { description }, shown);
    } catch (error) {
      if (error instanceof EditConflictError) throw new TaskOutdatedError();
      throw error;
    }
  }

  async #inNote(
    key: MergeRequestKey,
    task: TaskAct,
    { discussion, note }: Extract<TaskOwner, { kind: 'note' }>,
  ): Promise<void> {
    const { clientFor, discussions } = this.#deps;
    const bodyIn = (comments: ReturnType<Discussions['peek']>): string | undefined =>
      comments?.threads.find(({ id }) => id === discussion)?.notes.find(({ id }) => id === note)?.body;
    const shown = bodyIn(discussions.peek(key));
    const current = bodyIn(await discussions.refresh(key));
    if (current === undefined || current !== shown) throw new TaskOutdatedError();
    const body = toggled(current, task);
    const args = { ...argsOf(key), discussion_id: discussion, note_id: note, body };
    const now = await clientFor(key.base).call(editNote, args);
    discussions.apply(key, (comments) => withEditedNote(comments, discussion, now));
  }

  #setPending(key: MergeRequestKey, change: (all: readonly TaskAct[]) => readonly TaskAct[]): void {
    const id = mergeRequestId(key);
    this.#pending.set(id, change(this.#pending.get(id) ?? []));
    this.#changed.fire(key);
  }
}

function toggled(text: string, task: TaskAct): string {
  const next = withTaskToggled(text, task);
  if (next === undefined) throw new TaskOutdatedError();
  return next;
}

const isSame = (one: TaskOwner, other: TaskOwner): boolean =>
  one.kind === 'note' ? other.kind === 'note' && one.note === other.note : other.kind === 'description';
