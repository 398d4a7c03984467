import {
  type CancellationToken,
  type DataTransfer,
  type DataTransferFile,
  DocumentDropEdit,
  type DocumentDropEditProvider,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditProvider,
  languages,
  type Position,
  type Range,
  type TextDocument,
} from 'vscode';
import type { FileToSend } from '../../api/params';
import type { MergeRequestKey } from '../../app/shared/keys';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { t } from '../../base/localize';
import { isOwnCommentInput } from '../../editor/review/comment-box';
import { withSignal } from '../../editor/shared/with-signal';

export interface CommentAttachmentDeps {
  /** The merge request of the diff with the comment box. */
  readonly current: () => MergeRequestKey | undefined;
  readonly attachments: {
    /** Resolves to the Markdown of the file; undefined if it isn't uploaded, which is reported. */
    upload(key: MergeRequestKey, file: FileToSend, signal: AbortSignal): Promise<string | undefined>;
  };
}

const KIND = DocumentDropOrPasteEditKind.Empty.append('switchyard', 'attachment');
const SELECTOR = { scheme: 'comment' };

/** Uploads files that are pasted or dropped into the comment boxes of diffs. */
export function registerCommentAttachments(deps: CommentAttachmentDeps): Disposable {
  const attachments = new CommentAttachments(deps);
  const parts = new DisposableStore();
  parts.add(
    languages.registerDocumentPasteEditProvider(SELECTOR, attachments, {
      providedPasteEditKinds: [KIND],
      pasteMimeTypes: ['files'],
    }),
  );
  parts.add(
    languages.registerDocumentDropEditProvider(SELECTOR, attachments, {
      providedDropEditKinds: [KIND],
      dropMimeTypes: ['files'],
    }),
  );
  return parts;
}

/** The paste of files, which are uploaded when VS Code applies it. */
class PastedFiles extends DocumentPasteEdit {
  readonly files: readonly DataTransferFile[];
  readonly mergeRequest: MergeRequestKey;

  constructor(mergeRequest: MergeRequestKey, files: readonly DataTransferFile[]) {
    super('', t('Attach Files'), KIND);
    this.mergeRequest = mergeRequest;
    this.files = files;
  }
}

class CommentAttachments implements DocumentPasteEditProvider<PastedFiles>, DocumentDropEditProvider {
  readonly #deps: CommentAttachmentDeps;

  constructor(deps: CommentAttachmentDeps) {
    this.#deps = deps;
  }

  async provideDocumentPasteEdits(
    document: TextDocument,
    _ranges: readonly Range[],
    data: DataTransfer,
  ): Promise<PastedFiles[] | undefined> {
    const { key, files } = this.#filesFor(document, data);
    // Programs such as spreadsheets copy a picture in addition to the text.
    const text = await data.get('text/plain')?.asString();
    if (key === undefined || files.length === 0 || (text ?? '') !== '') return undefined;
    return [new PastedFiles(key, files)];
  }

  async resolveDocumentPasteEdit(edit: PastedFiles, token: CancellationToken): Promise<PastedFiles> {
    edit.insertText = await this.#markdownOf(edit.mergeRequest, edit.files, token);
    return edit;
  }

  async provideDocumentDropEdits(
    document: TextDocument,
    _position: Position,
    data: DataTransfer,
    token: CancellationToken,
  ): Promise<DocumentDropEdit | undefined> {
    const { key, files } = this.#filesFor(document, data);
    if (key === undefined || files.length === 0) return undefined;
    return new DocumentDropEdit(await this.#markdownOf(key, files, token), t('Attach Files'), KIND);
  }

  #filesFor(document: TextDocument, data: DataTransfer) {
    // Boxes of other extensions have other documents.
    const key = isOwnCommentInput(document.uri) ? this.#deps.current() : undefined;
    return { key, files: [...data].flatMap(([, item]) => item.asFile() ?? []) };
  }

  #markdownOf(
    key: MergeRequestKey,
    files: readonly DataTransferFile[],
    token: CancellationToken,
  ): Promise<string> {
    return withSignal(token, async (signal) => {
      const texts: string[] = [];
      for (const file of files) {
        const markdown = await this.#deps.attachments.upload(
          key,
          { name: file.name, bytes: await file.data() },
          signal,
        );
        if (markdown !== undefined) texts.push(markdown);
      }
      return texts.join('\n');
    });
  }
}
