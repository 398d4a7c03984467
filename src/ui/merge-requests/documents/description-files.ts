import {
  commands,
  type Disposable as EditorDisposable,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  TabInputText,
  TabInputTextDiff,
  TextDocumentSaveReason,
  type TextEditor,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { MergeRequestActions } from '../../../app/merge-requests/actions';
import type { DescriptionDrafts } from '../../../app/merge-requests/description-drafts';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import type { Disposable } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { type EditBase, EditConflictError } from '../../../domain/merge-requests/edit';
import { lengthOf, MAX_DESCRIPTION_LENGTH } from '../../../domain/merge-requests/text-limits';
import { editAddress, readEditAddress } from '../../../presentation/merge-requests/edit-address';
import { explain } from '../../../presentation/shared/error-messages';
import { plainText } from '../../../presentation/shared/plain-text';
import type { Prompts } from '../../shared/editor/prompts';

/** Opens the editor of a description. */
const showDescription = (key: MergeRequestKey): Thenable<TextEditor> =>
  window.showTextDocument(Uri.from(editAddress(key)), { preview: false });

/** True if a description is open, also in a comparison with the version of the server. */
function hasDescriptionTab(key: MergeRequestKey): boolean {
  const uri = Uri.from(editAddress(key)).toString();
  return window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => editedIn(input)?.toString() === uri),
  );
}

/** Returns the file that is edited in a tab; undefined for tabs without text. */
function editedIn(input: unknown): Uri | undefined {
  if (input instanceof TabInputTextDiff) return input.modified;
  return input instanceof TabInputText ? input.uri : undefined;
}

export interface DescriptionDeps {
  readonly store: MergeRequests;
  readonly actions: MergeRequestActions;
  readonly drafts: DescriptionDrafts;
  readonly prompts: Prompts;
}

/** The user's choice if someone else changed the description in the meantime. */
type Way = 'compare' | 'overwrite' | 'file';

/**
 * Descriptions of merge requests as files. Saving sends them; saved text is kept until the server accepts it. Text that
 * VS Code saves automatically is only kept, because it may be unfinished.
 */
export class DescriptionFiles
  implements Pick<FileSystemProvider, 'stat' | 'readFile' | 'writeFile'>, Disposable
{
  readonly #deps: DescriptionDeps;
  /** The version that the text in an editor is based on, by merge request. */
  readonly #bases = new Map<string, EditBase>();
  /** Merge requests whose description is being saved automatically. */
  readonly #automatic = new Set<string>();
  readonly #registrations: readonly EditorDisposable[];

  constructor(deps: DescriptionDeps) {
    this.#deps = deps;
    this.#registrations = [
      workspace.onWillSaveTextDocument(({ document, reason }) => {
        const key = readEditAddress(document.uri);
        if (key?.side !== 'mine') return;
        if (reason === TextDocumentSaveReason.Manual) this.#automatic.delete(mergeRequestId(key));
        else this.#automatic.add(mergeRequestId(key));
      }),
      workspace.onDidCloseTextDocument(({ uri }) => {
        const key = readEditAddress(uri);
        if (key?.side === 'mine') this.#bases.delete(mergeRequestId(key));
      }),
      // A document can stay open for minutes after its editor was closed.
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) {
          const uri = editedIn(input);
          const key = uri && readEditAddress(uri);
          if (key?.side === 'mine') this.#closed({ base: key.base, project: key.project, iid: key.iid });
        }
      }),
    ];
  }

  /** Opens a description in an editor, with earlier changes that weren't sent. */
  async open(key: MergeRequestKey): Promise<void> {
    const draft = this.#deps.drafts.get(key);
    // Text that is being edited stays based on the version it started from.
    if (draft === undefined && !hasDescriptionTab(key)) await this.#reload(key);
    else await showDescription(key);
    if (draft === undefined) {
      this.#deps.prompts.showStatus(t('Saving the description of !{0} sends it.', key.iid));
    } else {
      const message = t(
        "Your earlier changes to the description of !{0} haven't been sent yet. Save to send them.",
        key.iid,
      );
      this.#deps.prompts.showMessage('info', message, [
        {
          title: t('Discard'),
          run: async () => {
            await this.#discard(key);
          },
          failure: () => t("Couldn't discard your changes."),
        },
      ]);
    }
  }

  async stat(uri: Uri): Promise<FileStat> {
    // The editor calls `stat` for the parent folders before it writes.
    if (readEditAddress(uri) === undefined) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const text = await this.#textOf(uri);
    return { type: FileType.File, ctime: 0, mtime: this.#stamp(uri), size: Buffer.byteLength(text) };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return Buffer.from(await this.#textOf(uri));
  }

  /** Rejects if nothing was sent, so that the editor keeps the document as unsaved. */
  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const key = this.#keyOf(uri);
    const text = Buffer.from(content).toString('utf8');
    const length = lengthOf(text);
    if (length > MAX_DESCRIPTION_LENGTH) {
      throw FileSystemError.Unavailable(
        t(
          'The description can have at most {0} characters. It currently has {1}.',
          MAX_DESCRIPTION_LENGTH,
          length,
        ),
      );
    }
    const base = this.#bases.get(mergeRequestId(key)) ?? (await this.#read(key));
    await this.#deps.drafts.keep(key, { text, base });
    if (this.#automatic.delete(mergeRequestId(key))) {
      await this.#keepUnsent(key, text, base);
      return;
    }
    try {
      await this.#send(key, text, base);
    } catch (error) {
      if (error instanceof FileSystemError) throw error;
      // The editor shows the cause after the name of the document, in a message in which links would be active.
      throw FileSystemError.Unavailable(plainText(explain(error).why));
    }
  }

  dispose(): void {
    for (const registration of this.#registrations) registration.dispose();
  }

  async #keepUnsent(key: MergeRequestKey, text: string, base: EditBase): Promise<void> {
    if (text === (base.description ?? '')) await this.#deps.drafts.forget(key);
    else
      this.#deps.prompts.showStatus(
        t(
          "The description of !{0} hasn't been sent. Save it with the keyboard or the menu to send it.",
          key.iid,
        ),
      );
  }

  /** Offers to send text that was only saved automatically. */
  #closed(key: MergeRequestKey): void {
    const draft = this.#deps.drafts.get(key);
    if (draft === undefined || hasDescriptionTab(key)) return;
    this.#deps.prompts.showMessage(
      'info',
      t("Your changes to the description of !{0} haven't been sent.", key.iid),
      [
        {
          title: t('Send'),
          run: async () => {
            // The user may have opened and changed the description again.
            const now = this.#deps.drafts.get(key);
            if (now !== undefined) await this.#send(key, now.text, now.base);
          },
          failure: () => t("Couldn't save the description."),
        },
        {
          title: t('Discard'),
          run: () => (hasDescriptionTab(key) ? this.#discard(key) : this.#deps.drafts.forget(key)),
          failure: () => t("Couldn't discard your changes."),
        },
      ],
    );
  }

  async #send(key: MergeRequestKey, text: string, base: EditBase): Promise<void> {
    const { actions, drafts } = this.#deps;
    try {
      const now = await actions.edit(key, { description: text }, base);
      this.#bases.set(mergeRequestId(key), now);
      await drafts.forget(key);
    } catch (error) {
      if (!(error instanceof EditConflictError)) throw error;
      await this.#settle(key, text, error.current);
    }
  }

  /** Asks how to resolve a conflict. Overwrites nothing unless the user chooses to. */
  async #settle(key: MergeRequestKey, text: string, current: EditBase): Promise<void> {
    const { prompts, drafts } = this.#deps;
    const way = await prompts.pick<Way>({
      title: t('Resolve Conflict in Description of !{0}', key.iid),
      placeholder: t('Select how to continue; the description was changed on the server'),
      items: [
        {
          label: t('Compare'),
          description: t("compares your version with the server's; save again afterward"),
          icon: 'diff',
          value: 'compare',
        },
        {
          label: t('Overwrite'),
          description: t("discards the server's version"),
          icon: 'cloud-upload',
          value: 'overwrite',
        },
        {
          label: t('Save to File...'),
          description: t('saves your version to a separate file'),
          icon: 'save-as',
          value: 'file',
        },
      ],
    });
    switch (way) {
      case 'overwrite':
        await this.#send(key, text, current);
        return;
      case 'compare': {
        // The user sees the current version, so the next save is based on it.
        this.#bases.set(mergeRequestId(key), current);
        await drafts.keep(key, { text, base: current });
        const [server, mine] = [Uri.from(editAddress(key, 'server')), Uri.from(editAddress(key))];
        await commands.executeCommand('vscode.diff', server, mine, t('!{0}: Server ↔ Yours', key.iid));
        break;
      }
      case 'file': {
        const place = await prompts.saveAs({ defaultName: `description-${key.iid}.md` });
        if (place !== undefined) await workspace.fs.writeFile(Uri.parse(place, true), Buffer.from(text));
        break;
      }
      case undefined:
        break;
    }
    throw FileSystemError.Unavailable(t('The description was changed on the server.'));
  }

  #keyOf(uri: Uri): MergeRequestKey {
    const key = readEditAddress(uri);
    if (key === undefined) throw FileSystemError.FileNotFound(uri);
    return { base: key.base, project: key.project, iid: key.iid };
  }

  async #textOf(uri: Uri): Promise<string> {
    const { store, drafts } = this.#deps;
    const key = this.#keyOf(uri);
    const isServers = readEditAddress(uri)?.side === 'server';
    const draft = isServers ? undefined : drafts.get(key);
    if (draft !== undefined) {
      this.#bases.set(mergeRequestId(key), this.#bases.get(mergeRequestId(key)) ?? draft.base);
      return draft.text;
    }
    const known = isServers
      ? await store.get(key)
      : (this.#bases.get(mergeRequestId(key)) ?? (await this.#read(key)));
    return known.description ?? '';
  }

  /** Changes with the version that the text is based on, so that the editor reloads the file. */
  #stamp(uri: Uri): number {
    const base = this.#bases.get(mergeRequestId(this.#keyOf(uri)));
    return Date.parse(base?.updated_at ?? '') || 0;
  }

  async #read(key: MergeRequestKey): Promise<EditBase> {
    const { title, description, updated_at } = await this.#deps.store.refresh(key);
    const base = { title, description, updated_at };
    this.#bases.set(mergeRequestId(key), base);
    return base;
  }

  async #discard(key: MergeRequestKey): Promise<void> {
    await this.#deps.drafts.forget(key);
    await this.#reload(key);
  }

  /** Shows the description of the server, because VS Code keeps the text of a closed document for some minutes. */
  async #reload(key: MergeRequestKey): Promise<void> {
    await this.#read(key);
    await showDescription(key);
    await commands.executeCommand('workbench.action.files.revert');
  }
}
