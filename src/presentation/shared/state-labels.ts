import { t } from '../../base/localize';
import { MERGE_REQUEST_STATES } from '../../schemas/merge-request';

const STATES: Readonly<Record<(typeof MERGE_REQUEST_STATES)[number], () => string>> = {
  opened: () => t('open'),
  closed: () => t('closed'),
  merged: () => t('merged'),
  locked: () => t('locked'),
};

const TITLES: typeof STATES = {
  opened: () => t('Open'),
  closed: () => t('Closed'),
  merged: () => t('Merged'),
  locked: () => t('Locked'),
};

/** Returns the label of a merge request's state. Unknown states are shown without underscores. */
export const stateWord = (state: string): string => wordIn(STATES, state);

/** Returns the same with a capital letter. */
export const stateTitle = (state: string): string => wordIn(TITLES, state);

function wordIn(labels: typeof STATES, state: string): string {
  const known = MERGE_REQUEST_STATES.find((each) => each === state);
  return known === undefined ? state.replaceAll('_', ' ') : labels[known]();
}
