import { type CommentToPost, isEdit, commentPosition } from '../../../app/discussions/comment-to-post';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { background, ignoreFailure } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import {
  type EditorAct,
  isEditorAct,
  isSubmitAct,
  type SubmitAct,
} from '../../../presentation/merge-request-page/editor-acts';
import type { EditingModel } from '../../../presentation/merge-request-page/editor-model';
import {
  EDITOR_FIELD,
  editorElement,
  type EditorPlace,
  editorPlaceOf,
  editorTextElement,
  formOfPlace,
} from '../../../presentation/merge-request-page/editor-places';
import type { FormValues } from '../../../schemas/panel-message';
import type { PageComments } from '../../discussions/commands/page-comments';
import type { SuggestionFacts } from '../../discussions/editor/comment-suggestions';
import type { PanelAttachments } from '../../discussions/panels/panel-attachments';
import { PanelTextBoxes, type TextBoxDeps } from '../../discussions/panels/panel-text-boxes';
import type { Panel, PanelEvent } from '../../shared/panels/panel-frame';
import { type ImageToComment, type PageEditorDeps, PageEditors } from './editors';
import { ReviewForm, type ReviewFormDeps, type ReviewedMergeRequest } from './review-form';

export interface PageWritingDeps extends TextBoxDeps, Pick<PageEditorDeps, 'unfinished' | 'peek'> {
  readonly comments: PageComments;
}

interface CommentedPage {
  /** Loaded data for completion. */
  readonly facts: SuggestionFacts;
  /** Only on the page of an image. */
  readonly image?: ImageToComment;
  /** Only on a page with the form of a review. */
  readonly review?: ReviewFormDeps & ReviewedMergeRequest;
}

/** The text box whose button was clicked. */
interface Pressed {
  readonly place: EditorPlace;
  readonly text: string;
}

/** Writing on a page: text boxes, buttons of text boxes and comments, completion, attachments, and the form of a review. */
export class PageWriting implements Disposable {
  readonly editors: PageEditors;
  readonly #panel: Pick<Panel, 'post'>;
  readonly #key: MergeRequestKey;
  readonly #deps: PageWritingDeps;
  readonly #image: ImageToComment | undefined;
  readonly #boxes: PanelTextBoxes;
  readonly #review: ReviewForm | undefined;
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new Emitter<void>());

  /** Fires when the page must be rendered again. */
  readonly onDidChange = this.#changed.event;

  constructor(
    panel: Pick<Panel, 'post' | 'isLoaded' | 'onDidChangeVisible' | 'onDidLoad'>,
    key: MergeRequestKey,
    deps: PageWritingDeps,
    { facts, image, review }: CommentedPage,
  ) {
    this.#panel = panel;
    this.#key = key;
    this.#deps = deps;
    this.#image = image;
    this.editors = this.#parts.add(
      new PageEditors(panel, key, {
        ...deps,
        uploadsOf: (place) => this.#attachments.of(formOfPlace(place)),
        image,
      }),
    );
    this.#boxes = this.#parts.add(new PanelTextBoxes(panel, this.editors.attachedTexts, deps, facts));
    const { editors } = this;
    if (review !== undefined)
      this.#review = this.#parts.add(new ReviewForm(panel, key, { ...deps, ...review, editors }));
    for (const part of [editors, this.#boxes, this.#review])
      if (part !== undefined)
        this.#parts.add(
          part.onDidChange(() => {
            this.#changed.fire();
          }),
        );
  }

  get model(): EditingModel {
    return { ...this.editors.model, review: this.#review?.model };
  }

  get #attachments(): PanelAttachments {
    return this.#boxes.attachments;
  }

  /** Returns true if the message was handled. */
  take(message: PanelEvent): boolean {
    if (message.kind !== 'change' && message.kind !== 'act') return this.#boxes.take(message);
    const { form, values = {} } = message;
    const place = editorPlaceOf(form);
    const text = values[EDITOR_FIELD];
    const typed = place === undefined || typeof text !== 'string' ? undefined : { place, text };
    if (message.kind === 'act') {
      const { action, value = '' } = message;
      if (!isEditorAct(action)) return false;
      if (isSubmitAct(action)) return this.#submit(action, values);
      background(this.#run(action, value, typed));
    } else if (typed !== undefined) this.#type(typed, values);
    return true;
  }

  #type({ place, text }: Pressed, values: FormValues): void {
    // The page may send the text of a submitted review again. Stored, it would open the form.
    if (place.kind === 'review' && this.#review?.isOpen !== true) return;
    this.editors.type(place, text);
    if (place.kind === 'review') this.#review?.choose(values);
    this.#attachments.typed(formOfPlace(place), text);
  }

  #submit(act: SubmitAct, values: FormValues): boolean {
    if (this.#attachments.of(formOfPlace({ kind: 'review' })).length === 0) this.#review?.take(act, values);
    else this.#say(t('Wait until the files are uploaded.'));
    return this.#review !== undefined;
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async #run(act: Exclude<EditorAct, SubmitAct>, value: string, pressed: Pressed | undefined): Promise<void> {
    switch (act) {
      case 'openReply':
        this.#open({ kind: 'reply', discussion: value });
        return;
      case 'editComment':
        this.#open(editorPlaceOf(`edit ${value}`));
        return;
      case 'editDraft':
        this.#open(editorPlaceOf(`draft ${value}`));
        return;
      case 'discardDraft':
        return this.#deps.comments.discardDraft(this.#key, Number(value));
      case 'deleteComment':
        return this.#remove(Number(value));
      case 'openReactions':
        this.editors.toggleReacting(Number(value));
        return;
      case 'toggleReaction':
        return this.#react(value);
      case 'cancelText':
        if (pressed?.place.kind === 'review') this.#review?.close(pressed.text);
        else if (pressed !== undefined) await this.#cancel(pressed);
        return;
      case 'toggleInternal':
        this.editors.toggleInternal();
        return;
      case 'cancelUpload':
        this.#attachments.cancel(Number(value));
        if (pressed !== undefined) this.#focus(pressed.place);
        return;
      case 'writeText':
        if (pressed === undefined) return;
        this.editors.preview(pressed.place, undefined);
        this.#focus(pressed.place);
        return;
      case 'previewText':
        if (pressed !== undefined) this.editors.preview(pressed.place, pressed.text);
        return;
      case 'saveComment':
      case 'postComment':
      case 'startThread':
      case 'postReply':
      case 'addToReview':
      case 'replyAndResolve':
        return pressed && this.#send(act, pressed);
    }
  }

  #open(place: EditorPlace | undefined): void {
    if (place === undefined || !this.#isShown(place)) return;
    this.editors.open(place);
    this.#focus(place);
  }

  /** Sends the text of a box as its button does: a new comment, a reply, or an edit. */
  async #send(act: EditorAct, { place, text }: Pressed): Promise<void> {
    if (this.#attachments.of(formOfPlace(place)).length > 0) {
      this.#refill(place, text, t('Wait until the files are uploaded.'));
      return;
    }
    const comment = this.#commentOf(act, place, text.trim());
    if (comment === undefined) return;
    const isChange = isEdit(comment);
    if (comment.body === '')
      this.#say(
        isChange ? t("The comment can't be empty. Delete it instead.") : t("The comment can't be empty."),
      );
    else if (act === 'addToReview' && place.kind === 'comment' && this.editors.model.internal)
      this.#refill(place, text, t("Internal notes can't be added to a review."));
    else if (place.kind === 'image' && commentPosition(comment) === undefined) this.#refill(place, text);
    else if (isChange && !this.editors.isChanged(place, text)) this.#close(place);
    else {
      const isSent = await this.#deps.comments.post(this.#key, comment, () => {
        this.#close(place);
      });
      if (!isSent) this.#refill(place, text);
    }
  }

  /** Returns what the button of a text box sends; undefined if the edited comment no longer exists. */
  #commentOf(act: EditorAct, place: EditorPlace, body: string): CommentToPost | undefined {
    const was = this.editors.base(place);
    if ((was === undefined) === (act === 'saveComment')) return undefined;
    switch (place.kind) {
      case 'draft': {
        const draft = this.#draftOf(place.draft);
        const discussion = draft?.discussion_id ?? undefined;
        return draft && { kind: 'pending-edit', body, note: draft.id, discussion, was };
      }
      case 'edit': {
        const thread = this.#threadOf(place);
        return thread && { kind: 'edit', body, note: place.note, discussion: thread.id, was };
      }
      case 'reply': {
        const { discussion } = place;
        if (act === 'addToReview') return { kind: 'pending', body, discussion };
        return { kind: 'reply', body, discussion, resolve: act === 'replyAndResolve' };
      }
      case 'image': {
        const position = this.#image?.position();
        return { kind: act === 'addToReview' ? 'pending' : 'thread', body, position };
      }
      case 'comment': {
        if (act === 'addToReview') return { kind: 'pending', body };
        const internal = this.editors.model.internal || undefined;
        return { kind: act === 'startThread' ? 'thread' : 'comment', body, internal };
      }
      case 'review':
        return undefined;
    }
  }

  /** Closes a text box whose text is stored as unsent, or isn't changed. */
  #close(place: EditorPlace): void {
    this.#leave(place);
    ignoreFailure(this.editors.close(place));
  }

  /** Shows a text that the page has already removed from its text box, and the reason, if there is one. */
  #refill(place: EditorPlace, text: string, why?: string): void {
    this.#panel.post({ kind: 'fill', form: formOfPlace(place), values: { [EDITOR_FIELD]: text } });
    if (why !== undefined) this.#say(why);
  }

  async #cancel({ place, text }: Pressed): Promise<void> {
    const what = place.kind === 'edit' || place.kind === 'draft' ? 'edit' : 'comment';
    if (this.editors.isChanged(place, text) && !(await this.#deps.comments.isSureToDiscard(what, text))) {
      this.#focus(place);
      return;
    }
    this.#attachments.cancelAll(formOfPlace(place));
    if (place.kind === 'comment' || place.kind === 'image') this.#refill(place, '');
    const closed = this.editors.close(place);
    this.#leave(place);
    await closed;
  }

  async #remove(note: number): Promise<void> {
    const thread = this.#threadOf({ kind: 'edit', note });
    if (thread !== undefined) await this.#deps.comments.remove(this.#key, thread.id, note);
  }

  async #react(value: string): Promise<void> {
    const [, note, name] = /^(\d{1,15}) (.{1,100})$/.exec(value) ?? [];
    if (note === undefined || name === undefined) return;
    if (this.editors.model.reacting === Number(note)) {
      this.editors.toggleReacting(Number(note));
      this.#reveal(`react-${note}`);
    }
    await this.#deps.comments.toggleReaction(this.#key, Number(note), name);
  }

  #draftOf(draft: number) {
    return this.#deps.peek(this.#key)?.drafts?.find(({ id }) => id === draft);
  }

  /** True if the page shows the comment or thread of a text box. */
  #isShown(place: EditorPlace): boolean {
    return place.kind === 'draft'
      ? this.#draftOf(place.draft) !== undefined
      : this.#threadOf(place) !== undefined;
  }

  /** Returns the thread of a text box; undefined if it no longer exists. */
  #threadOf(place: EditorPlace) {
    return this.#deps
      .peek(this.#key)
      ?.threads.find(({ id, notes }) =>
        place.kind === 'edit'
          ? notes.some((note) => note.id === place.note)
          : place.kind === 'reply' && id === place.discussion,
      );
  }

  #focus(place: EditorPlace): void {
    this.#reveal(editorTextElement(editorElement(place, this.#firstOf(place))));
  }

  /** Moves the focus from a text box that closes to the button that opened it. */
  #leave(place: EditorPlace): void {
    if (place.kind === 'reply') this.#reveal(`reply-${this.#firstOf(place)}`);
    else if (place.kind === 'edit') this.#reveal(`edit-note-${place.note}`);
    else if (place.kind === 'draft') this.#reveal(`edit-draft-${place.draft}`);
    else this.#focus(place);
  }

  /** Returns the ID of the first comment that a thread shows. */
  #firstOf(place: EditorPlace): number {
    return this.#threadOf(place)?.notes.find(({ system }) => !system)?.id ?? 0;
  }

  #reveal(id: string): void {
    this.#panel.post({ kind: 'reveal', id, focus: true });
  }

  #say(text: string): void {
    this.#panel.post({ kind: 'say', text });
  }
}
