import type { FormValues, PageWord, PanelMessage } from '../schemas/panel-message';

/** State that VS Code stores for the page while it is hidden and across reloads of the window. */
export interface PageState {
  /** IDs that identify the content of the panel; read by the extension. */
  readonly kept: unknown;
  /** Typed values, by form. */
  readonly typed: Readonly<Record<string, FormValues>>;
  /** Text in inputs of lists that isn't added yet, by form and field. */
  readonly unadded: Readonly<Record<string, string>>;
  /** Labels of values in lists, by field and value. */
  readonly labels: Readonly<Record<string, string>>;
  readonly scroll: number;
  /** Collapsible parts that the user expanded (true) or collapsed, by ID. */
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

/** Returns a localized text. `about`: replaces the placeholder. */
export const localizedText = (name: PageWord, about = ''): string =>
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

export function keepState(change: Partial<PageState>): void {
  state = { ...state, ...change };
  editor.setState(state);
}

export function send(message: PanelMessage): void {
  editor.postMessage(message);
}

/** Shows a message at the bottom of the page for a few seconds; screen readers announce it. */
export function showStatus(text: string): void {
  announce('status-message', text);
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    announce('status-message', '');
  }, SHOWN_MS);
}
const SHOWN_MS = 6000;
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Announces to screen readers what the page already shows. */
export function announceToScreenReaders(text: string): void {
  announce('heard', text);
}

function announce(id: string, text: string): void {
  const place = document.getElementById(id);
  if (place === null) return;
  // Cleared first, so that screen readers also announce the same text again.
  place.textContent = '';
  if (text === '') return;
  requestAnimationFrame(() => {
    place.textContent = text;
  });
}
