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

/** The state of a merge request in a word; one that we do not know is written as the server does. */
export const stateWord = (state: string): string => wordIn(STATES, state);

/** The same as a label of its own, with a capital letter. */
export const stateTitle = (state: string): string => wordIn(TITLES, state);

function wordIn(words: typeof STATES, state: string): string {
  const known = MERGE_REQUEST_STATES.find((each) => each === state);
  return known === undefined ? state.replaceAll('_', ' ') : words[known]();
}
