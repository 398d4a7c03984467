import type { UnfinishedComments } from '../../../app/discussions/unfinished-comments';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter, type Event } from '../../../base/emitter';
import { t } from '../../../base/localize';
import { isEditorAct, isSubmitAct } from '../../../presentation/merge-request-page/editor-acts';
import type { EditingModel } from '../../../presentation/merge-request-page/editor-model';
import {
  EDITOR_FIELD,
  editorPlaceOf,
  formOfPlace,
} from '../../../presentation/merge-request-page/editor-places';
import type { SuggestionFacts } from '../../discussions/editor/comment-suggestions';
import type { PanelAttachments } from '../../discussions/panels/panel-attachments';
import { PanelTextBoxes, type TextBoxDeps } from '../../discussions/panels/panel-text-boxes';
import type { Panel, PanelEvent } from '../../shared/panels/panel-frame';
import { type OverviewCommentDeps, OverviewComments } from './overview-comments';
import { type OverviewEditorDeps, OverviewEditors } from './overview-editors';
import { OverviewReview, type OverviewReviewDeps, type ReviewedMergeRequest } from './overview-review';

export interface OverviewWritingDeps extends OverviewCommentDeps, TextBoxDeps, OverviewReviewDeps {
  readonly unfinished: Pick<UnfinishedComments, 'get' | 'list' | 'put' | 'remove' | 'onDidChange'>;
}

const REVIEW_FORM = formOfPlace({ kind: 'review' });

/** Writing comments on the page of a merge request: text boxes, buttons of comments, and completion. */
export class OverviewWriting implements Disposable {
  readonly #panel: Pick<Panel, 'post'>;
  readonly #parts = new DisposableStore();
  readonly #editors: OverviewEditors;
  readonly #comments: OverviewComments;
  readonly #review: OverviewReview;
  readonly #boxes: PanelTextBoxes;
  readonly #changed = this.#parts.add(new Emitter<void>());

  /** Fires when the page must be rendered again. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(
    panel: Pick<Panel, 'post' | 'isLoaded' | 'onDidChangeVisible' | 'onDidLoad'>,
    key: MergeRequestKey,
    deps: OverviewWritingDeps,
    facts: SuggestionFacts & ReviewedMergeRequest,
  ) {
    this.#panel = panel;
    const bodyOf: OverviewEditorDeps['bodyOf'] = (edit) => {
      const known = deps.peek(key);
      return edit.kind === 'draft'
        ? known?.drafts?.find(({ id }) => id === edit.draft)?.note
        : known?.threads.flatMap(({ notes }) => notes).find(({ id }) => id === edit.note)?.body;
    };
    const uploadsOf: OverviewEditorDeps['uploadsOf'] = (place) => this.#attachments.of(formOfPlace(place));
    const { unfinished } = deps;
    this.#editors = this.#parts.add(new OverviewEditors(panel, key, { unfinished, bodyOf, uploadsOf }));
    const { attachedTexts } = this.#editors;
    this.#boxes = this.#parts.add(new PanelTextBoxes(panel, attachedTexts, deps, facts));
    this.#comments = new OverviewComments(panel, key, {
      ...deps,
      editors: this.#editors,
      attachments: this.#attachments,
    });
    this.#review = this.#parts.add(
      new OverviewReview(panel, key, { ...deps, ...facts, editors: this.#editors }),
    );
    const changed = (): void => {
      this.#changed.fire();
    };
    for (const { onDidChange } of [this.#editors, this.#boxes, this.#review])
      this.#parts.add(onDidChange(changed));
  }

  get model(): EditingModel {
    return { ...this.#editors.model, review: this.#review.model };
  }

  /** Returns true if the message was handled. */
  take(message: PanelEvent): boolean {
    switch (message.kind) {
      case 'change': {
        const place = editorPlaceOf(message.form);
        const text = message.values[EDITOR_FIELD];
        if (place === undefined || typeof text !== 'string') return true;
        // The page may send the text of a submitted review again. Stored, it would open the form.
        if (place.kind === 'review' && !this.#review.isOpen) return true;
        this.#editors.type(place, text);
        if (place.kind === 'review') this.#review.choose(message.values);
        this.#attachments.typed(message.form, text);
        return true;
      }
      case 'act':
        return this.#run(message);
      case 'attach':
      case 'suggest':
      case 'suggest-end':
        return this.#boxes.take(message);
      case 'command':
        return false;
    }
  }

  #run(message: Extract<PanelEvent, { readonly kind: 'act' }>): boolean {
    const { action, form, values = {} } = message;
    if (!isEditorAct(action)) return false;
    const text = values[EDITOR_FIELD];
    if (isSubmitAct(action)) {
      if (this.#attachments.of(REVIEW_FORM).length === 0) this.#review.take(action, values);
      else this.#panel.post({ kind: 'say', text: t('Wait until the files are uploaded.') });
    } else if (action === 'cancelText' && form === REVIEW_FORM) {
      if (typeof text === 'string') this.#review.close(text);
    } else this.#comments.take(action, message);
    return true;
  }

  get #attachments(): PanelAttachments {
    return this.#boxes.attachments;
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
