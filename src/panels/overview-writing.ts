import type { UnfinishedComments } from '../app/review/unfinished-comments';
import type { MergeRequestKey } from '../app/shared/keys';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import type { CommentSuggestionDeps, SuggestionFacts } from '../editor/review/comment-suggestions';
import { isEditorAct } from '../presentation/merge-request-page/editor-acts';
import type { EditingModel } from '../presentation/merge-request-page/editor-model';
import { EDITOR_FIELD, editorPlaceOf, formOfPlace } from '../presentation/merge-request-page/editor-places';
import { type OverviewCommentDeps, OverviewComments } from './overview-comments';
import { type OverviewEditorDeps, OverviewEditors } from './overview-editors';
import { type AttachmentPort, PanelAttachments } from './panel-attachments';
import { PanelCompletions } from './panel-completions';
import type { Panel, PanelEvent } from './panel-frame';

export interface OverviewWritingDeps extends OverviewCommentDeps, CommentSuggestionDeps {
  readonly unfinished: Pick<UnfinishedComments, 'get' | 'list' | 'put' | 'remove' | 'onDidChange'>;
  readonly attachments: AttachmentPort;
}

/** Writing comments on the page of a merge request: text boxes, buttons of comments, and completion. */
export class OverviewWriting implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #editors: OverviewEditors;
  readonly #comments: OverviewComments;
  readonly #completions: PanelCompletions;
  readonly #attachments: PanelAttachments;
  readonly #changed = this.#parts.add(new Emitter<void>());

  /** Fires when the page must be rendered again. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(
    panel: Pick<Panel, 'post' | 'isLoaded' | 'onDidChangeVisible'>,
    key: MergeRequestKey,
    deps: OverviewWritingDeps,
    facts: SuggestionFacts,
  ) {
    const bodyOf: OverviewEditorDeps['bodyOf'] = (edit) => {
      const known = deps.peek(key);
      return edit.kind === 'draft'
        ? known?.drafts?.find(({ id }) => id === edit.draft)?.note
        : known?.threads.flatMap(({ notes }) => notes).find(({ id }) => id === edit.note)?.body;
    };
    const uploadsOf: OverviewEditorDeps['uploadsOf'] = (place) => this.#attachments.of(formOfPlace(place));
    const { unfinished } = deps;
    this.#editors = this.#parts.add(new OverviewEditors(panel, key, { unfinished, bodyOf, uploadsOf }));
    const texts = {
      project: () => key,
      has: (form: string) => editorPlaceOf(form) !== undefined,
      append: (form: string, added: string) => {
        const place = editorPlaceOf(form);
        if (place !== undefined) this.#editors.append(place, added);
      },
    };
    this.#attachments = this.#parts.add(new PanelAttachments(panel, texts, deps.attachments));
    this.#comments = new OverviewComments(panel, key, {
      ...deps,
      editors: this.#editors,
      attachments: this.#attachments,
    });
    this.#completions = this.#parts.add(new PanelCompletions(panel, () => key, deps, facts));
    const changed = (): void => {
      this.#changed.fire();
    };
    this.#parts.add(this.#editors.onDidChange(changed));
    this.#parts.add(this.#attachments.onDidChange(changed));
    this.#parts.add(
      panel.onDidChangeVisible((isVisible) => {
        if (!isVisible) this.#attachments.unloaded();
      }),
    );
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
        if (place === undefined || typeof text !== 'string') return true;
        this.#editors.type(place, text);
        this.#attachments.typed(message.form, text);
        return true;
      }
      case 'suggest':
        this.#completions.ask(message);
        return true;
      case 'suggest-end':
        this.#completions.cancel();
        return true;
      case 'attach':
        this.#attachments.take(message);
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
