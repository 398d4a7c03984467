import { ignoreFailure } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter, type Event } from '../../../base/emitter';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import type { Html } from '../../../presentation/shared/html';
import { type PanelMessage, panelMessageSchema, type PanelPost } from '../../../schemas/panel-message';
import { BuiltInActs, type FollowLink, type OutsideActs } from './panel-acts';
import type { PanelImages } from './panel-images';

/** Messages from the webview to the owner of the panel. */
export type PanelEvent = Exclude<PanelMessage, { kind: 'ready' }>;

/** Messages from the owner to the webview; `render` has its own method. */
export type PagePost = Exclude<PanelPost, { kind: 'render' }>;

/** A kind of panel. `Key`: IDs that identify the content; stored across reloads of the window. */
export interface PanelKind<Key> {
  /**
   * For example, `switchyard.mergeRequest`. The manifest contains an activation event `onWebviewPanel:` with
   * this type.
   */
  readonly viewType: string;
  /** The icon of the tab: `media/tab-NAME-light.svg` and `-dark.svg`. */
  readonly icon: 'merge-request' | 'query';
  /** The title of the tab before the first rendering. */
  readonly title: (key: Key) => string;
  /** Keys with the same name share one panel. */
  readonly name: (key: Key) => string;
  /** Reads a stored key; returns undefined if it is invalid. */
  readonly read: (kept: unknown) => Key | undefined;
  /** Fills a panel. The result is disposed with the panel. */
  readonly fill: (panel: Panel, key: Key) => Disposable;
  /** Loads images at the user's request. Undefined: no images are shown. */
  readonly images?: (key: Key) => PanelImages | undefined;
  /** Opens links in texts. Undefined: the browser opens them. */
  readonly follow?: (key: Key) => FollowLink;
}

/** How a panel shows the content of texts, see `PanelKind`, and how it opens links and copies text. */
export interface TextContent {
  readonly images: PanelImages | undefined;
  readonly follow: FollowLink | undefined;
  readonly outside: OutsideActs;
}

/** The part of VS Code's `WebviewPanel` that panels use. Hidden pages are unloaded. */
export interface PageHost {
  title: string;
  readonly visible: boolean;
  readonly onDidChangeViewState: Event<unknown>;
  readonly webview: {
    readonly onDidReceiveMessage: Event<unknown>;
    postMessage(message: PanelPost): PromiseLike<unknown>;
  };
  reveal(column: undefined, preserveFocus: boolean): void;
  dispose(): void;
}

/** A webview panel with a rendered page. */
export class Panel implements Disposable {
  readonly #panel: PageHost;
  readonly #messages = new Emitter<PanelEvent>();
  readonly #seen = new Emitter<boolean>();
  readonly #loads = new Emitter<void>();
  readonly #reveals = new Emitter<string>();
  readonly #parts = new DisposableStore();
  readonly #errors = new Map<string, Extract<PanelPost, { kind: 'errors' }>>();
  #body: string | undefined;
  #sent: string | undefined;
  #busy: string | undefined;
  /** The last `reveal` message before the page was loaded. */
  #wanted: PagePost | undefined;
  #isReady = false;
  #queued = false;
  #ended = false;

  readonly onMessage: Event<PanelEvent> = this.#messages.event;
  /** True when the panel becomes visible, false when it is hidden. */
  readonly onDidChangeVisible: Event<boolean> = this.#seen.event;
  /** Fires when the page was loaded, before it is rendered, so that the owner can render typed text. */
  readonly onDidLoad: Event<void> = this.#loads.event;
  /** Fires before the page moves the focus to the element with this ID, so that the owner can render it. */
  readonly onWillReveal: Event<string> = this.#reveals.event;

  constructor(panel: PageHost, { images, follow, outside }: TextContent) {
    this.#panel = panel;
    this.#parts.add(this.#messages);
    this.#parts.add(this.#seen);
    this.#parts.add(this.#loads);
    this.#parts.add(this.#reveals);
    const acts = new BuiltInActs({
      post: (post) => {
        this.post(post);
      },
      images,
      follow,
      outside,
    });
    this.#parts.add(acts);
    let visible = panel.visible;
    this.#parts.add(
      panel.onDidChangeViewState(() => {
        if (panel.visible === visible) return;
        visible = panel.visible;
        // Hidden pages are unloaded. They send `ready` after they are loaded again.
        if (!visible) this.#isReady = false;
        this.#seen.fire(visible);
      }),
    );
    this.#parts.add(
      panel.webview.onDidReceiveMessage((data: unknown) => {
        const message = panelMessageSchema.safeParse(data);
        if (!message.success) return;
        if (message.data.kind === 'ready') this.#markReady();
        else if (!acts.handles(message.data)) this.#messages.fire(message.data);
      }),
    );
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  /** False while the page is hidden or loading; messages are then discarded. */
  get isLoaded(): boolean {
    return this.#isReady;
  }

  /**
   * Renders a page. Multiple calls in one turn are combined. The page keeps the focus, scroll position, and
   * typed text.
   */
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

  /**
   * Posts a message to the page, after pending renderings. Errors and the busy state are posted again when
   * the page is reloaded.
   */
  post(post: PagePost): void {
    if (this.#ended) return;
    if (post.kind === 'errors') this.#errors.set(post.form, post);
    if (post.kind === 'busy') this.#busy = post.action;
    if (post.kind === 'reveal' && post.focus === true) {
      this.#reveals.fire(post.id);
      if (!this.#isReady) this.#wanted = post;
    }
    if (!this.#isReady) return;
    this.#send();
    this.#post(post);
  }

  reveal(preserveFocus = false): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  /** Disposes a part with the panel. */
  add<T extends Disposable>(part: T): T {
    return this.#parts.add(part);
  }

  /** Closes the panel. */
  close(): void {
    this.#panel.dispose();
  }

  /** Called by `Panels` after the panel was closed. */
  dispose(): void {
    this.#ended = true;
    this.#parts.dispose();
  }

  #markReady(): void {
    this.#isReady = true;
    this.#sent = undefined;
    this.#loads.fire();
    this.#send();
    for (const post of this.#errors.values()) this.#post({ ...post, focus: false });
    if (this.#busy !== undefined) this.#post({ kind: 'busy', action: this.#busy });
    if (this.#wanted !== undefined) this.#post(this.#wanted);
    this.#wanted = undefined;
  }

  #send(): void {
    if (this.#ended || !this.#isReady || this.#body === undefined || this.#body === this.#sent) return;
    this.#sent = this.#body;
    this.#post({ kind: 'render', body: this.#body });
  }

  #post(post: PanelPost): void {
    // Pages that are being unloaded don't receive messages. They request everything when loaded again.
    ignoreFailure(this.#panel.webview.postMessage(post));
  }
}
