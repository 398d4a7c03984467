import {
  commands,
  type Disposable as EditorDisposable,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { MergeRequestActions } from '../../app/merge-requests/actions';
import type { DescriptionDrafts } from '../../app/merge-requests/description-drafts';
import type { MergeRequests } from '../../app/merge-requests/merge-requests';
import type { MergeRequestKey } from '../../app/shared/keys';
import { mergeRequestId } from '../../app/shared/keys';
import type { Disposable } from '../../base/disposable';
import { t } from '../../base/localize';
import { type EditBase, EditConflict } from '../../domain/merge-requests/edit';
import { lengthOf, MAX_DESCRIPTION_LENGTH } from '../../domain/merge-requests/text-limits';
import type { Prompts } from '../../editor/shared/prompts';
import { editAddress, readEditAddress } from '../../presentation/merge-requests/edit-address';
import { failureText } from '../../presentation/shared/error-messages';
import { plainText } from '../../presentation/shared/plain-text';

export interface DescriptionDeps {
  readonly store: MergeRequests;
  readonly actions: MergeRequestActions;
  readonly drafts: DescriptionDrafts;
  readonly prompts: Prompts;
}

/** What a person does where somebody else has changed the description meanwhile. */
type Way = 'compare' | 'overwrite' | 'file';

/** Descriptions of merge requests as files: saving sends them, and what was saved is kept until the server has it. */
export class DescriptionFiles
  implements Pick<FileSystemProvider, 'stat' | 'readFile' | 'writeFile'>, Disposable
{
  readonly #deps: DescriptionDeps;
  /** What the text in an editor was made of, by merge request. */
  readonly #bases = new Map<string, EditBase>();
  readonly #registrations: readonly EditorDisposable[];

  constructor(deps: DescriptionDeps) {
    this.#deps = deps;
    this.#registrations = [
      workspace.onDidCloseTextDocument(({ uri }) => {
        const key = readEditAddress(uri);
        if (key?.side === 'mine') this.#bases.delete(mergeRequestId(key));
      }),
    ];
  }

  /** Opens a description in an editor, with what was typed before where that was not sent. */
  async open(key: MergeRequestKey): Promise<void> {
    const draft = this.#deps.drafts.get(key);
    // What is being typed was made of what was there then: that stays so.
    if (draft === undefined && !isOpen(key)) await this.#read(key);
    await window.showTextDocument(Uri.from(editAddress(key)), { preview: false });
    if (draft !== undefined) {
      const said = t(
        "Your earlier changes to the description of !{0} haven't been sent yet. Save to send them.",
        key.iid,
      );
      this.#deps.prompts.showMessage('info', said, [
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
    // The editor looks at the folders above before it writes.
    if (readEditAddress(uri) === undefined) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const text = await this.#textOf(uri);
    return { type: FileType.File, ctime: 0, mtime: this.#stamp(uri), size: Buffer.byteLength(text) };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return Buffer.from(await this.#textOf(uri));
  }

  /** Rejects where nothing was sent: then the editor keeps the text as one that is not saved. */
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
    try {
      await this.#send(key, text, base);
    } catch (error) {
      if (error instanceof FileSystemError) throw error;
      // The editor shows it as a message, in which links would work.
      throw FileSystemError.Unavailable(
        plainText(failureText(t("Couldn't update the description of !{0}.", key.iid), error)),
      );
    }
  }

  dispose(): void {
    for (const registration of this.#registrations) registration.dispose();
  }

  async #send(key: MergeRequestKey, text: string, base: EditBase): Promise<void> {
    const { actions, drafts } = this.#deps;
    try {
      const now = await actions.edit(key, { description: text }, base);
      this.#bases.set(mergeRequestId(key), now);
      await drafts.forget(key);
    } catch (error) {
      if (!(error instanceof EditConflict)) throw error;
      await this.#settle(key, text, error.current);
    }
  }

  /** Asks what to do about two texts. Nothing is overwritten unless the person says so. */
  async #settle(key: MergeRequestKey, text: string, current: EditBase): Promise<void> {
    const { prompts, drafts } = this.#deps;
    const way = await prompts.pick<Way>({
      title: t('Resolve Conflict in Description of !{0}', key.iid),
      placeholder: t('Someone else changed the description since you opened it. Select how to continue.'),
      items: [
        {
          label: t('Compare'),
          description: t("compare your version with the server's, then save again"),
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
        // It was seen then: the next save is made of it.
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
    throw FileSystemError.Unavailable(
      t("Couldn't update the description of !{0}. Someone else changed it.", key.iid),
    );
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

  /** Changes with what the text was made of: the editor reads it again then. */
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
    await this.#read(key);
    await window.showTextDocument(Uri.from(editAddress(key)), { preview: false });
    await commands.executeCommand('workbench.action.files.revert');
  }
}

function isOpen(key: MergeRequestKey): boolean {
  const uri = Uri.from(editAddress(key)).toString();
  return workspace.textDocuments.some((document) => document.uri.toString() === uri && !document.isClosed);
}
