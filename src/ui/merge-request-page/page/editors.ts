import { editedText } from '../../../app/discussions/comment-to-post';
import type { MergeRequestComments } from '../../../app/discussions/discussions';
import {
  type UnfinishedComments,
  unfinishedFilePlace,
  type UnfinishedPlace,
} from '../../../app/discussions/unfinished-comments';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { ignoreFailure } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { CommentPosition, ImagePlace } from '../../../domain/changes/positions';
import { separatorAfter } from '../../../domain/shared/attachments';
import type { EditingModel, EditorOf } from '../../../presentation/merge-request-page/editor-model';
import {
  EDITOR_FIELD,
  type EditorPlace,
  editorPlaceOf,
  formOfPlace,
} from '../../../presentation/merge-request-page/editor-places';
import type { UploadOf } from '../../../presentation/shared/forms/text-editor';
import type { AttachedTexts } from '../../discussions/panels/panel-attachments';
import type { Panel } from '../../shared/panels/panel-frame';

export interface PageEditorDeps {
  readonly unfinished: Pick<UnfinishedComments, 'get' | 'list' | 'put' | 'remove' | 'onDidChange'>;
  readonly peek: (key: MergeRequestKey) => MergeRequestComments | undefined;
  readonly uploadsOf: (place: EditorPlace) => readonly UploadOf[];
  readonly image?: ImageToComment | undefined;
}

/** The image on which the user comments, with the selected place; undefined until the image is displayed. */
export interface ImageToComment {
  readonly path: string;
  readonly place: () => ImagePlace | undefined;
  readonly position: () => CommentPosition | undefined;
}

/**
 * The text boxes on the page of a merge request: which ones are open, and their texts. Each change is stored,
 * so that no text is lost when the page is hidden or the window is reloaded.
 */
export class PageEditors implements Disposable {
  readonly #panel: Pick<Panel, 'post'>;
  readonly #key: MergeRequestKey;
  readonly #deps: PageEditorDeps;
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new Emitter<void>());
  /** Open replies and edits, by form. Others are open because they have a stored text. */
  readonly #open = new Map<string, EditorPlace>();
  /** The texts that edits started from, by form. */
  readonly #bases = new Map<string, string>();
  /** Previewed texts, by form. */
  readonly #previews = new Map<string, string>();
  /** The texts that the page shows, by form, since the page sent them. */
  readonly #shown = new Map<string, string>();
  #reacting: number | undefined;
  /** Whether the comment will be internal, while it has no text. */
  #internal = false;
  #typing = false;

  /** Fires when the page must be rendered again. */
  readonly onDidChange = this.#changed.event;

  constructor(panel: Pick<Panel, 'onDidLoad' | 'post'>, key: MergeRequestKey, deps: PageEditorDeps) {
    this.#panel = panel;
    this.#key = key;
    this.#deps = deps;
    // Typing doesn't render the page, which has the text already until it is loaded again.
    this.#parts.add(
      panel.onDidLoad(() => {
        this.#changed.fire();
      }),
    );
    this.#parts.add(
      deps.unfinished.onDidChange(() => {
        this.#follow();
      }),
    );
  }

  get model(): EditingModel {
    const places = [...this.#places().values()];
    return {
      comment: this.of({ kind: 'comment' }),
      internal: this.#isInternal(),
      replies: new Map(
        places.flatMap((place) =>
          place.kind === 'reply' ? [[place.discussion, this.of(place)] as const] : [],
        ),
      ),
      edits: new Map(
        places.flatMap((place) => (place.kind === 'edit' ? [[place.note, this.of(place)] as const] : [])),
      ),
      drafts: new Map(
        places.flatMap((place) => (place.kind === 'draft' ? [[place.draft, this.of(place)] as const] : [])),
      ),
      reacting: this.#reacting,
    };
  }

  /** The texts that files can be attached to. */
  get attachedTexts(): AttachedTexts {
    return {
      project: () => this.#key,
      has: (form) => editorPlaceOf(form) !== undefined,
      append: (form, added) => {
        const place = editorPlaceOf(form);
        if (place !== undefined) this.#append(place, added);
      },
    };
  }

  /** Returns what a text box shows. */
  of(place: EditorPlace): EditorOf {
    return {
      text: this.text(place),
      previewed: this.#previews.get(formOfPlace(place)),
      uploads: this.#deps.uploadsOf(place),
    };
  }

  /** Returns the current text of a text box. */
  text(place: EditorPlace): string {
    return this.#deps.unfinished.get(this.#placeOf(place))?.text ?? this.#original(place);
  }

  /** Returns the text that an edit started from; undefined for other text boxes. */
  base(place: EditorPlace): string | undefined {
    return isEdit(place) ? this.#original(place) : undefined;
  }

  /** True if the text differs from the comment that is edited, or isn't blank. */
  isChanged(place: EditorPlace, text: string): boolean {
    return isEdit(place) ? text !== this.#original(place) : text.trim() !== '';
  }

  open(place: EditorPlace): void {
    const form = formOfPlace(place);
    if (!this.#places().has(form)) this.#bases.delete(form);
    this.#open.set(form, place);
    const base = this.base(place);
    if (base !== undefined) this.#bases.set(form, base);
    this.#changed.fire();
  }

  /** Stores the text that the user typed. */
  type(place: EditorPlace, text: string): void {
    this.#shown.set(formOfPlace(place), text);
    const stored = this.isChanged(place, text) ? text : '';
    if (stored === (this.#deps.unfinished.get(this.#placeOf(place))?.text ?? '')) return;
    // The page already shows the text.
    this.#typing = true;
    ignoreFailure(this.#put(place, stored));
    this.#typing = false;
  }

  /** Closes a text box, and discards its stored text. */
  async close(place: EditorPlace): Promise<void> {
    const form = formOfPlace(place);
    if (place.kind === 'comment') this.#internal = false;
    this.#open.delete(form);
    this.#bases.delete(form);
    this.#previews.delete(form);
    this.#shown.delete(form);
    const removed = this.#deps.unfinished.remove(this.#placeOf(place));
    this.#changed.fire();
    await removed;
  }

  /** Shows the preview of a text, or the text box again if it is undefined. */
  preview(place: EditorPlace, text: string | undefined): void {
    const form = formOfPlace(place);
    if (text === undefined) this.#previews.delete(form);
    else this.#previews.set(form, text);
    this.#changed.fire();
  }

  /** Changes whether the new comment will be internal. */
  toggleInternal(): void {
    const place = { kind: 'comment' } as const;
    ignoreFailure(this.#put(place, this.text(place), { internal: !this.#isInternal() }));
    this.#changed.fire();
  }

  /** The place in the image that was selected for the stored text. */
  get storedImagePlace(): ImagePlace | undefined {
    return this.#deps.unfinished.get(this.#placeOf(IMAGE))?.image;
  }

  /** Stores the selected place in the image with the text. */
  imagePlaceSelected(): void {
    const text = this.#deps.unfinished.get(this.#placeOf(IMAGE))?.text;
    if (text !== undefined) ignoreFailure(this.#put(IMAGE, text));
  }

  /** Shows or hides the reactions that can be added to a comment. */
  toggleReacting(note: number): void {
    this.#reacting = this.#reacting === note ? undefined : note;
    this.#changed.fire();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  /** Shows texts that were changed elsewhere, for example in an input box. */
  #follow(): void {
    if (this.#typing) return;
    for (const [form, shown] of this.#shown) {
      const place = editorPlaceOf(form);
      if (place === undefined || !this.isChanged(place, shown)) continue;
      const text = this.text(place);
      if (text === shown) continue;
      this.#shown.set(form, text);
      this.#panel.post({ kind: 'fill', form, values: { [EDITOR_FIELD]: text } });
    }
    this.#changed.fire();
  }

  /** Adds Markdown to the end of a text, while the page isn't loaded. */
  #append(place: EditorPlace, markdown: string): void {
    const before = this.text(place);
    const text = `${before}${separatorAfter(before)}${markdown}`;
    ignoreFailure(this.#put(place, text));
  }

  /** Returns the open replies and edits, by form. */
  #places(): ReadonlyMap<string, EditorPlace> {
    const places = new Map(this.#open);
    for (const { name, box } of this.#deps.unfinished.list(this.#key)) {
      const place = box === undefined ? editorPlaceOf(name) : undefined;
      if (place !== undefined && place.kind !== 'comment') places.set(formOfPlace(place), place);
    }
    return places;
  }

  #isInternal(): boolean {
    return this.#deps.unfinished.get(this.#placeOf({ kind: 'comment' }))?.internal ?? this.#internal;
  }

  #put(place: EditorPlace, text: string, { internal = this.#isInternal() } = {}): Promise<void> {
    const was = this.base(place);
    if (place.kind === 'image')
      return this.#deps.unfinished.put(this.#placeOf(place), text, { image: this.#deps.image?.place() });
    if (place.kind !== 'comment') return this.#deps.unfinished.put(this.#placeOf(place), text, { was });
    this.#internal = internal;
    return this.#deps.unfinished.put(this.#placeOf(place), text, { was, internal });
  }

  #original(place: EditorPlace): string {
    if (!isEdit(place)) return '';
    const known = this.#bases.get(formOfPlace(place)) ?? this.#deps.unfinished.get(this.#placeOf(place))?.was;
    const edited = place.kind === 'draft' ? ({ kind: 'pending-edit', note: place.draft } as const) : place;
    return known ?? editedText(this.#deps.peek(this.#key), edited) ?? '';
  }

  /** The names of stored texts are those of the forms, except for an image, which has its own page. */
  #placeOf(place: EditorPlace): UnfinishedPlace {
    return place.kind === 'image'
      ? unfinishedFilePlace(this.#key, 'image', this.#deps.image?.path ?? '')
      : { mergeRequest: this.#key, name: formOfPlace(place) };
  }
}

const IMAGE = { kind: 'image' } as const;

type Edit = Extract<EditorPlace, { readonly kind: 'edit' | 'draft' }>;
const isEdit = (place: EditorPlace): place is Edit => place.kind === 'edit' || place.kind === 'draft';
