import { page } from './host';

/**
 * Shows the bar with title and next step while the title of the page is scrolled out of sight. The mark is
 * outside the page, so that renderings don't remove it.
 */
export function showBar(): void {
  const title = page.querySelector('header h1');
  const isGone = title !== null && title.getBoundingClientRect().bottom < 0;
  document.documentElement.toggleAttribute('data-scrolled', isGone);
}

/** Scrolls to the top of the page, and moves the focus there, because the bar disappears. */
export function scrollToTop(): void {
  scrollTo({ top: 0, behavior: 'instant' });
  page.querySelector<HTMLElement>('header h1')?.focus({ preventScroll: true });
}
