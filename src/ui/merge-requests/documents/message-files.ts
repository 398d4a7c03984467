import {
  type FileStat,
  FileSystemError,
  FileType,
  languages,
  ProgressLocation,
  Range,
  type Tab,
  TabInputText,
  type TextDocument,
  TextDocumentChangeReason,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
} from 'vscode';
import type { DefaultTexts } from '../../../app/merge-requests/messages/default-messages';
import type { MergeMessages, MessageKind } from '../../../app/merge-requests/messages/merge-messages';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { orUndefined } from '../../../base/background';
import { t } from '../../../base/localize';
import { messageAddress, readEditAddress } from '../../../presentation/merge-requests/edit-address';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { MergeRequestTexts } from './lazy-texts';

export interface MessageDeps {
  readonly messages: MergeMessages;
  /** Returns the server's default messages. */
  readonly defaults: (key: MergeRequestKey) => Promise<DefaultTexts>;
}

/** An editor that a merge is waiting for. */
interface Editing {
  /** The text of the file. */
  saved: string;
  /** The text of the editor if it differs from the file. */
  unsaved: string | undefined;
  /** Resolves when the saved text is stored, which may be after the editor closes. */
  keeping: Promise<void>;
}

const LANGUAGE = 'git-commit';

/**
 * Commit messages as files, while a merge is being prepared. They start with the server's default; saved text
 * is kept until the merge is done.
 */
export class MessageFiles implements Files {
  readonly #deps: MessageDeps;
  readonly #editing = new Map<string, Editing>();

  constructor(deps: MessageDeps) {
    this.#deps = deps;
  }

  /**
   * Opens a message in an editor. Resolves when the editor is closed, with the unsaved text if there is any.
   */
  async edit(key: MergeRequestKey, kind: MessageKind): Promise<string | undefined> {
    const uri = Uri.from(messageAddress(key, kind));
    const editing: Editing = {
      saved: await this.#textOf(uri),
      unsaved: undefined,
      keeping: Promise.resolve(),
    };
    this.#editing.set(uri.toString(), editing);
    const changes = workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
      if (contentChanges.length > 0 && document.uri.toString() === uri.toString())
        noteText(editing, document.getText(), reason);
    });
    try {
      await showMessage(uri, editing.saved);
      // Progress is used because VS Code removes no other notifications after the merge.
      const title = t('Save and close the message to continue merging !{0}.', key.iid);
      const options = { location: ProgressLocation.Notification, title };
      await window.withProgress(options, () => closed(uri));
      // An editor can be closed while it is being saved.
      const document = documentOf(uri);
      if (document !== undefined) await saveDocument(document);
      await editing.keeping;
    } finally {
      changes.dispose();
      this.#editing.delete(uri.toString());
    }
    return editing.unsaved === editing.saved ? undefined : editing.unsaved;
  }

  /**
   * Saves and closes a message; default: the one in the active editor. Returns its merge request if no merge
   * is waiting for it, such as after a reload of the window.
   */
  async finish(argument: CommandArgument): Promise<MergeRequestKey | undefined> {
    const uri =
      argument?.document === undefined ? window.activeTextEditor?.document.uri : Uri.from(argument.document);
    if (uri === undefined) throw FileSystemError.FileNotFound();
    const { key } = namedBy(uri);
    const isWaiting = this.#editing.has(uri.toString());
    const document = documentOf(uri);
    if (document !== undefined && !(await saveDocument(document))) throw FileSystemError.Unavailable(uri);
    await window.tabGroups.close(tabsOf(uri));
    return isWaiting ? undefined : key;
  }

  async stat(uri: Uri): Promise<FileStat> {
    // The editor calls `stat` for the parent folders before it writes.
    if (readEditAddress(uri) === undefined) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const size = Buffer.byteLength(await this.#textOf(uri));
    return { type: FileType.File, ctime: 0, mtime: 0, size };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return Buffer.from(await this.#textOf(uri));
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const { key, kind } = namedBy(uri);
    const text = Buffer.from(content).toString('utf8');
    const keeping = this.#keep(key, kind, text);
    const editing = this.#editing.get(uri.toString());
    if (editing !== undefined) Object.assign(editing, { saved: text, keeping });
    await keeping;
  }

  /** Doesn't store an unchanged default message, so that the server uses its template. */
  async #keep(key: MergeRequestKey, kind: MessageKind, text: string): Promise<void> {
    const defaults = await orUndefined(this.#deps.defaults(key));
    await this.#deps.messages.keep(key, kind, text.trim() === defaults?.[kind].trim() ? '' : text);
  }

  async #textOf(uri: Uri): Promise<string> {
    const { key, kind } = namedBy(uri);
    const written = this.#deps.messages.get(key, kind);
    return written === '' ? (await this.#deps.defaults(key))[kind] : written;
  }
}

type Files = MergeRequestTexts['descriptions'];

/** Descriptions and messages share one scheme; selects the files by URI. */
export function byAddress(descriptions: Files, messages: Files): Files {
  const of = (uri: Uri): Files => (readEditAddress(uri)?.message === undefined ? descriptions : messages);
  return {
    stat: (uri) => of(uri).stat(uri),
    readFile: (uri) => of(uri).readFile(uri),
    writeFile: (uri, content, options) => of(uri).writeFile(uri, content, options),
  };
}

/**
 * Reverting and "Don't Save" restore the saved text; the text before counts as unsaved. After an undo, there
 * is no unsaved text.
 */
function noteText(editing: Editing, text: string, reason: TextDocumentChangeReason | undefined): void {
  if (text !== editing.saved) editing.unsaved = text;
  else if (reason === TextDocumentChangeReason.Undo) editing.unsaved = undefined;
}

async function showMessage(uri: Uri, text: string): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  // The editor caches documents after they are closed.
  if (!document.isDirty && document.getText() !== text) await replaceText(document, text);
  await window.showTextDocument(await asCommitMessage(document), { preview: false });
}

async function replaceText(document: TextDocument, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text);
  await workspace.applyEdit(edit);
  await document.save();
}

async function asCommitMessage(document: TextDocument): Promise<TextDocument> {
  const isKnown = (await languages.getLanguages()).includes(LANGUAGE);
  return isKnown ? languages.setTextDocumentLanguage(document, LANGUAGE) : document;
}

const documentOf = (uri: Uri): TextDocument | undefined =>
  workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());

const closed = (uri: Uri): Promise<void> =>
  new Promise((resolve) => {
    const subscription = window.tabGroups.onDidChangeTabs(() => {
      if (tabsOf(uri).length > 0) return;
      subscription.dispose();
      resolve();
    });
  });

function namedBy(uri: Uri): { readonly key: MergeRequestKey; readonly kind: MessageKind } {
  const { base, project, iid, message: kind } = readEditAddress(uri) ?? {};
  if (base === undefined || project === undefined || iid === undefined || kind === undefined)
    throw FileSystemError.FileNotFound(uri);
  return { key: { base, project, iid }, kind };
}

const tabsOf = (uri: Uri): readonly Tab[] =>
  window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString());

/** Maximum duration of a save, in milliseconds. */
const MAX_SAVE_MS = 5000;

/**
 * Saves a document. If it is already being saved, waits for that, because VS Code doesn't start another save.
 * Returns false if it wasn't saved.
 */
async function saveDocument(document: TextDocument): Promise<boolean> {
  const isSaved = (): boolean => !document.isDirty;
  if (isSaved() || (await document.save()) || isSaved()) return true;
  return new Promise((resolve) => {
    const end = (isSaved: boolean): void => {
      clearTimeout(timer);
      for (const each of subscriptions) each.dispose();
      resolve(isSaved);
    };
    const timer = setTimeout(end, MAX_SAVE_MS, false);
    const subscriptions = [
      workspace.onDidSaveTextDocument((saved) => {
        if (saved === document) end(true);
      }),
      workspace.onDidCloseTextDocument((closed) => {
        if (closed === document) end(isSaved());
      }),
    ];
  });
}
