import { background } from '../base/background';
import { type Disposable, onDispose } from '../base/disposable';
import type { BackgroundStart } from './background-start';

/** Delay after activation, in milliseconds. VS Code has started by then, so the window is likely idle. */
const DELAY_MS = 2_000;

/** Starts the status bar and notifications after a delay. Until then, their code isn't loaded. */
export function scheduleBackgroundStart(start: BackgroundStart): Disposable {
  const timer = setTimeout(() => {
    background(import('./background-start').then(({ startInBackground }) => startInBackground(start)));
  }, DELAY_MS);
  return onDispose(() => {
    clearTimeout(timer);
  });
}
