import {
  type CancellationToken,
  type DataTransfer,
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
import type { FileToSend } from '../../../api/params';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { separatorAfter } from '../../../domain/shared/attachments';
import { withSignal } from '../../shared/editor/with-signal';
import { textBefore } from '../editor/comment-box';
import { MARKDOWN_DOCUMENTS, mergeRequestOfDocument } from '../editor/written-text';

export interface CommentAttachmentDeps {
  readonly attachments: {
    /** Resolves to the Markdown of the file; undefined if it isn't uploaded, which is reported. */
    upload(key: MergeRequestKey, file: FileToSend, signal: AbortSignal): Promise<string | undefined>;
  };
}

const KIND = DocumentDropOrPasteEditKind.Empty.append('switchyard', 'attachment');

/** Uploads files that are pasted or dropped into comment boxes of diffs and into descriptions. */
export function registerCommentAttachments(deps: CommentAttachmentDeps): Disposable {
  const attachments = new CommentAttachments(deps);
  const parts = new DisposableStore();
  parts.add(
    languages.registerDocumentPasteEditProvider(MARKDOWN_DOCUMENTS, attachments, {
      providedPasteEditKinds: [KIND],
      pasteMimeTypes: ['files'],
    }),
  );
  parts.add(
    languages.registerDocumentDropEditProvider(MARKDOWN_DOCUMENTS, attachments, {
      providedDropEditKinds: [KIND],
      dropMimeTypes: ['files'],
    }),
  );
  return parts;
}

/** The paste of files, which are uploaded when VS Code applies it. */
class PastedFiles extends DocumentPasteEdit {
  readonly files: readonly FileToSend[];
  readonly mergeRequest: MergeRequestKey;
  /** The text before the cursor. */
  readonly before: string;

  constructor(mergeRequest: MergeRequestKey, files: readonly FileToSend[], before = '') {
    super('', t('Attach Files'), KIND);
    this.before = before;
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
    [range]: readonly Range[],
    data: DataTransfer,
  ): Promise<PastedFiles[] | undefined> {
    const key = mergeRequestOfDocument(document);
    // Programs such as spreadsheets copy a picture in addition to the text.
    const text = await data.get('text/plain')?.asString();
    if (key === undefined || (text ?? '') !== '') return undefined;
    // VS Code discards the data before it applies the paste.
    const files = await filesIn(data);
    return files.length === 0
      ? undefined
      : [new PastedFiles(key, files, range && textBefore(document, range.start))];
  }

  async resolveDocumentPasteEdit(edit: PastedFiles, token: CancellationToken): Promise<PastedFiles> {
    const markdown = await this.#markdownOf(edit.mergeRequest, edit.files, token);
    edit.insertText = markdown === '' ? '' : `${separatorAfter(edit.before)}${markdown}`;
    return edit;
  }

  async provideDocumentDropEdits(
    document: TextDocument,
    _position: Position,
    data: DataTransfer,
    token: CancellationToken,
  ): Promise<DocumentDropEdit | undefined> {
    const key = mergeRequestOfDocument(document);
    const files = key === undefined ? [] : await filesIn(data);
    if (key === undefined || files.length === 0) return undefined;
    return new DocumentDropEdit(await this.#markdownOf(key, files, token), t('Attach Files'), KIND);
  }

  #markdownOf(key: MergeRequestKey, files: readonly FileToSend[], token: CancellationToken): Promise<string> {
    return withSignal(token, async (signal) => {
      const texts: string[] = [];
      for (const file of files) {
        const markdown = await this.#deps.attachments.upload(key, file, signal);
        if (markdown !== undefined) texts.push(markdown);
      }
      return texts.join('\n');
    });
  }
}

const filesIn = (data: DataTransfer): Promise<readonly FileToSend[]> => {
  const files = [...data].flatMap(([, item]) => item.asFile() ?? []);
  return Promise.all(files.map(async (file) => ({ name: file.name, bytes: await file.data() })));
};
