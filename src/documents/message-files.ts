import { FileSystemError, FileType, TabInputText, Uri, window, type FileStat, type Tab } from 'vscode';
import type { MergeMessages, MessageKind } from '../app/merge-messages';
import type { MergeRequestKey } from '../app/keys';
import { t } from '../base/localize';
import type { Prompts } from '../editor/prompts';
import { messageAddress, readEditAddress } from '../presentation/edit-address';
import type { MergeRequestTexts } from './late-merge-request-texts';

/** Messages of commits as files, while a merge is prepared. What was saved is kept until the merge is done. */
export class MessageFiles implements Files {
  readonly #messages: MergeMessages;
  readonly #prompts: Pick<Prompts, 'tell'>;

  constructor(messages: MergeMessages, prompts: Pick<Prompts, 'tell'>) {
    this.#messages = messages;
    this.#prompts = prompts;
  }

  /** Has a person write a message; resolves when they have closed its editor. What they did not save does not count. */
  async edit(key: MergeRequestKey, kind: MessageKind): Promise<void> {
    const uri = Uri.from(messageAddress(key, kind));
    const { document } = await window.showTextDocument(uri, { preview: false });
    const closed = new Promise<void>((resolve) => {
      const subscription = window.tabGroups.onDidChangeTabs(() => {
        if (tabsOf(uri).length > 0) return;
        subscription.dispose();
        resolve();
      });
    });
    this.#prompts.tell(
      'info',
      t(
        'Save and close the message to go on with merging !{0}. An empty one is made by the project.',
        key.iid,
      ),
      [
        {
          title: t('Use This Message'),
          run: async () => {
            if (await document.save()) await window.tabGroups.close(tabsOf(uri));
          },
          failure: () => t('The message was not saved.'),
        },
      ],
    );
    await closed;
  }

  stat(uri: Uri): FileStat {
    // The editor looks at the folders above before it writes.
    if (readEditAddress(uri) === undefined) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const size = Buffer.byteLength(this.#textOf(uri));
    return { type: FileType.File, ctime: 0, mtime: 0, size };
  }

  readFile(uri: Uri): Uint8Array {
    return Buffer.from(this.#textOf(uri));
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const { key, kind } = namedBy(uri);
    await this.#messages.keep(key, kind, Buffer.from(content).toString('utf8'));
  }

  #textOf(uri: Uri): string {
    const { key, kind } = namedBy(uri);
    return this.#messages.get(key, kind);
  }
}

type Files = MergeRequestTexts['descriptions'];

/** Descriptions and messages are files of one scheme: each goes where its address says. */
export function byAddress(descriptions: Files, messages: Files): Files {
  const of = (uri: Uri): Files => (readEditAddress(uri)?.message === undefined ? descriptions : messages);
  return {
    stat: (uri) => of(uri).stat(uri),
    readFile: (uri) => of(uri).readFile(uri),
    writeFile: (uri, content, options) => of(uri).writeFile(uri, content, options),
  };
}

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
