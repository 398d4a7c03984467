/** The part of a mouse event that matters. Pressing Enter on a link also is a click. */
export interface LinkClick {
  readonly button: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** Returns the action of a click: with a modifier key, or the middle button, the browser opens a link of a text. */
export const actionOfClick = (action: string, { button, ctrlKey, metaKey, shiftKey }: LinkClick): string =>
  action === 'follow-link' && (ctrlKey || metaKey || shiftKey || button === 1) ? 'open-link' : action;
