import { Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { escapeInvisibleLine } from '../presentation/shared/escape-invisible';
import type { Html } from '../presentation/shared/html';
import { type PanelMessage, panelMessageSchema, type PanelPost } from '../schemas/panel-message';
import { BuiltInActs } from './panel-acts';
import type { PanelImages } from './panel-images';
import { shell } from './panel-shell';

/** What a page hears of its panel. */
export type PanelEvent = Exclude<PanelMessage, { kind: 'ready' }>;

/** What a page may say to its panel's script; rendering is `render`. */
export type PagePost = Exclude<PanelPost, { kind: 'render' }>;

/** One kind of panel. `Key` names what a panel is about, in ids only: it is kept across a reload of the window. */
export interface PanelKind<Key> {
  /** Such as `switchyard.mergeRequest`; `onWebviewPanel:` and this is an activation event of the manifest. */
  readonly viewType: string;
  /** The picture in the tab: `media/tab-NAME-light.svg` and `-dark.svg`. */
  readonly icon: 'merge-request' | 'query';
  /** What the tab says until the page was first rendered. */
  readonly title: (key: Key) => string;
  /** Two keys of the same name share one panel. */
  readonly name: (key: Key) => string;
  /** Reads a key back from what was kept; undefined for what is none. */
  readonly read: (kept: unknown) => Key | undefined;
  /** Fills a panel. What it returns ends with the panel. */
  readonly fill: (panel: Panel, key: Key) => Disposable;
  /** Fetches images that a person asked to see. Without it none are shown. */
  readonly images?: (key: Key) => PanelImages | undefined;
}

/** A page's own panel. */
export class Panel implements Disposable {
  readonly #panel: WebviewPanel;
  readonly #messages = new Emitter<PanelEvent>();
  readonly #seen = new Emitter<boolean>();
  readonly #parts = new DisposableStore();
  readonly #errors = new Map<string, Extract<PanelPost, { kind: 'errors' }>>();
  #body: string | undefined;
  #sent: string | undefined;
  #busy: string | undefined;
  /** What is to be brought into sight as soon as the page stands. */
  #wanted: PagePost | undefined;
  #standing = false;
  #queued = false;
  #ended = false;

  readonly onMessage: Event<PanelEvent> = this.#messages.event;
  /** True when it comes into sight, false when it goes. */
  readonly onDidChangeVisible: Event<boolean> = this.#seen.event;

  constructor(panel: WebviewPanel, root: Uri, kept: unknown, images?: PanelImages) {
    this.#panel = panel;
    this.#parts.add(this.#messages);
    this.#parts.add(this.#seen);
    const acts = new BuiltInActs((post) => {
      this.post(post);
    }, images);
    this.#parts.add(acts);
    let visible = panel.visible;
    this.#parts.add(
      panel.onDidChangeViewState(() => {
        if (panel.visible === visible) return;
        visible = panel.visible;
        // Out of sight the page is gone; it says when it stands again.
        if (!visible) this.#standing = false;
        this.#seen.fire(visible);
      }),
    );
    this.#parts.add(
      panel.webview.onDidReceiveMessage((data: unknown) => {
        const message = panelMessageSchema.safeParse(data);
        if (!message.success) return;
        if (message.data.kind === 'ready') this.#stand();
        else if (!acts.handles(message.data)) this.#messages.fire(message.data);
      }),
    );
    panel.webview.options = {
      enableScripts: true,
      enableForms: true,
      enableCommandUris: false,
      localResourceRoots: [Uri.joinPath(root, 'dist/webviews')],
    };
    panel.webview.html = shell(panel.webview, root, kept);
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  /** Shows a page. Many in one turn are one; the page keeps focus, scroll and what was typed. */
  render(title: string, body: Html): void {
    if (this.#ended) return;
    const shown = escapeInvisibleLine(title);
    if (this.#panel.title !== shown) this.#panel.title = shown;
    this.#body = body.toString();
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      this.#send();
    });
  }

  /** Says something to the page, after what was rendered before. Errors and what is busy are said again when the page comes back into sight. */
  post(post: PagePost): void {
    if (this.#ended) return;
    if (post.kind === 'errors') this.#errors.set(post.form, post);
    if (post.kind === 'busy') this.#busy = post.action;
    if (post.kind === 'reveal' && post.focus === true && !this.#standing) this.#wanted = post;
    if (!this.#standing) return;
    this.#send();
    this.#post(post);
  }

  reveal(preserveFocus = false): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  /** Ends with the panel. */
  add<T extends Disposable>(part: T): T {
    return this.#parts.add(part);
  }

  /** Closes the panel. */
  close(): void {
    this.#panel.dispose();
  }

  /** For `Panels`: the panel was closed. */
  dispose(): void {
    this.#ended = true;
    this.#parts.dispose();
  }

  #stand(): void {
    this.#standing = true;
    this.#sent = undefined;
    this.#send();
    for (const post of this.#errors.values()) this.#post({ ...post, focus: false });
    if (this.#busy !== undefined) this.#post({ kind: 'busy', action: this.#busy });
    if (this.#wanted !== undefined) this.#post(this.#wanted);
    this.#wanted = undefined;
  }

  #send(): void {
    if (this.#ended || !this.#standing || this.#body === undefined || this.#body === this.#sent) return;
    this.#sent = this.#body;
    this.#post({ kind: 'render', body: this.#body });
  }

  #post(post: PanelPost): void {
    // A page that is going away hears nothing; it asks for all when it is back.
    void this.#panel.webview.postMessage(post).then(undefined, () => undefined);
  }
}

/** All panels of one kind: one for each key, several at once. */
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

  /** Opens the panel of a key, or brings it to the front where it is open. */
  open(key: Key, { beside = false }: { readonly beside?: boolean } = {}): Panel {
    const { viewType, name, title } = this.#kind;
    const known = this.#open.get(name(key));
    if (known !== undefined) {
      known.panel.reveal();
      return known.panel;
    }
    const outer = window.createWebviewPanel(
      viewType,
      escapeInvisibleLine(title(key)),
      beside ? ViewColumn.Beside : ViewColumn.Active,
    );
    return this.#adopt(outer, key);
  }

  /** Fills a panel that was open when the window was reloaded. One whose key cannot be read is closed. */
  restore(outer: WebviewPanel, kept: unknown): void {
    const key = this.#kind.read(kept);
    if (key === undefined || this.#open.has(this.#kind.name(key))) outer.dispose();
    else this.#adopt(outer, key);
  }

  /** The panel that is open for a key. */
  find(key: Key): Panel | undefined {
    return this.#open.get(this.#kind.name(key))?.panel;
  }

  /** What the panel in front is about. */
  get active(): Key | undefined {
    return [...this.#open.values()].find(({ outer }) => outer.active)?.key;
  }

  dispose(): void {
    for (const { outer } of [...this.#open.values()]) outer.dispose();
  }

  #adopt(outer: WebviewPanel, key: Key): Panel {
    const { name, fill, images, icon } = this.#kind;
    const picture = (shade: string): Uri => Uri.joinPath(this.#root, `media/tab-${icon}-${shade}.svg`);
    outer.iconPath = { light: picture('light'), dark: picture('dark') };
    const panel = new Panel(outer, this.#root, key, images?.(key));
    this.#open.set(name(key), { panel, outer, key });
    outer.onDidDispose(() => {
      this.#open.delete(name(key));
      panel.dispose();
    });
    panel.add(fill(panel, key));
    return panel;
  }
}
