import type { FormValues, PageWord, PanelMessage } from '../schemas/panel-message';

/** What the page keeps for when it comes back, by the editor: after it was out of sight, and after a reload of the window. */
export interface PageState {
  /** What the panel is about, in ids; the host reads it back. */
  readonly kept: unknown;
  /** What was typed, by form. */
  readonly typed: Readonly<Record<string, FormValues>>;
  /** What was typed into lists and not added yet, by form and field. */
  readonly unadded: Readonly<Record<string, string>>;
  /** What values of lists are called, by the field and the value. */
  readonly labels: Readonly<Record<string, string>>;
  readonly scroll: number;
  /** Foldable parts that a person opened (true) or closed, by id. */
  readonly open: Readonly<Record<string, boolean>>;
}

interface Editor {
  postMessage(message: PanelMessage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
}
declare function acquireVsCodeApi(): Editor;

const editor = acquireVsCodeApi();

export const page: HTMLElement = document.getElementById('page') ?? document.body;

/** A sentence of ours about something. */
export const word = (name: PageWord, about = ''): string =>
  (page.dataset[`word${name.replace(/^./, (letter) => letter.toUpperCase())}`] ?? '').replace(
    '{0}',
    () => about,
  );

const kept: unknown = JSON.parse(page.dataset['kept'] ?? 'null');
let state: PageState = {
  typed: {},
  unadded: {},
  labels: {},
  scroll: 0,
  open: {},
  ...editor.getState(),
  kept,
};
editor.setState(state);

export const pageState = (): PageState => state;

export function keep(change: Partial<PageState>): void {
  state = { ...state, ...change };
  editor.setState(state);
}

export function send(message: PanelMessage): void {
  editor.postMessage(message);
}

/** Says a sentence of the host: it is heard, and seen for a moment at the foot of the page. */
export function say(text: string): void {
  announce('said', text);
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    announce('said', '');
  }, SHOWN_MS);
}
const SHOWN_MS = 6000;
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Says what anybody who sees the page sees already. */
export function whisper(text: string): void {
  announce('heard', text);
}

function announce(id: string, text: string): void {
  const place = document.getElementById(id);
  if (place === null) return;
  // The same sentence twice is heard twice.
  place.textContent = '';
  if (text === '') return;
  requestAnimationFrame(() => {
    place.textContent = text;
  });
}
