import type { TaskToggles } from '../../../app/discussions/tasks/task-toggles';
import type { TextParts } from '../../../app/projects/text-parts';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import type { Disposable } from '../../../base/disposable';
import { DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { WrittenNote } from '../../../presentation/merge-request-page/discussion-model';
import { mergeRequestPlaces } from '../../../presentation/merge-requests/places';
import type { Html } from '../../../presentation/shared/html';
import { MarkdownCache } from '../../../presentation/shared/markdown/cache';
import { mayNameParts } from '../../../presentation/shared/markdown/references';
import type { TaskOwner } from '../../../schemas/task-act';

export interface PageTextsDeps {
  readonly textParts: Pick<TextParts, 'peek' | 'load' | 'onDidChange'>;
  /** Without it, tasks can't be toggled. */
  readonly tasks?: Pick<TaskToggles, 'pending' | 'onDidChange'>;
}

/** Converts Markdown to HTML. `owner`: the text contains tasks that the user can check. */
export type WriteText = (text: string, owner?: TaskOwner) => Html;

/** The Markdown texts of the merge request page. */
export class PageTexts implements Disposable {
  readonly #key: MergeRequestKey;
  readonly #deps: PageTextsDeps;
  readonly #subscriptions = new DisposableStore();
  readonly #cache = this.#subscriptions.add(new MarkdownCache());
  readonly #changed = this.#subscriptions.add(new Emitter<void>());

  /** Fires if texts look different from before. */
  readonly onDidChange = this.#changed.event;

  constructor(key: MergeRequestKey, deps: PageTextsDeps) {
    this.#key = key;
    this.#deps = deps;
    this.#subscriptions.add(
      deps.textParts.onDidChange((project) => {
        if (project.base !== key.base || project.project !== key.project) return;
        this.#cache.clear();
        this.#changed.fire();
      }),
    );
    this.#subscriptions.add(
      this.#cache.onDidComplete(() => {
        this.#changed.fire();
      }),
    );
    if (deps.tasks === undefined) return;
    this.#subscriptions.add(
      deps.tasks.onDidChange((changed) => {
        if (mergeRequestId(changed) === mergeRequestId(key)) this.#changed.fire();
      }),
    );
  }

  /** False if large texts of the current rendering are still being converted. `onDidChange` fires when they are ready. */
  get isComplete(): boolean {
    return this.#cache.isComplete;
  }

  /** Must be called each time the page is rendered. */
  writer(page: string | undefined): WriteText {
    const { tasks, textParts } = this.#deps;
    const places = mergeRequestPlaces(this.#key.base, page, textParts.peek(this.#key));
    this.#cache.begin();
    return (text, owner) => {
      if (mayNameParts(text)) textParts.load(this.#key);
      const toggled = owner && tasks && { owner, pending: tasks.pending(this.#key, owner) };
      return this.#cache.of(text, places, toggled);
    };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

/** Users can change the tasks in their own comments. New comments have no ID of a thread until they are read again. */
export const taskOwnerOfOwnNote = (
  { id, author, discussion }: WrittenNote,
  me: string | undefined,
): TaskOwner | undefined =>
  me === undefined || author?.username !== me || discussion.startsWith('note ')
    ? undefined
    : { kind: 'note', note: id, discussion };
