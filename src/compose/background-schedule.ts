import { background } from '../base/background';
import { type Disposable, onDispose } from '../base/disposable';
import type { BackgroundStart } from './background-start';

/** Milliseconds from activation, which is after VS Code has started: then the window is likely idle. */
const DELAY_MS = 2_000;

/** Starts the status bar and notifications a while after activation. Until then, nothing is loaded for it. */
export function scheduleBackgroundStart(start: BackgroundStart): Disposable {
  const timer = setTimeout(() => {
    background(import('./background-start').then(({ startInBackground }) => startInBackground(start)));
  }, DELAY_MS);
  return onDispose(() => {
    clearTimeout(timer);
  });
}
