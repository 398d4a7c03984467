import {
  type UnfinishedComments,
  unfinishedImagePlace,
  type UnfinishedPlace,
} from '../../../app/discussions/unfinished-comments';
import { ignoreFailure } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter, type Event } from '../../../base/emitter';
import type { CommentPosition, ImagePlace } from '../../../domain/changes/positions';
import { isEditorAct, isSubmitAct } from '../../../presentation/merge-request-page/editor-acts';
import type { EditingModel, EditorOf } from '../../../presentation/merge-request-page/editor-model';
import {
  EDITOR_FIELD,
  editorPlaceOf,
  formOfPlace,
} from '../../../presentation/merge-request-page/editor-places';
import type { ImageKey } from '../../../schemas/image-key';
import type { SuggestionFacts } from '../../discussions/editor/comment-suggestions';
import { PanelTextBoxes, type TextBoxDeps } from '../../discussions/panels/panel-text-boxes';
import type { Panel, PanelEvent } from '../../shared/panels/panel-frame';
import { type OverviewCommentDeps, OverviewComments } from '../panel/overview-comments';
import { type OverviewEditorDeps, OverviewEditors } from '../panel/overview-editors';

export interface ImageWritingDeps extends OverviewCommentDeps, TextBoxDeps {
  readonly unfinished: Pick<UnfinishedComments, 'get' | 'list' | 'put' | 'remove' | 'onDidChange'>;
}

/** The selected place in the image; undefined until the image is displayed. */
interface SelectedPlace {
  readonly place: () => ImagePlace | undefined;
  readonly position: () => CommentPosition | undefined;
}

const PLACE = { kind: 'image' } as const;

/** The text box for a comment on an image, and those of the user's pending comments. */
export class ImageWriting implements Disposable {
  /** Key of the stored text. */
  readonly #stored: UnfinishedPlace;
  readonly #unfinished: ImageWritingDeps['unfinished'];
  readonly #selected: SelectedPlace;
  readonly #parts = new DisposableStore();
  readonly #editors: OverviewEditors;
  readonly #comments: OverviewComments;
  readonly #boxes: PanelTextBoxes;
  readonly #changed = this.#parts.add(new Emitter<void>());

  /** Fires when the page must be rendered again. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(
    panel: Pick<Panel, 'post' | 'isLoaded' | 'onDidChangeVisible' | 'onDidLoad'>,
    { path, ...key }: ImageKey,
    deps: ImageWritingDeps,
    { selected, facts }: { readonly selected: SelectedPlace; readonly facts: SuggestionFacts },
  ) {
    this.#stored = unfinishedImagePlace(key, path);
    this.#unfinished = deps.unfinished;
    this.#selected = selected;
    const bodyOf: OverviewEditorDeps['bodyOf'] = (edit) =>
      edit.kind === 'draft' ? deps.peek(key)?.drafts?.find(({ id }) => id === edit.draft)?.note : undefined;
    const uploadsOf: OverviewEditorDeps['uploadsOf'] = (place) =>
      this.#boxes.attachments.of(formOfPlace(place));
    const image = { path, place: selected.place };
    this.#editors = this.#parts.add(
      new OverviewEditors(panel, key, { unfinished: deps.unfinished, bodyOf, uploadsOf, image }),
    );
    const { attachedTexts } = this.#editors;
    this.#boxes = this.#parts.add(new PanelTextBoxes(panel, attachedTexts, deps, facts));
    this.#comments = new OverviewComments(panel, key, {
      ...deps,
      editors: this.#editors,
      attachments: this.#boxes.attachments,
      position: selected.position,
    });
    for (const { onDidChange } of [this.#editors, this.#boxes])
      this.#parts.add(
        onDidChange(() => {
          this.#changed.fire();
        }),
      );
  }

  get editor(): EditorOf {
    return this.#editors.of(PLACE);
  }

  get editing(): EditingModel {
    return this.#editors.model;
  }

  /** The place that was selected for the stored text. */
  get storedPlace(): ImagePlace | undefined {
    return this.#unfinished.get(this.#stored)?.image;
  }

  /** Stores the selected place with the text. */
  placeSelected(): void {
    const text = this.#unfinished.get(this.#stored)?.text;
    if (text !== undefined)
      ignoreFailure(this.#unfinished.put(this.#stored, text, { image: this.#selected.place() }));
  }

  /** Returns true if the message was handled. */
  take(message: PanelEvent): boolean {
    switch (message.kind) {
      case 'change': {
        const place = editorPlaceOf(message.form);
        const text = message.values[EDITOR_FIELD];
        if (place === undefined || typeof text !== 'string') return true;
        this.#editors.type(place, text);
        this.#boxes.attachments.typed(message.form, text);
        return true;
      }
      case 'act':
        if (!isEditorAct(message.action) || isSubmitAct(message.action)) return false;
        this.#comments.take(message.action, message);
        return true;
      case 'attach':
      case 'suggest':
      case 'suggest-end':
        return this.#boxes.take(message);
      case 'command':
        return false;
    }
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
