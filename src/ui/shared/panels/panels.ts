import { env, Uri, ViewColumn, type Webview, type WebviewPanel, window } from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import type { OutsideActs } from './panel-acts';
import { Panel, type PanelKind } from './panel-frame';
import { shell } from './panel-shell';

const OUTSIDE: OutsideActs = {
  // Rejects if VS Code doesn't accept a URL that browsers accept.
  openExternal: async (link) => env.openExternal(Uri.parse(link, true)),
  copy: (text) => env.clipboard.writeText(text),
};

/** All open panels of one kind, one for each key. */
export class Panels<Key> implements Disposable {
  readonly #root: Uri;
  readonly #kind: PanelKind<Key>;
  readonly #open = new Map<
    string,
    { readonly panel: Panel; readonly outer: WebviewPanel; readonly key: Key }
  >();

  constructor(root: Uri, kind: PanelKind<Key>) {
    this.#root = root;
    this.#kind = kind;
  }

  /** Opens the panel of a key, or reveals it if it is open. */
  open(
    key: Key,
    {
      beside = false,
      preserveFocus = false,
    }: { readonly beside?: boolean; readonly preserveFocus?: boolean } = {},
  ): Panel {
    const { viewType, name, title } = this.#kind;
    const known = this.#open.get(name(key));
    if (known !== undefined) {
      known.panel.reveal(preserveFocus);
      return known.panel;
    }
    const outer = window.createWebviewPanel(
      viewType,
      escapeInvisibleLine(title(key)),
      { viewColumn: beside ? ViewColumn.Beside : ViewColumn.Active, preserveFocus },
      { enableFindWidget: true },
    );
    return this.#adopt(outer, key);
  }

  /** Restores a panel after a reload of the window. Closes it if its key is invalid or already open. */
  restore(outer: WebviewPanel, kept: unknown): void {
    const key = this.#kind.read(kept);
    if (key === undefined || this.#open.has(this.#kind.name(key))) outer.dispose();
    else this.#adopt(outer, key);
  }

  /** Returns the open panel of a key. */
  find(key: Key): Panel | undefined {
    return this.#open.get(this.#kind.name(key))?.panel;
  }

  /** The key of the active panel. */
  get active(): Key | undefined {
    return [...this.#open.values()].find(({ outer }) => outer.active)?.key;
  }

  dispose(): void {
    for (const { outer } of [...this.#open.values()]) outer.dispose();
  }

  #adopt(outer: WebviewPanel, key: Key): Panel {
    const { name, fill, images, follow, icon } = this.#kind;
    const picture = (shade: string): Uri => Uri.joinPath(this.#root, `media/tab-${icon}-${shade}.svg`);
    outer.iconPath = { light: picture('light'), dark: picture('dark') };
    const panel = new Panel(outer, { images: images?.(key), follow: follow?.(key), outside: OUTSIDE });
    this.#load(outer.webview, key);
    this.#open.set(name(key), { panel, outer, key });
    outer.onDidDispose(() => {
      this.#open.delete(name(key));
      panel.dispose();
    });
    panel.add(fill(panel, key));
    return panel;
  }

  #load(webview: Webview, key: Key): void {
    const folder = Uri.joinPath(this.#root, 'dist/webviews');
    webview.options = {
      enableScripts: true,
      enableForms: true,
      enableCommandUris: false,
      localResourceRoots: [folder],
    };
    const fileUrl = (name: string): string => webview.asWebviewUri(Uri.joinPath(folder, name)).toString();
    webview.html = shell({ fileUrl, styleSource: webview.cspSource }, key);
  }
}
