import type { FileToSend } from '../api/params';
import type { MergeRequestKey } from '../app/shared/keys';
import { background } from '../base/background';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { t } from '../base/localize';
import type { UploadOf } from '../presentation/merge-request-page/editor-model';
import {
  type EditorPlace,
  editorPlaceOf,
  formOfPlace,
} from '../presentation/merge-request-page/editor-places';
import type { OverviewEditors } from './overview-editors';
import type { Panel, PanelEvent } from './panel-frame';

/** Selects and uploads files. The methods report failures themselves. */
export interface AttachmentPort {
  /** Asks for files. Resolves to an empty list if the user cancels. */
  pick(): Promise<readonly FileToSend[]>;
  /** Resolves to the Markdown of the file; undefined if it isn't uploaded. */
  upload(key: MergeRequestKey, file: FileToSend, signal: AbortSignal): Promise<string | undefined>;
  /** Reports a file that is too large, or a folder or file that can't be read. `size`: in bytes. */
  refuse(name: string, size: number): void;
}

interface Upload extends UploadOf {
  readonly form: string;
  readonly end: AbortController;
}

/** A Markdown that was sent to the page and isn't in a text yet. */
interface Sent {
  readonly place: EditorPlace;
  readonly markdown: string;
}

/** Uploads files that are attached to the texts on the page, and inserts their Markdown. */
export class OverviewAttachments implements Disposable {
  readonly #panel: Pick<Panel, 'post' | 'isLoaded'>;
  readonly #key: MergeRequestKey;
  readonly #editors: Pick<OverviewEditors, 'append'>;
  readonly #port: AttachmentPort;
  readonly #changed = new Emitter<void>();
  readonly #uploads = new Map<number, Upload>();
  #sent: readonly Sent[] = [];
  /** One at a time, so that several files stay in their order. */
  #last: Promise<void> = Promise.resolve();
  #count = 0;

  /** Fires when the page must be rendered again. */
  readonly onDidChange = this.#changed.event;

  constructor(
    panel: Pick<Panel, 'post' | 'isLoaded'>,
    key: MergeRequestKey,
    editors: Pick<OverviewEditors, 'append'>,
    port: AttachmentPort,
  ) {
    this.#panel = panel;
    this.#key = key;
    this.#editors = editors;
    this.#port = port;
  }

  /** Returns the files that are being uploaded for a text box. */
  of(place: EditorPlace): readonly UploadOf[] {
    const form = formOfPlace(place);
    return [...this.#uploads.values()].filter((each) => each.form === form);
  }

  take({ form, mark, file }: Extract<PanelEvent, { readonly kind: 'attach' }>): void {
    const place = editorPlaceOf(form);
    if (place === undefined) return;
    if (file === undefined) background(this.#pick(place, mark));
    else if (file.data === undefined) this.#port.refuse(file.name, file.size);
    else this.#attach(place, mark, { name: file.name, bytes: new Uint8Array(file.data) });
  }

  cancel(number: number): void {
    const upload = this.#uploads.get(number);
    if (upload !== undefined) this.#end(upload);
  }

  cancelAll(place: EditorPlace): void {
    const form = formOfPlace(place);
    for (const upload of [...this.#uploads.values()]) if (upload.form === form) this.#end(upload);
  }

  /** Called with each text that the page reports. */
  typed(place: EditorPlace, text: string): void {
    const form = formOfPlace(place);
    this.#sent = this.#sent.filter(
      (each) => formOfPlace(each.place) !== form || !text.includes(each.markdown),
    );
  }

  /** Called when the page is unloaded, which loses what it hasn't inserted. */
  unloaded(): void {
    const lost = this.#sent;
    this.#sent = [];
    for (const { place, markdown } of lost) this.#editors.append(place, markdown);
  }

  dispose(): void {
    for (const { end } of this.#uploads.values()) end.abort();
    this.#uploads.clear();
    this.#changed.dispose();
  }

  async #pick(place: EditorPlace, mark: string): Promise<void> {
    for (const file of await this.#port.pick()) this.#attach(place, mark, file);
  }

  #attach(place: EditorPlace, mark: string, file: FileToSend): void {
    const { name } = file;
    const upload = { number: ++this.#count, name, form: formOfPlace(place), end: new AbortController() };
    this.#uploads.set(upload.number, upload);
    this.#changed.fire();
    const uploaded = this.#last.then(async () => {
      const markdown = await this.#upload(upload, file);
      if (markdown !== undefined) this.#insert(place, mark, { name, markdown });
    });
    // The next file doesn't depend on this one.
    this.#last = uploaded.catch(() => undefined);
    background(uploaded);
  }

  /** Resolves to the Markdown of the file; undefined if it isn't uploaded, or if the upload was canceled. */
  async #upload(upload: Upload, file: FileToSend): Promise<string | undefined> {
    const { signal } = upload.end;
    if (signal.aborted) return undefined;
    try {
      const markdown = await this.#port.upload(this.#key, file, signal);
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
    place: EditorPlace,
    mark: string,
    { name, markdown }: { readonly name: string; readonly markdown: string },
  ): void {
    if (!this.#panel.isLoaded) {
      this.#editors.append(place, markdown);
      return;
    }
    this.#sent = [...this.#sent, { place, markdown }];
    this.#panel.post({ kind: 'insert', form: formOfPlace(place), mark, text: markdown });
    this.#panel.post({ kind: 'say', text: t('Attached {0}.', name) });
  }
}
