import { window } from 'vscode';
import type { Event } from '../../../base/emitter';

/** Whether the window of the editor has the focus. */
export interface WindowFocus {
  readonly isFocused: boolean;
  readonly onDidChange: Event<unknown>;
}

export const windowFocus: WindowFocus = {
  get isFocused() {
    return window.state.focused;
  },
  onDidChange: (listener) => window.onDidChangeWindowState(listener),
};
