import type { Disposable } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { outwardLink } from '../../../presentation/shared/external-link';
import type { PanelMessage, PanelPost } from '../../../schemas/panel-message';
import type { PanelImages } from './panel-images';

/** Opens a web page: in the editor if possible, or else in the browser. */
export type FollowLink = (link: string) => void;

type BuiltInPost = Extract<PanelPost, { kind: 'say' | 'image' | 'image-problem' }>;

/** Actions outside of the page. */
export interface OutsideActs {
  /** Opens a web or mail link in the browser. */
  readonly openExternal: (link: string) => PromiseLike<unknown>;
  /** Copies text to the clipboard. */
  readonly copy: (text: string) => PromiseLike<unknown>;
}

interface BuiltInActsDeps {
  readonly post: (post: BuiltInPost) => void;
  readonly images: PanelImages | undefined;
  readonly follow: FollowLink | undefined;
  readonly outside: OutsideActs;
}

/** Actions that all pages support: open a link, copy text, show an image. */
export class BuiltInActs implements Disposable {
  readonly #deps: BuiltInActsDeps;
  readonly #stop = new AbortController();

  constructor(deps: BuiltInActsDeps) {
    this.#deps = deps;
  }

  /** Returns true if the message was handled. */
  handles(message: PanelMessage): boolean {
    if (message.kind !== 'act') return false;
    const act = ACTS[message.action];
    if (act === undefined) return false;
    act(this, message.value ?? '');
    return true;
  }

  dispose(): void {
    this.#stop.abort();
  }

  /** Opens only web and mail links; ignores all other links in texts of a server. */
  openLink(address: string): void {
    const link = outwardLink(address);
    if (link !== undefined)
      this.#reportFailure(this.#deps.outside.openExternal(link), t("Couldn't open {0}.", link));
  }

  /** Like `openLink`, but in the editor if possible. */
  followLink(address: string): void {
    const link = outwardLink(address);
    const { follow } = this.#deps;
    if (link === undefined || follow === undefined) this.openLink(address);
    else follow(link);
  }

  copy(text: string): void {
    const copied = this.#deps.outside.copy(text).then(() => {
      this.#deps.post({ kind: 'say', text: t('Copied.') });
    });
    this.#reportFailure(copied, t("Couldn't copy the text."));
  }

  /** `reports`: shows failures next to the button. */
  showImage(address: string, { reports }: { readonly reports: boolean }): void {
    const { images, post } = this.#deps;
    if (images === undefined) return;
    const shown = images.fetch(address, this.#stop.signal).then((image) => {
      if (this.#stop.signal.aborted) return;
      if ('data' in image) post({ kind: 'image', address, data: image.data });
      else if (reports)
        post({ kind: 'image-problem', address, text: image.problem, link: t('Open in Browser') });
    });
    this.#reportFailure(shown, t("Couldn't show the image."));
  }

  /** Shows failures on the page. */
  #reportFailure(work: PromiseLike<unknown>, failure: string): void {
    work.then(undefined, () => {
      if (!this.#stop.signal.aborted) this.#deps.post({ kind: 'say', text: failure });
    });
  }
}

const ACTS: Readonly<Record<string, ((acts: BuiltInActs, value: string) => void) | undefined>> = {
  'open-link': (acts, value) => {
    acts.openLink(value);
  },
  'follow-link': (acts, value) => {
    acts.followLink(value);
  },
  copy: (acts, value) => {
    acts.copy(value);
  },
  'show-image': (acts, value) => {
    acts.showImage(value, { reports: true });
  },
  // An image that became visible. If it can't be loaded, its button stays.
  'load-image': (acts, value) => {
    acts.showImage(value, { reports: false });
  },
};
