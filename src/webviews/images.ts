import type { PanelPost } from '../schemas/panel-message';
import { announceToScreenReaders, page } from './host';

type ImageProblem = Extract<PanelPost, { kind: 'image-problem' }>;

/** Displayed images by URL, until the page is unloaded. */
const images = new Map<string, string>();
/** Why images weren't displayed when the user requested them, by URL. */
const problems = new Map<string, ImageProblem>();

/** Shows images and problems again, because renderings don't contain them. */
export function showImagesAgain(): void {
  for (const [address, data] of images) showImage(address, data);
  for (const problem of problems.values()) place(problem);
}

/** Replaces the button of an image with the image, and initials with the avatar. */
export function showImage(address: string, data: string): void {
  images.set(address, data);
  for (const image of page.querySelectorAll<HTMLImageElement>('img[data-source]'))
    if (image.dataset['source'] === address && !image.hasAttribute('src')) image.src = data;
  problems.delete(address);
  for (const button of buttonsOf(address)) {
    problemAfter(button)?.remove();
    const image = document.createElement('img');
    image.src = data;
    image.alt = button.dataset['alt'] ?? '';
    for (const name of ['width', 'height']) {
      const length = button.dataset[name];
      if (length !== undefined) image.setAttribute(name, length);
    }
    button.replaceWith(image);
  }
  for (const avatar of page.querySelectorAll<HTMLElement>('[data-avatar]')) {
    if (avatar.dataset['avatar'] !== address) continue;
    const image = document.createElement('img');
    image.src = data;
    image.alt = '';
    avatar.replaceChildren(image);
  }
}

/** Shows next to the button why the image isn't displayed. */
export function showImageProblem(problem: ImageProblem): void {
  problems.set(problem.address, problem);
  place(problem);
  announceToScreenReaders(problem.text);
}

function place({ address, text, link }: ImageProblem): void {
  for (const button of buttonsOf(address)) {
    problemAfter(button)?.remove();
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.title = address;
    anchor.dataset['act'] = 'open-link';
    anchor.textContent = link;
    const message = document.createElement('span');
    message.className = 'image-problem';
    message.append(text, ' ', anchor);
    button.after(message);
  }
}

const buttonsOf = (address: string): readonly HTMLButtonElement[] =>
  [...page.querySelectorAll<HTMLButtonElement>('button[data-act="show-image"]')].filter(
    ({ value }) => value === address,
  );

function problemAfter(button: Element): Element | null {
  const next = button.nextElementSibling;
  return next?.matches('.image-problem') === true ? next : null;
}
