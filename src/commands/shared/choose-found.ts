import type { Nowhere } from '../../app/pipelines/job-lookup';
import type { PickItem, Prompts } from '../../editor/shared/prompts';
import { showNoProjectMessage } from './no-project';

/** A choice among what is looked for while the list is open already. */
export interface FoundQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Stands in the place of the placeholder while it is looked for. */
  readonly loading: string;
  /** Told where nothing is found. */
  readonly none: string;
  /** What there is to choose from, or why there is nowhere to look. */
  readonly find: (signal: AbortSignal) => Promise<readonly PickItem<T>[] | Nowhere>;
}

/** Lets a person choose. Where there is nothing to choose from, they are told why. */
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
