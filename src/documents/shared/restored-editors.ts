import { commands, type Tab, TabInputText, TabInputTextDiff, Uri, window } from 'vscode';
import type { OpenEditor, OpenEditorList } from '../../app/shared/open-editors';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import type { Log } from '../../base/log';
import { logFailure } from '../../base/log-failure';
import { type AddressParts, readLogAddress } from '../../presentation/shared/document-address';
import {
  readCompareAddress,
  readHistoryAddress,
  readSearchAddress,
} from '../../presentation/shared/tool-addresses';

export interface RestoredEditorsDeps {
  readonly editors: Pick<OpenEditorList, 'list' | 'set'>;
  /** Which growing logs aren't followed, by their addresses. */
  readonly follow: {
    readonly onDidChange: Event<void>;
    isStopped(uri: string): boolean;
    stop(uri: string): void;
  };
  readonly log: Log;
}

/**
 * Opens the editors of logs, comparisons, searches and job histories that the last session left open. VS Code restores
 * only editors of files; it does keep where each of them was scrolled to and what was folded in it.
 */
export class RestoredEditors implements Disposable {
  readonly #deps: RestoredEditorsDeps;
  readonly #subscriptions = new DisposableStore();
  #restored: Promise<void> | undefined;

  constructor(deps: RestoredEditorsDeps) {
    this.#deps = deps;
  }

  /** Opens what was open, and from then on records what is. */
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
   * VS Code adds an editor behind the active one of its group, so the last one is opened first. Only what is in front
   * loads its text: the others are opened in the background, except the first one of an empty group.
   */
  async #restoreGroup(editors: readonly OpenEditor[]): Promise<void> {
    const [first, ...others] = editors;
    const group = window.tabGroups.all.find(({ viewColumn }) => viewColumn === first?.column);
    const isEmpty = group === undefined || group.tabs.length === 0;
    const order = first !== undefined && isEmpty ? [first, ...others.toReversed()] : editors.toReversed();
    for (const editor of order) await this.#show(editor, { background: true });
    const active = editors.find((editor) => editor.active);
    if (active !== undefined) await this.#show(active, { background: false });
  }

  async #show(editor: OpenEditor, { background }: { readonly background: boolean }): Promise<void> {
    const { uri, original, title, column, preview } = editor;
    // VS Code's commands know `background`, which the declarations of its API leave out.
    const where = { viewColumn: column, preview, preserveFocus: true, background };
    try {
      if (original === undefined) await commands.executeCommand('vscode.open', Uri.parse(uri, true), where);
      else {
        const [left, right] = [Uri.parse(original, true), Uri.parse(uri, true)];
        await commands.executeCommand('vscode.diff', left, right, title, where);
      }
    } catch (error) {
      this.#deps.log.error(`Couldn't restore an editor: ${String(error)}`);
    }
  }
}

/** The tabs of the extension's documents. */
const ownTabs = (): readonly OpenEditor[] =>
  window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap((tab) => editorOf(tab) ?? []));

function editorOf({ input, isActive, isPreview, label, group }: Tab): OpenEditor | undefined {
  const where = { column: group.viewColumn, preview: isPreview, active: isActive };
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

const baseOf = (uri: AddressParts): string | undefined =>
  (readLogAddress(uri) ?? readSearchAddress(uri) ?? readHistoryAddress(uri))?.base;

/** Only addresses of the extension's own documents are opened. */
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
