import { commands, type Tab, TabInputText, TabInputTextDiff, Uri, window, workspace } from 'vscode';
import type { OpenEditor, OpenEditorList } from '../../../app/shared/open-editors';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import type { Log } from '../../../base/log';
import { logFailure } from '../../../base/log-failure';
import { type AddressParts, readLogAddress } from '../../../presentation/shared/document-address';
import {
  readCompareAddress,
  readHistoryAddress,
  readSearchAddress,
  readSummaryAddress,
} from '../../../presentation/shared/tool-addresses';

export interface RestoredEditorsDeps {
  readonly editors: Pick<OpenEditorList, 'list' | 'set'>;
  /** Tracks growing logs that aren't followed, by URI. */
  readonly follow: {
    readonly onDidChange: Event<void>;
    isStopped(uri: string): boolean;
    stop(uri: string): void;
  };
  readonly log: Log;
}

/**
 * Reopens the editors of logs, comparisons, searches, job histories, and pipeline summaries of the last session. VS
 * Code restores only editors of files, but it stores the scroll positions and folding of all editors.
 */
export class RestoredEditors implements Disposable {
  readonly #deps: RestoredEditorsDeps;
  readonly #subscriptions = new DisposableStore();
  #restored: Promise<void> | undefined;

  constructor(deps: RestoredEditorsDeps) {
    this.#deps = deps;
  }

  /** Reopens the editors, and then keeps the stored list up to date. */
  restore(): Promise<void> {
    return (this.#restored ??= this.#restore());
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #restore(): Promise<void> {
    const open = new Set(ownTabs().map(keyOf));
    const missing = this.#deps.editors.list().filter((editor) => isOwn(editor) && !open.has(keyOf(editor)));
    for (const { uri, stopped } of missing) if (stopped === true) this.#deps.follow.stop(uri);
    for (const column of new Set(missing.map((editor) => editor.column)))
      await this.#restoreGroup(missing.filter((editor) => editor.column === column));
    const record = (): void => {
      logFailure(
        this.#deps.log,
        "Couldn't store the list of open editors",
        this.#deps.editors.set(this.#open()),
      );
    };
    this.#subscriptions.add(this.#deps.follow.onDidChange(record));
    this.#subscriptions.add(window.tabGroups.onDidChangeTabs(record));
    this.#subscriptions.add(window.tabGroups.onDidChangeTabGroups(record));
    record();
  }

  #open(): readonly OpenEditor[] {
    return ownTabs().map((editor) =>
      this.#deps.follow.isStopped(editor.uri) ? { ...editor, stopped: true } : editor,
    );
  }

  /**
   * Opens the editors at their positions, from left to right, because VS Code has restored the tabs between
   * them. Only visible editors load their text: the others are opened in the background. VS Code activates
   * the first editor of an empty group, which is therefore the active one of the last session.
   */
  async #restoreGroup(editors: readonly OpenEditor[]): Promise<void> {
    const active = editors.find((editor) => editor.active);
    const group = window.tabGroups.all.find(({ viewColumn }) => viewColumn === editors[0]?.column);
    const isEmpty = group === undefined || group.tabs.length === 0;
    if (isEmpty && active !== undefined) await this.#show(active, { background: false });
    for (const editor of editors)
      if (!isEmpty || editor !== active) await this.#show(editor, { background: true });
    if (!isEmpty && active !== undefined) await this.#show(active, { background: false });
  }

  async #show(editor: OpenEditor, { background }: { readonly background: boolean }): Promise<void> {
    const { column, preview, index, sticky } = editor;
    const options = { pinned: !preview, preserveFocus: true, inactive: background, index, sticky };
    try {
      // `vscode.open` and `vscode.diff` don't accept the index of a tab. The internal commands that they run do.
      // Their columns start with 0.
      await openWith('_workbench', editor, [column - 1, options]).then(undefined, () =>
        openWith('vscode', editor, { viewColumn: column, preview, preserveFocus: true, background }),
      );
    } catch (error) {
      this.#deps.log.error(`Couldn't restore an editor: ${String(error)}`);
    }
  }
}

function openWith(
  prefix: '_workbench' | 'vscode',
  { uri, original, title }: OpenEditor,
  where: unknown,
): Thenable<unknown> {
  const modified = Uri.parse(uri, true);
  return original === undefined
    ? commands.executeCommand(`${prefix}.open`, modified, where)
    : commands.executeCommand(`${prefix}.diff`, Uri.parse(original, true), modified, title, where);
}

/** Returns the tabs of the extension's documents. */
const ownTabs = (): readonly OpenEditor[] =>
  window.tabGroups.all.flatMap(({ tabs }) => {
    // After a reload, the other tabs don't exist.
    const restored = tabs.filter((tab) => editorOf(tab, 0) !== undefined || isRestoredByHost(tab));
    return restored.flatMap((tab, index) => editorOf(tab, index) ?? []);
  });

function editorOf(
  { input, isActive, isPinned, isPreview, label, group }: Tab,
  index: number,
): OpenEditor | undefined {
  const where = {
    column: group.viewColumn,
    index,
    ...(isPinned ? { sticky: true } : {}),
    preview: isPreview,
    active: isActive,
  };
  if (input instanceof TabInputText) {
    const base = baseOf(input.uri);
    return base === undefined ? undefined : { base, uri: input.uri.toString(), ...where };
  }
  if (!(input instanceof TabInputTextDiff)) return undefined;
  const { original, modified } = input;
  const base = readCompareAddress(modified)?.base;
  if (base === undefined || readCompareAddress(original) === undefined) return undefined;
  return { base, uri: modified.toString(), original: original.toString(), title: label, ...where };
}

/** VS Code doesn't restore text editors of schemes without a file system. */
function isRestoredByHost({ input }: Tab): boolean {
  const isFile = ({ scheme }: Uri): boolean =>
    scheme === 'untitled' || workspace.fs.isWritableFileSystem(scheme) !== undefined;
  if (input instanceof TabInputText) return isFile(input.uri);
  return !(input instanceof TabInputTextDiff) || (isFile(input.original) && isFile(input.modified));
}

const baseOf = (uri: AddressParts): string | undefined =>
  [readLogAddress, readSearchAddress, readHistoryAddress, readSummaryAddress]
    .map((read) => read(uri)?.base)
    .find((base) => base !== undefined);

/** Checks that the URIs belong to documents of the extension. */
function isOwn({ base, uri, original }: OpenEditor): boolean {
  const read = (address: string): AddressParts | undefined => {
    try {
      return Uri.parse(address, true);
    } catch {
      return undefined;
    }
  };
  const [right, left] = [read(uri), original === undefined ? undefined : read(original)];
  if (right === undefined) return false;
  if (original === undefined) return baseOf(right) === base;
  return left !== undefined && [left, right].every((side) => readCompareAddress(side)?.base === base);
}

const keyOf = ({ uri, original, column }: OpenEditor): string => JSON.stringify([uri, original, column]);
