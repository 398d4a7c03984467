import { background } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import type { Projects } from '../projects/projects';

/**
 * Calls `start` when a project of the workspace is on a server with an account. Repositories can be found
 * later, and users can sign in later. Sends no requests.
 */
export function startWhenRelevant(
  projects: Pick<Projects, 'isRelevant' | 'onDidChange'>,
  start: () => void,
): Disposable {
  let isWaiting = true;
  const check = async (): Promise<void> => {
    if (!(await projects.isRelevant()) || !isWaiting) return;
    stop();
    start();
  };
  const subscription = projects.onDidChange(() => {
    background(check());
  });
  const stop = (): void => {
    isWaiting = false;
    subscription.dispose();
  };
  background(check());
  return { dispose: stop };
}
