import type { FileToSend } from '../../../api/params';
import type { ProjectKey } from '../../../app/shared/keys';
import { background, orUndefined } from '../../../base/background';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import type { UploadOf } from '../../../presentation/shared/forms/text-editor';
import type { Panel, PanelEvent } from '../../shared/panels/panel-frame';

/** Selects and uploads files. The methods report failures themselves. */
export interface AttachmentPort {
  /** Asks for files. Resolves to an empty list if the user cancels. */
  pick(): Promise<readonly FileToSend[]>;
  /** Resolves to the Markdown of the file; undefined if it isn't uploaded. */
  upload(key: ProjectKey, file: FileToSend, signal: AbortSignal): Promise<string | undefined>;
  /** Reports a file that is too large, or a folder or file that can't be read. `size`: its size in bytes. */
  refuse(name: string, size: number): void;
}

interface Upload extends UploadOf {
  readonly form: string;
  readonly end: AbortController;
}

/** A Markdown that was sent to the page and isn't in a text yet. */
interface Sent {
  readonly form: string;
  readonly markdown: string;
}

/** The texts that files are attached to, by form. */
export interface AttachedTexts {
  /** Returns the project to which files are uploaded; undefined if it isn't known. */
  readonly project: () => ProjectKey | undefined;
  /** Returns false for other forms. Pages can send any text. */
  readonly has: (form: string) => boolean;
  /** Adds Markdown to the end of a text, while the page isn't loaded. */
  readonly append: (form: string, markdown: string) => void;
}

/** Uploads files that are attached to the texts on a page, and inserts their Markdown. */
export class PanelAttachments implements Disposable {
  readonly #panel: Pick<Panel, 'post' | 'isLoaded'>;
  readonly #texts: AttachedTexts;
  readonly #port: AttachmentPort;
  readonly #changed = new Emitter<void>();
  readonly #uploads = new Map<number, Upload>();
  #sent: readonly Sent[] = [];
  /** One at a time, so that several files stay in their order. */
  #last: Promise<void> = Promise.resolve();
  #count = 0;

  /** Fires when the page must be rendered again. */
  readonly onDidChange = this.#changed.event;

  constructor(panel: Pick<Panel, 'post' | 'isLoaded'>, texts: AttachedTexts, port: AttachmentPort) {
    this.#panel = panel;
    this.#texts = texts;
    this.#port = port;
  }

  /** Returns the files that are being uploaded for a text box. */
  of(form: string): readonly UploadOf[] {
    return [...this.#uploads.values()].filter((each) => each.form === form);
  }

  take({ form, mark, file }: Extract<PanelEvent, { readonly kind: 'attach' }>): void {
    if (!this.#texts.has(form)) return;
    if (file === undefined) background(this.#pick(form, mark));
    else if (file.data === undefined) this.#port.refuse(file.name, file.size);
    else this.#attach(form, mark, { name: file.name, bytes: new Uint8Array(file.data) });
  }

  cancel(number: number): void {
    const upload = this.#uploads.get(number);
    if (upload !== undefined) this.#end(upload);
  }

  cancelAll(form: string): void {
    for (const upload of [...this.#uploads.values()]) if (upload.form === form) this.#end(upload);
  }

  /** Called with each text that the page reports. */
  typed(form: string, text: string): void {
    this.#sent = this.#sent.filter((each) => each.form !== form || !text.includes(each.markdown));
  }

  /** Called when the page is unloaded, which loses what it hasn't inserted. */
  unloaded(): void {
    const lost = this.#sent;
    this.#sent = [];
    for (const { form, markdown } of lost) this.#texts.append(form, markdown);
  }

  dispose(): void {
    for (const { end } of this.#uploads.values()) end.abort();
    this.#uploads.clear();
    this.#changed.dispose();
  }

  async #pick(form: string, mark: string): Promise<void> {
    for (const file of await this.#port.pick()) this.#attach(form, mark, file);
  }

  #attach(form: string, mark: string, file: FileToSend): void {
    const { name } = file;
    const upload = { number: ++this.#count, name, form, end: new AbortController() };
    this.#uploads.set(upload.number, upload);
    this.#changed.fire();
    const uploaded = this.#last.then(async () => {
      const markdown = await this.#upload(upload, file);
      if (markdown !== undefined) this.#insert(form, mark, { name, markdown });
    });
    // The next file doesn't depend on this one.
    this.#last = orUndefined(uploaded);
    background(uploaded);
  }

  /** Resolves to the Markdown of the file; undefined if it isn't uploaded, or if the upload was canceled. */
  async #upload(upload: Upload, file: FileToSend): Promise<string | undefined> {
    const { signal } = upload.end;
    const project = this.#texts.project();
    if (signal.aborted) return undefined;
    try {
      const markdown = project && (await this.#port.upload(project, file, signal));
      return this.#uploads.has(upload.number) ? markdown : undefined;
    } finally {
      this.#end(upload);
    }
  }

  #end(upload: Upload): void {
    upload.end.abort();
    this.#uploads.delete(upload.number);
    this.#changed.fire();
  }

  #insert(
    form: string,
    mark: string,
    { name, markdown }: { readonly name: string; readonly markdown: string },
  ): void {
    if (!this.#panel.isLoaded) {
      this.#texts.append(form, markdown);
      return;
    }
    this.#sent = [...this.#sent, { form, markdown }];
    this.#panel.post({ kind: 'insert', form, mark, text: markdown });
    this.#panel.post({ kind: 'say', text: t('Attached {0}.', name) });
  }
}
