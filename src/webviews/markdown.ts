import { page, send } from './host';

/** Moves the focus between the mark of a footnote and its text. Returns false for other elements. */
export function followFootnote(target: Element): boolean {
  const mark = target.closest<HTMLElement>('[data-footnote]');
  const back = target.closest<HTMLElement>('[data-footnote-back]');
  const number = mark?.dataset['footnote'] ?? back?.dataset['footnoteBack'];
  if (number === undefined) return false;
  const name = mark === null ? 'data-footnote' : 'data-footnote-text';
  const there = target.closest('.markdown')?.querySelector<HTMLElement>(`[${name}="${CSS.escape(number)}"]`);
  there?.scrollIntoView({ block: 'nearest' });
  there?.focus();
  return true;
}

/** Maximum number of images and avatars that are loaded without a click. */
const MAX_IMAGES = 100;
/** Images that were requested since the page was loaded. */
const requested = new Set<string>();

const visible = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    visible.unobserve(target);
    const address = target instanceof HTMLButtonElement ? target.value : target.getAttribute('data-avatar');
    if (address === null || requested.has(address) || requested.size >= MAX_IMAGES) continue;
    requested.add(address);
    send({ kind: 'act', action: 'load-image', value: address });
  }
});

/** Requests avatars, and images with the account's server when they become visible. Must be called after each rendering. */
export function loadVisibleImages(): void {
  for (const image of page.querySelectorAll('button.image[data-loads], [data-avatar]'))
    visible.observe(image);
}
