import { env, Uri } from 'vscode';
import type { Disposable } from '../base/disposable';
import { t } from '../base/localize';
import { outwardLink } from '../presentation/shared/external-link';
import type { PanelMessage, PanelPost } from '../schemas/panel-message';

type Say = Extract<PanelPost, { kind: 'say' | 'image' }>;
import type { PanelImages } from './panel-images';

/** What every page can do without writing it: follow a link, copy a text, show an image. */
export class BuiltInActs implements Disposable {
  readonly #post: (post: Say) => void;
  readonly #images: PanelImages | undefined;
  readonly #stop = new AbortController();

  constructor(post: (post: Say) => void, images: PanelImages | undefined) {
    this.#post = post;
    this.#images = images;
  }

  /** True where the message was for here. */
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

  /** Only pages and mail leave the editor: whatever else a text of a server names is no link. */
  openLink(address: string): void {
    const link = outwardLink(address);
    if (link !== undefined) this.#heed(open(link), t("Couldn't open {0}.", link));
  }

  copy(text: string): void {
    const copied = env.clipboard.writeText(text).then(() => {
      this.#post({ kind: 'say', text: t('Copied.') });
    });
    this.#heed(copied, t("Couldn't copy the text."));
  }

  showImage(address: string): void {
    if (this.#images === undefined) return;
    const shown = this.#images.fetch(address, this.#stop.signal).then((image) => {
      if (this.#stop.signal.aborted) return;
      if ('data' in image) this.#post({ kind: 'image', address, data: image.data });
      else this.#post({ kind: 'say', text: image.problem });
    });
    this.#heed(shown, t("Couldn't show the image."));
  }

  /** Says on the page what failed. */
  #heed(work: PromiseLike<unknown>, failure: string): void {
    work.then(undefined, () => {
      if (!this.#stop.signal.aborted) this.#post({ kind: 'say', text: failure });
    });
  }
}

/** The editor may refuse what a browser takes for an address. */
async function open(link: string): Promise<void> {
  await env.openExternal(Uri.parse(link, true));
}

const ACTS: Readonly<Record<string, ((acts: BuiltInActs, value: string) => void) | undefined>> = {
  'open-link': (acts, value) => {
    acts.openLink(value);
  },
  copy: (acts, value) => {
    acts.copy(value);
  },
  'show-image': (acts, value) => {
    acts.showImage(value);
  },
};
