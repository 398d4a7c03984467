import type { UnfinishedComments } from '../app/review/unfinished-comments';
import type { MergeRequestKey } from '../app/shared/keys';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { Event } from '../base/emitter';
import type { CommentSuggestionDeps, SuggestionFacts } from '../editor/review/comment-suggestions';
import { isEditorAct } from '../presentation/merge-request-page/editor-acts';
import type { EditingModel } from '../presentation/merge-request-page/editor-model';
import { EDITOR_FIELD, editorPlaceOf } from '../presentation/merge-request-page/editor-places';
import { type OverviewCommentDeps, OverviewComments } from './overview-comments';
import { OverviewCompletions } from './overview-completions';
import { OverviewEditors } from './overview-editors';
import type { Panel, PanelEvent } from './panel-frame';

export interface OverviewWritingDeps extends OverviewCommentDeps, CommentSuggestionDeps {
  readonly unfinished: Pick<UnfinishedComments, 'get' | 'list' | 'put' | 'remove' | 'onDidChange'>;
}

/** Writing comments on the page of a merge request: text boxes, buttons of comments, and completion. */
export class OverviewWriting implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #editors: OverviewEditors;
  readonly #comments: OverviewComments;
  readonly #completions: OverviewCompletions;

  /** Fires when the page must be rendered again. */
  readonly onDidChange: Event<void>;

  constructor(
    panel: Pick<Panel, 'post'>,
    key: MergeRequestKey,
    deps: OverviewWritingDeps,
    facts: SuggestionFacts,
  ) {
    const bodyOf = (note: number): string | undefined =>
      deps
        .peek(key)
        ?.threads.flatMap(({ notes }) => notes)
        .find(({ id }) => id === note)?.body;
    this.#editors = this.#parts.add(new OverviewEditors(panel, key, { unfinished: deps.unfinished, bodyOf }));
    this.#comments = new OverviewComments(panel, key, this.#editors, deps);
    this.#completions = this.#parts.add(new OverviewCompletions(panel, key, deps, facts));
    this.onDidChange = this.#editors.onDidChange;
  }

  get model(): EditingModel {
    return this.#editors.model;
  }

  /** Returns true if the message was handled. */
  take(message: PanelEvent): boolean {
    switch (message.kind) {
      case 'change': {
        const place = editorPlaceOf(message.form);
        const text = message.values[EDITOR_FIELD];
        if (place !== undefined && typeof text === 'string') this.#editors.type(place, text);
        return true;
      }
      case 'suggest':
        this.#completions.ask(message);
        return true;
      case 'suggest-end':
        this.#completions.cancel();
        return true;
      case 'act':
        if (!isEditorAct(message.action)) return false;
        this.#comments.take(message.action, message);
        return true;
    }
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
