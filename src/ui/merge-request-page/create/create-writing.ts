import type { CreateSession } from '../../../app/merge-requests/create/session';
import type { TextParts } from '../../../app/projects/text-parts';
import type { ProjectKey } from '../../../app/shared/keys';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import { separatorAfter } from '../../../domain/shared/attachments';
import { CREATE_FORM } from '../../../presentation/merge-requests/create-form';
import type { CreateModel } from '../../../presentation/merge-requests/create-model';
import { mergeRequestPlaces } from '../../../presentation/merge-requests/places';
import { type TextEditorAct, textPreview } from '../../../presentation/shared/forms/text-editor';
import { MarkdownCache } from '../../../presentation/shared/markdown/cache';
import { mayNameParts } from '../../../presentation/shared/markdown/references';
import type { CreateKey } from '../../../schemas/new-merge-request';
import type { SuggestionFacts } from '../../discussions/editor/comment-suggestions';
import { PanelTextBoxes, type TextBoxDeps } from '../../discussions/panels/panel-text-boxes';
import type { Panel, PanelEvent } from '../../shared/panels/panel-frame';

export interface CreateWritingDeps extends TextBoxDeps {
  readonly textParts: Pick<TextParts, 'peek' | 'load' | 'onDidChange'>;
}

/** Effects of quick actions in the description of a new merge request can do. */
const ACTIONS: ReturnType<SuggestionFacts['actions']> = ['edit', 'markDraft', 'trackTime'];

/** The text box for the description of a new merge request: preview, completion, and attachments. */
export class CreateWriting implements Disposable {
  readonly #panel: Pick<Panel, 'post'>;
  readonly #key: CreateKey;
  readonly #session: CreateSession;
  readonly #textParts: CreateWritingDeps['textParts'];
  readonly #boxes: PanelTextBoxes;
  readonly #parts = new DisposableStore();
  readonly #cache = this.#parts.add(new MarkdownCache());
  readonly #changed = this.#parts.add(new Emitter<void>());
  /** Markdown that was added while the page was hidden. */
  readonly #appended: string[] = [];
  #previews = false;

  /** Fires when the page must be rendered again. */
  readonly onDidChange = this.#changed.event;

  constructor(
    panel: Pick<Panel, 'post' | 'isLoaded' | 'onDidChangeVisible'>,
    key: CreateKey,
    session: CreateSession,
    deps: CreateWritingDeps,
  ) {
    this.#panel = panel;
    this.#key = key;
    this.#session = session;
    this.#textParts = deps.textParts;
    const texts = {
      project: () => this.#project,
      has: (form: string) => form === CREATE_FORM,
      append: (_form: string, markdown: string) => {
        this.#appended.push(markdown);
        session.change({ description: withAppended(session.values.description, [markdown]) });
      },
    };
    const known = { people: () => [], actions: () => ACTIONS };
    this.#boxes = this.#parts.add(new PanelTextBoxes(panel, texts, deps, known));
    const changed = (): void => {
      this.#changed.fire();
    };
    this.#parts.add(this.#boxes.onDidChange(changed));
    this.#parts.add(this.#cache.onDidComplete(changed));
    this.#parts.add(
      deps.textParts.onDidChange(() => {
        this.#cache.clear();
        if (this.#previews) changed();
      }),
    );
  }

  get model(): CreateModel['writing'] {
    const previewed = this.#previews ? this.#preview(this.#session.values.description) : undefined;
    return { previewed, uploads: this.#boxes.attachments.of(CREATE_FORM) };
  }

  /**
   * True while files are being uploaded, whose links aren't in the description yet. In this case, the page shows a
   * message.
   */
  isUploading(): boolean {
    if (this.#boxes.attachments.of(CREATE_FORM).length === 0) return false;
    this.#panel.post({ kind: 'say', text: t('Wait until the files are uploaded.') });
    return true;
  }

  /** Returns true if the message was handled. */
  take(message: PanelEvent): boolean {
    return this.#boxes.take(message);
  }

  /**
   * Called with each description that the page reports. After it was hidden, the page restores the text that it
   * showed before, which may lack files that were uploaded since then.
   */
  typed(): void {
    const { description } = this.#session.values;
    this.#boxes.attachments.typed(CREATE_FORM, description);
    const missing = this.#appended.splice(0).filter((markdown) => !description.includes(markdown));
    if (missing.length === 0) return;
    const values = { description: withAppended(description, missing) };
    this.#session.change(values);
    this.#panel.post({ kind: 'fill', form: CREATE_FORM, values });
  }

  run(act: TextEditorAct, value: string | undefined): void {
    if (act === 'cancelUpload') this.#boxes.attachments.cancel(Number(value));
    else {
      this.#previews = act === 'previewText';
      this.#changed.fire();
    }
    if (act !== 'previewText')
      this.#panel.post({ kind: 'reveal', id: `${CREATE_FORM}-description`, focus: true });
  }

  dispose(): void {
    this.#parts.dispose();
  }

  /** The project in which the merge request is created. */
  get #project(): ProjectKey | undefined {
    const { target } = this.#session;
    return target && { base: this.#key.base, project: target.project.id };
  }

  #preview(text: string) {
    const key = this.#project;
    const parts = key && this.#textParts.peek(key);
    // Drawings have no page yet.
    const places = {
      ...mergeRequestPlaces(this.#key.base, this.#session.target?.project.web_url, parts),
      page: undefined,
    };
    if (key !== undefined && mayNameParts(text)) this.#textParts.load(key);
    this.#cache.begin();
    return textPreview(text, (given) => this.#cache.of(given, places));
  }
}

const withAppended = (text: string, added: readonly string[]): string =>
  added.reduce((before, markdown) => `${before}${separatorAfter(before)}${markdown}`, text);
