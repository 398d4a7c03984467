import type { NoProjectsReason } from '../../../app/pipelines/job-lookup';
import type { PickItem, Prompts } from '../editor/prompts';
import { showNoProjectMessage } from './no-project';

/** A question whose items are loaded while the picker is open. */
export interface FoundQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Placeholder while the items are loading. */
  readonly loading: string;
  /** Message if nothing is found. */
  readonly none: string;
  /** Returns the items, or the reason why there is no project. */
  readonly find: (signal: AbortSignal) => Promise<readonly PickItem<T>[] | NoProjectsReason>;
}

/** Asks for one of the items. If there are none, shows a message with the reason. */
export async function chooseFound<T>(
  prompts: Prompts,
  { find, none, ...question }: FoundQuestion<T>,
): Promise<T | undefined> {
  let showReason: (() => void) | undefined;
  const items = async (signal: AbortSignal): Promise<readonly PickItem<T>[]> => {
    const found = await find(signal);
    if (typeof found === 'string') {
      showReason = () => {
        showNoProjectMessage(prompts, found);
      };
      return [];
    }
    if (found.length === 0) {
      showReason = () => {
        prompts.showMessage('info', none, []);
      };
    }
    return found;
  };
  const chosen = await prompts.pick({ ...question, items });
  showReason?.();
  return chosen;
}
