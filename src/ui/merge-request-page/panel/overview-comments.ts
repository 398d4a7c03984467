import type { CommentToPost } from '../../../app/discussions/comment-to-post';
import type { MergeRequestComments } from '../../../app/discussions/discussions';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import { t } from '../../../base/localize';
import type { CommentPosition } from '../../../domain/changes/positions';
import type { EditorAct, SubmitAct } from '../../../presentation/merge-request-page/editor-acts';
import {
  EDITOR_FIELD,
  editorElement,
  type EditorPlace,
  editorPlaceOf,
  editorTextElement,
  formOfPlace,
} from '../../../presentation/merge-request-page/editor-places';
import type { PanelAttachments } from '../../discussions/panels/panel-attachments';
import type { Panel, PanelEvent } from '../../shared/panels/panel-frame';
import type { OverviewEditors } from './overview-editors';

/** Sends and changes comments. The methods report failures themselves. */
interface CommentPort {
  /** Sends a comment. The text is stored before the method returns a promise, until the server has it. */
  post(key: MergeRequestKey, comment: CommentToPost): Promise<void>;
  /**
   * For a second pending reply to a thread, asks whether to append it to the first, and resolves to what to send, or to
   * undefined if the user cancels. Returns undefined for all other comments.
   */
  appended(key: MergeRequestKey, comment: CommentToPost): Promise<CommentToPost | undefined> | undefined;
  /** Asks, and deletes a comment. */
  remove(key: MergeRequestKey, discussion: string, note: number): Promise<void>;
  /** Asks, and discards a pending comment. */
  discardDraft(key: MergeRequestKey, draft: number): Promise<void>;
  toggleReaction(key: MergeRequestKey, note: number, name: string): Promise<void>;
  /** Asks whether to discard a text. */
  isSureToDiscard(what: 'comment' | 'edit', text: string): Promise<boolean>;
}

export interface OverviewCommentDeps {
  readonly comments: CommentPort;
  readonly peek: (key: MergeRequestKey) => MergeRequestComments | undefined;
}

interface OverviewCommentParts extends OverviewCommentDeps {
  readonly editors: OverviewEditors;
  readonly attachments: Pick<PanelAttachments, 'of' | 'cancel' | 'cancelAll'>;
  /** Returns the selected place of a comment on an image; undefined while the image isn't displayed. */
  readonly position?: () => CommentPosition | undefined;
}

type Act = Extract<PanelEvent, { readonly kind: 'act' }>;

/** The text box whose button was clicked. */
interface Pressed {
  readonly place: EditorPlace;
  readonly text: string;
}

/** Runs the actions of text boxes, and those of comments. */
export class OverviewComments {
  readonly #panel: Pick<Panel, 'post'>;
  readonly #key: MergeRequestKey;
  readonly #editors: OverviewEditors;
  readonly #deps: OverviewCommentParts;

  constructor(panel: Pick<Panel, 'post'>, key: MergeRequestKey, deps: OverviewCommentParts) {
    this.#panel = panel;
    this.#key = key;
    this.#editors = deps.editors;
    this.#deps = deps;
  }

  take(act: Exclude<EditorAct, SubmitAct>, { value = '', form, values }: Omit<Act, 'kind' | 'action'>): void {
    const place = editorPlaceOf(form);
    const text = values?.[EDITOR_FIELD];
    const pressed = place === undefined || typeof text !== 'string' ? undefined : { place, text };
    background(this.#run(act, value, pressed));
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
        this.#editors.toggleReacting(Number(value));
        return;
      case 'toggleReaction':
        return this.#react(value);
      case 'cancelText':
        return pressed && this.#cancel(pressed);
      case 'toggleInternal':
        this.#editors.toggleInternal();
        return;
      case 'cancelUpload':
        this.#deps.attachments.cancel(Number(value));
        if (pressed !== undefined) this.#focus(pressed.place);
        return;
      case 'writeText':
        if (pressed === undefined) return;
        this.#editors.preview(pressed.place, undefined);
        this.#focus(pressed.place);
        return;
      case 'previewText':
        if (pressed !== undefined) this.#editors.preview(pressed.place, pressed.text);
        return;
      case 'saveComment':
        return pressed && this.#save(pressed);
      case 'postComment':
      case 'startThread':
      case 'postReply':
      case 'addToReview':
      case 'replyAndResolve':
        return pressed && this.#post(act, pressed);
    }
  }

  #open(place: EditorPlace | undefined): void {
    if (place === undefined || !this.#isShown(place)) return;
    this.#editors.open(place);
    this.#focus(place);
  }

  async #post(act: EditorAct, { place, text }: Pressed): Promise<void> {
    if (this.#isUploading(place, text)) return;
    const body = text.trim();
    if (body === '') {
      this.#say(t("The comment can't be empty."));
      return;
    }
    if (place.kind === 'edit' || place.kind === 'draft') return;
    const draft = act === 'addToReview';
    const internal = place.kind === 'comment' && this.#editors.model.internal;
    if (internal && draft) {
      this.#refill(place, text);
      this.#say(t("Internal notes can't be added to a review."));
      return;
    }
    const position = place.kind === 'image' ? this.#deps.position?.() : undefined;
    if (place.kind === 'image' && position === undefined) {
      this.#refill(place, text);
      return;
    }
    const written = commentOf(act, place, { body, position, internal: internal || undefined });
    const appending = this.#deps.comments.appended(this.#key, written);
    const comment = appending === undefined ? written : await appending;
    if (comment === undefined) {
      this.#refill(place, text);
      return;
    }
    // The comment is stored as unsent before its text is removed from the text box.
    const posting = this.#deps.comments.post(this.#key, comment);
    this.#leave(place);
    await Promise.all([this.#editors.close(place), posting]);
  }

  /** Keeps the text if files are being uploaded. */
  #isUploading(place: EditorPlace, text: string): boolean {
    if (this.#deps.attachments.of(formOfPlace(place)).length === 0) return false;
    this.#refill(place, text);
    this.#say(t('Wait until the files are uploaded.'));
    return true;
  }

  /** Shows a text that the page has already removed from its text box. */
  #refill(place: EditorPlace, text: string): void {
    this.#panel.post({ kind: 'fill', form: formOfPlace(place), values: { [EDITOR_FIELD]: text } });
  }

  async #save({ place, text }: Pressed): Promise<void> {
    if (this.#isUploading(place, text)) return;
    const edited = this.#editedBy(place);
    if (edited === undefined) return;
    const was = this.#editors.base(place);
    const body = text.trim();
    if (body === '') {
      this.#say(t("The comment can't be empty. Delete it instead."));
      return;
    }
    const posting = this.#editors.isChanged(place, text)
      ? this.#deps.comments.post(this.#key, { ...edited, body, was })
      : undefined;
    this.#leave(place);
    await Promise.all([this.#editors.close(place), posting]);
  }

  async #cancel({ place, text }: Pressed): Promise<void> {
    const what = place.kind === 'edit' || place.kind === 'draft' ? 'edit' : 'comment';
    if (this.#editors.isChanged(place, text) && !(await this.#deps.comments.isSureToDiscard(what, text))) {
      this.#focus(place);
      return;
    }
    this.#deps.attachments.cancelAll(formOfPlace(place));
    if (place.kind === 'comment' || place.kind === 'image')
      this.#panel.post({ kind: 'fill', form: formOfPlace(place), values: { [EDITOR_FIELD]: '' } });
    const closed = this.#editors.close(place);
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
    if (this.#editors.model.reacting === Number(note)) {
      this.#editors.toggleReacting(Number(note));
      this.#reveal(`react-${note}`);
    }
    await this.#deps.comments.toggleReaction(this.#key, Number(note), name);
  }

  /** Returns the comment that a text box edits; undefined for other text boxes, and if it no longer exists. */
  #editedBy(place: EditorPlace) {
    if (place.kind === 'draft') {
      const draft = this.#draftOf(place.draft);
      const discussion = draft?.discussion_id ?? undefined;
      return draft && ({ kind: 'pending-edit', discussion, note: place.draft } as const);
    }
    const thread = place.kind === 'edit' ? this.#threadOf(place) : undefined;
    return place.kind === 'edit' && thread !== undefined
      ? ({ kind: 'edit', discussion: thread.id, note: place.note } as const)
      : undefined;
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
    switch (place.kind) {
      case 'comment':
      case 'review':
      case 'image':
        this.#focus(place);
        return;
      case 'reply':
        this.#reveal(`reply-${this.#firstOf(place)}`);
        return;
      case 'edit':
        this.#reveal(`edit-note-${place.note}`);
        return;
      case 'draft':
        this.#reveal(`edit-draft-${place.draft}`);
    }
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

/** Returns the comment of a text box, as the button sends it. */
function commentOf(
  act: EditorAct,
  place: EditorPlace,
  {
    body,
    position,
    internal,
  }: Pick<Extract<CommentToPost, { readonly kind: 'thread' }>, 'body' | 'position' | 'internal'>,
): CommentToPost {
  const discussion = place.kind === 'reply' ? place.discussion : undefined;
  if (act === 'addToReview') return { kind: 'pending', body, discussion, position };
  if (discussion !== undefined)
    return { kind: 'reply', body, discussion, resolve: act === 'replyAndResolve' };
  return act === 'startThread' || position !== undefined
    ? { kind: 'thread', body, position, internal }
    : { kind: 'comment', body, internal };
}
