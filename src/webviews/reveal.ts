import type { PanelPost } from '../schemas/panel-message';

/** The id of a part that is waited for: it comes with one of the next renderings. */
let wanted: string | undefined;

/** Brings a part of the page into sight, now or when it comes. */
export function reveal({ id, focus }: Extract<PanelPost, { kind: 'reveal' }>): void {
  if (focus === true) {
    wanted = id;
    bringWanted();
  } else {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }
}

/** To be called when the page was rendered. */
export function bringWanted(): void {
  const part = wanted === undefined ? null : document.getElementById(wanted);
  if (part === null) return;
  wanted = undefined;
  part.scrollIntoView({ block: 'center', behavior: 'instant' });
  part.focus({ preventScroll: true });
}

// Whoever does something else on the page is not taken away from it later.
for (const name of ['keydown', 'pointerdown', 'wheel'])
  addEventListener(
    name,
    () => {
      wanted = undefined;
    },
    { capture: true, passive: true },
  );
